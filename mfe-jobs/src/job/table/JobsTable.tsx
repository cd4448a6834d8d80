import { useMemo, type ReactNode } from 'react';
import { JOB_STATUS_LABELS, type JobStatus, type JobView } from '@dps/contract';
import { useLatestJob } from '@dps/contract/client';
import { FONT_SIZES, styled } from '@dps/ui';
import { DataTable, type Column } from '@dps/ui/data';
import { sumOf, type JobTotals } from '../job-totals.ts';
import { texts } from '../../texts.ts';

/** The heading above the jobs with one status. */
interface Heading {
  heading: JobStatus;
  /** The number of jobs with the status, also of those that are not listed yet. */
  count: number;
}
type TableRow = JobView | Heading;

/** Adds a heading before the first job of each status. `jobs` are sorted by status. */
function withHeadings(jobs: readonly JobView[], totals: JobTotals): TableRow[] {
  return jobs.flatMap((job, index): TableRow[] => {
    if (jobs[index - 1]?.status === job.status) return [job];
    return [{ heading: job.status, count: sumOf(totals, [job.status]).count }, job];
  });
}

const rowKey = (row: TableRow): string | number => ('heading' in row ? row.heading : row.id);

const { table } = texts;
/** The cells of a column in the cards of a table. */
const cells = (...headers: string[]) => headers.map((header) => `& td[data-label="${header}"]`).join();
/**
 * A card of at most 132 px: status and due date or progress, then title and value, then the buttons. The other facts are in the
 * dialog. The width is that at which the table has cards; with large text, a card lists all facts.
 */
const CARDS = {
  '@container many-columns (max-width: 967.95px)': {
    '@media (min-width: 17.5em)': {
      '& tr:not(:has([data-heading]))': {
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        gap: '4px 12px',
        padding: '9px 16px',
      },
      [cells(table.status, table.dueDate)]: { order: -2, '&::before': { display: 'none' } },
      [`& td[data-label="${table.progress}"]:not([data-wide="true"])`]: {
        order: -2,
        textAlign: 'end',
        '&::before': { display: 'none' },
      },
      [cells(table.dueDate)]: { alignSelf: 'center', textAlign: 'end' },
      '& td:has([data-due])': {
        gridColumn: '1 / -1',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
      },
      '& td[data-wide="true"]::before': { display: 'none' },
      '& td[data-primary="true"]': { gridColumn: 'auto', fontSize: FONT_SIZES.s },
      '& td[data-align="right"]': { order: -1, textAlign: 'end', '&::before': { display: 'none' } },
      [cells(table.client, table.type, table.location, table.pilot)]: { display: 'none' },
    },
  },
};

/** Styles the rows of headings as bands. In cards, a band fills the line. */
const Place = styled('div')(({ theme }) => ({
  ...CARDS,
  '& tr:has([data-heading])': { gridColumn: '1 / -1', rowGap: 0, paddingBlock: 2 },
  '& tr:has([data-heading]), & tr:has([data-heading]) > td': {
    backgroundColor: theme.vars.palette.background.default,
  },
  '& tr:has([data-heading]) > td': { height: 'auto', paddingBlock: 8 },
  '& tr:has([data-heading]) > td:empty': { paddingBlock: 0, '&::before': { display: 'none' } },
}));

// Without a width, the text does not widen its column: it continues over the empty cells.
const HeadingText = styled('h3')(({ theme }) => ({
  width: 0,
  margin: 0,
  fontSize: FONT_SIZES.s,
  fontWeight: 650,
  whiteSpace: 'nowrap',
  '& span': { fontWeight: 400, color: theme.vars.palette.text.secondary },
}));

function GroupHeading({ heading, count }: Heading) {
  return (
    <HeadingText data-heading>
      {JOB_STATUS_LABELS[heading]} <span>{texts.table.inGroup(count)}</span>
    </HeadingText>
  );
}

/** The buttons of a row. Cards on a phone have room for a second line, rows of a table do not. */
export const RowButtons = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  '@media (max-width: 37.49em)': { flexWrap: 'wrap' },
});

/** A cell with the optimistic updates of its job. The first jobs of a list are not read through `useMyJobs`. */
function LatestCell({ job, cell }: { job: JobView; cell: (job: JobView) => ReactNode }) {
  const content = cell(useLatestJob(job) ?? job);
  return typeof content === 'string' ? <span>{content}</span> : content;
}

/** Returns the columns of a table with headings between the jobs. */
function tableColumns(columns: readonly Column<JobView>[]): Column<TableRow>[] {
  return columns.map(({ cell, ...column }) => ({
    ...column,
    cell: (row) => {
      if (!('heading' in row)) return <LatestCell job={row} cell={cell} />;
      return column.primary && <GroupHeading {...row} />;
    },
  }));
}

interface JobsTableProps {
  label: string;
  columns: readonly Column<JobView>[];
  /** Undefined while the jobs load. */
  jobs: readonly JobView[] | undefined;
  /** The totals for the headings; undefined for a table without headings. */
  headings: JobTotals | undefined;
  empty: ReactNode;
}

/** A table of jobs, with a heading above the jobs of each status if there are totals for it. */
export function JobsTable({ label, columns, jobs, headings, empty }: JobsTableProps) {
  const rows = useMemo(() => (jobs && headings ? withHeadings(jobs, headings) : jobs), [jobs, headings]);
  return (
    <Place>
      <DataTable<TableRow>
        label={label}
        columns={tableColumns(columns)}
        rows={rows ?? []}
        rowKey={rowKey}
        empty={empty}
        loading={rows ? undefined : { text: texts.loadingJobs }}
        roomy
      />
    </Place>
  );
}
