import { formatCents, formatDeadline, jobNumber, type Actor, type JobView } from '@dps/contract';
import { MONO_FAMILY, styled } from '@dps/ui';
import { StatusBadge, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { texts } from '../../texts.ts';
import { JobName } from './JobName.tsx';
import { PilotRowActions } from './PilotRowActions.tsx';

// A long word would otherwise push the actions out of sight.
export const WrappedText = styled('div')({ minWidth: 90, maxWidth: 240, overflowWrap: 'anywhere' });
const Mono = styled('span')({ fontFamily: MONO_FAMILY, whiteSpace: 'nowrap' });
const OneLine = styled('span')({ whiteSpace: 'nowrap' });

export type View = (job: JobView) => void;
/** Returns the columns of a table of `actor`'s jobs; `view` opens a job's dialog. */
export type PilotColumns = (view: View, actor: Actor) => Column<JobView>[];

const { table } = texts;
export const VALUE: Column<JobView> = {
  key: 'value',
  header: table.value,
  cell: (job) => <Literal>{formatCents(job.budget)}</Literal>,
  align: 'right',
};
export const STATUS: Column<JobView> = {
  key: 'status',
  header: table.status,
  cell: (job) => <StatusBadge status={job.status} />,
};
export const DUE: Column<JobView> = {
  key: 'due',
  header: table.dueDate,
  cell: (job) => <OneLine>{formatDeadline(job)}</OneLine>,
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
        <WrappedText dir="auto">
          <Literal>{job.client.name}</Literal>
        </WrappedText>
      ),
    },
    { key: 'type', header: table.type, cell: (job) => job.surveyType },
    {
      key: 'location',
      header: table.location,
      cell: (job) => <WrappedText dir="auto">{job.location}</WrappedText>,
    },
    VALUE,
    STATUS,
    DUE,
    actions(view),
  ];
}
