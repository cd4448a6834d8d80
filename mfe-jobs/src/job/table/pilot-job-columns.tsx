import { formatCents, formatDeadline, jobNumber, pilotShare, type Actor, type JobView } from '@dps/contract';
import { MONO_FAMILY, styled, Typography } from '@dps/ui';
import { StatusBadge, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { texts } from '../../texts.ts';
import { JobName, ONE_LINE } from './JobName.tsx';
import { PilotRowActions } from './PilotRowActions.tsx';

/** A text of a user in a cell: one line, so that all rows have the same height. */
export const CellText = styled('div')({ ...ONE_LINE, minWidth: 90, maxWidth: 240 });
const Mono = styled('span')({ fontFamily: MONO_FAMILY, whiteSpace: 'nowrap' });
const Share = styled(Typography)({ display: 'block', whiteSpace: 'nowrap', lineHeight: 16 / 12 });
const OneLine = styled('span')({ whiteSpace: 'nowrap' });

export type View = (job: JobView) => void;
/** Returns the columns of a table of `actor`'s jobs; `view` opens a job's dialog. */
export type PilotColumns = (view: View, actor: Actor) => Column<JobView>[];

const { table } = texts;
export const VALUE: Column<JobView> = {
  key: 'value',
  header: table.value,
  cell: ({ budget }) => (
    <>
      <Literal>{formatCents(budget)}</Literal>
      <Share variant="caption" color="textSecondary">
        {texts.browse.youGet(formatCents(pilotShare(budget)))}
      </Share>
    </>
  ),
  align: 'right',
};
export const actions = (view: View): Column<JobView> => ({
  key: 'actions',
  header: table.actions,
  cell: (job) => <PilotRowActions job={job} onView={() => view(job)} />,
});

export function JobNumber({ job }: { job: JobView }) {
  return (
    <Mono>
      <Literal>{jobNumber(job.id)}</Literal>
    </Mono>
  );
}

export function dashboardColumns(view: View): Column<JobView>[] {
  return [
    {
      key: 'id',
      header: table.jobId,
      cell: (job) => <JobName job={job} about={<JobNumber job={job} />} onOpen={() => view(job)} />,
      primary: true,
    },
    {
      key: 'client',
      header: table.client,
      cell: (job) => (
        <CellText dir="auto" title={job.client.name}>
          <Literal>{job.client.name}</Literal>
        </CellText>
      ),
    },
    { key: 'type', header: table.type, cell: (job) => job.surveyType },
    {
      key: 'location',
      header: table.location,
      cell: (job) => (
        <CellText dir="auto" title={job.location}>
          {job.location}
        </CellText>
      ),
    },
    VALUE,
    { key: 'status', header: table.status, cell: (job) => <StatusBadge status={job.status} /> },
    { key: 'due', header: table.dueDate, cell: (job) => <OneLine>{formatDeadline(job)}</OneLine> },
    actions(view),
  ];
}
