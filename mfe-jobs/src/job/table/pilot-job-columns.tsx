import { formatDeadline, formatDollars, jobNumber, type Actor, type JobView } from '@dps/shared-contracts';
import { MONO_FAMILY, styled } from '@dps/ui';
import { StatusBadge, type Column } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { jobActions } from '../actions/job.actions.ts';
import { About, JobName } from './JobName.tsx';
import { JobProgress } from '../progress/JobProgress.tsx';
import { PilotRowActions } from './PilotRowActions.tsx';
import { ProgressControl } from '../progress/ProgressControl.tsx';

// A word longer than its column would push the actions out of sight.
const Words = styled('div')({ minWidth: 90, maxWidth: 240, overflowWrap: 'anywhere' });
const Mono = styled('span')({ fontFamily: MONO_FAMILY, whiteSpace: 'nowrap' });
const OneLine = styled('span')({ whiteSpace: 'nowrap' });

/** Which columns a table of a pilot's jobs has: those of the dashboard, or those of the jobs page with progress. */
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
    { key: 'client', header: table.client, cell: (job) => <Words>{job.client.name}</Words> },
    { key: 'type', header: table.type, cell: (job) => job.surveyType },
    { key: 'location', header: table.location, cell: (job) => <Words>{job.location}</Words> },
    VALUE,
    STATUS,
    DUE,
    actions(view),
  ];
}

/** What fits beside a slider: the survey's type stands with the job's number, its place with the client. */
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
        <Words>
          {job.client.name}
          <About>{job.location}</About>
        </Words>
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

/** The columns of a table of `actor`'s jobs; `view` shows one of them in full. */
export function pilotJobColumns(columns: PilotColumns, actor: Actor, view: View): Column<JobView>[] {
  return columns === 'dashboard' ? dashboardColumns(view) : jobsPageColumns(actor, view);
}
