import type { ReleaseChange } from '@dps/contract';
import { styled } from '@dps/ui';
import { DataTable, EmptyState, type Column } from '@dps/ui/data';
import { Section } from '../section-parts.tsx';
import { texts } from '../texts.ts';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const Change = styled('bdi')({ overflowWrap: 'anywhere' });
// Wide enough for the date, so that only the time wraps.
const Time = styled('time')({ display: 'block', minWidth: '6.5rem' });

const { history: names } = texts;
const COLUMNS: readonly Column<ReleaseChange>[] = [
  { key: 'change', header: names.change, cell: ({ summary }) => <Change>{summary}</Change>, primary: true },
  { key: 'by', header: names.by, cell: ({ by }) => <bdi>{by}</bdi> },
  { key: 'team', header: names.team, cell: ({ owner = texts.parts.none }) => <bdi>{owner}</bdi> },
  {
    key: 'at',
    header: names.at,
    cell: ({ at }) => <Time dateTime={at}>{time.format(new Date(at))}</Time>,
  },
  { key: 'key', header: names.key, cell: ({ key = texts.parts.none }) => key.slice(0, 8), mono: true },
  { key: 'revision', header: names.revision, cell: ({ revision }) => revision, align: 'right', mono: true },
];

/** The last changes of the registry: who, when and why. */
export function HistoryTable({ history }: { history: readonly ReleaseChange[] }) {
  return (
    <Section title={names.title}>
      <DataTable
        label={names.title}
        columns={COLUMNS}
        rows={history}
        rowKey={({ revision }) => revision}
        empty={<EmptyState title={names.empty} />}
      />
    </Section>
  );
}
