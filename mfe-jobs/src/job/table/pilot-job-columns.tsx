import { formatDeadline, formatDollars, jobNumber, type Actor, type JobView } from '@dps/shared-contracts';
import { MONO_FAMILY, styled } from '@dps/ui';
import { StatusBadge, type Column } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { jobActions } from '../actions/job.actions.ts';
import { About, JobName } from './JobName.tsx';
import { JobProgress } from '../progress/JobProgress.tsx';
import { PilotRowActions } from './PilotRowActions.tsx';
import { ProgressControl } from '../progress/ProgressControl.tsx';

// A long word would otherwise push the actions out of sight.
const WrappedText = styled('div')({ minWidth: 90, maxWidth: 240, overflowWrap: 'anywhere' });
const Mono = styled('span')({ fontFamily: MONO_FAMILY, whiteSpace: 'nowrap' });
const OneLine = styled('span')({ whiteSpace: 'nowrap' });

/** The columns of a table of a pilot's jobs. Those of the jobs page include progress. */
export type PilotColumns = 'dashboard' | 'jobs-page';

type View = (job: JobView) => void;

const { table } = texts;
const VALUE: Column<JobView> = {
  key: 'value',
  header: table.value,
  cell: (job) => formatDollars(job.budget),
  align: 'right',
};
const STATUS: Column<JobView> = {
  key: 'status',
  header: table.status,
  cell: (job) => <StatusBadge status={job.status} />,
};
const DUE: Column<JobView> = {
  key: 'due',
  header: table.dueDate,
  cell: (job) => <OneLine>{formatDeadline(job)}</OneLine>,
};
const actions = (view: View): Column<JobView> => ({
  key: 'actions',
  header: table.actions,
  cell: (job) => <PilotRowActions job={job} onView={() => view(job)} />,
});

function JobNumber({ job }: { job: JobView }) {
  return <Mono>{jobNumber(job.id)}</Mono>;
}

function NumberAndType({ job }: { job: JobView }) {
  return (
    <>
      <JobNumber job={job} />
      {` · ${job.surveyType}`}
    </>
  );
}

function Progress({ job, actor }: { job: JobView; actor: Actor }) {
  return jobActions(actor, job).setProgress ? (
    <ProgressControl job={job} place="list" />
  ) : (
    <JobProgress job={job} />
  );
}

function dashboardColumns(view: View): Column<JobView>[] {
  return [
    {
      key: 'id',
      header: table.jobId,
      cell: (job) => <JobName job={job} about={<JobNumber job={job} />} />,
      primary: true,
    },
    { key: 'client', header: table.client, cell: (job) => <WrappedText>{job.client.name}</WrappedText> },
    { key: 'type', header: table.type, cell: (job) => job.surveyType },
    { key: 'location', header: table.location, cell: (job) => <WrappedText>{job.location}</WrappedText> },
    VALUE,
    STATUS,
    DUE,
    actions(view),
  ];
}

/** The slider needs space: the survey type is below the title, and the location below the client. */
function jobsPageColumns(actor: Actor, view: View): Column<JobView>[] {
  return [
    {
      key: 'title',
      header: table.title,
      cell: (job) => <JobName job={job} about={<NumberAndType job={job} />} />,
      primary: true,
    },
    {
      key: 'client',
      header: table.client,
      cell: (job) => (
        <WrappedText>
          {job.client.name}
          <About>{job.location}</About>
        </WrappedText>
      ),
    },
    VALUE,
    DUE,
    STATUS,
    {
      key: 'progress',
      header: table.progress,
      cell: (job) => <Progress job={job} actor={actor} />,
      wide: true,
    },
    actions(view),
  ];
}

/** The columns of a table of `actor`'s jobs; `view` opens a job's dialog. */
export function pilotJobColumns(columns: PilotColumns, actor: Actor, view: View): Column<JobView>[] {
  return columns === 'dashboard' ? dashboardColumns(view) : jobsPageColumns(actor, view);
}
