import { formatDeadline, type Actor, type JobView } from '@dps/contract';
import { styled } from '@dps/ui';
import { StatusBadge, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { jobActions } from '../job/actions/job.actions.ts';
import { JobProgress } from '../job/progress/JobProgress.tsx';
import { ProgressControl } from '../job/progress/ProgressControl.tsx';
import { About, JobName, ONE_LINE } from '../job/table/JobName.tsx';
import { actions, CellText, JobNumber, VALUE, type View } from '../job/table/pilot-job-columns.tsx';
import { texts } from '../texts.ts';

const { table } = texts;
const Place = styled(About)({ ...ONE_LINE, maxWidth: 240 });
const Due = styled(About)({ whiteSpace: 'nowrap' });

function NumberAndType({ job }: { job: JobView }) {
  return (
    <>
      <JobNumber job={job} />
      <span>{` · ${job.surveyType}`}</span>
    </>
  );
}

const STATUS_AND_DUE: Column<JobView> = {
  key: 'status',
  header: table.status,
  cell: (job) => (
    <>
      <StatusBadge status={job.status} />
      <Due data-due>{texts.deadline.due(formatDeadline(job))}</Due>
    </>
  ),
};

function Progress({ job, actor }: { job: JobView; actor: Actor }) {
  return jobActions(actor, job).setProgress ? (
    <ProgressControl job={job} place="list" />
  ) : (
    <JobProgress job={job} />
  );
}

/** The columns of the jobs page. The slider needs space, so survey type, location and due date are below other facts. */
export function jobsPageColumns(view: View, actor: Actor): Column<JobView>[] {
  return [
    {
      key: 'title',
      header: table.title,
      cell: (job) => <JobName job={job} about={<NumberAndType job={job} />} onOpen={() => view(job)} />,
      primary: true,
    },
    {
      key: 'client',
      header: table.client,
      cell: (job) => (
        <>
          <CellText dir="auto" title={job.client.name}>
            <Literal>{job.client.name}</Literal>
          </CellText>
          <Place dir="auto" title={job.location}>
            {job.location}
          </Place>
        </>
      ),
    },
    VALUE,
    STATUS_AND_DUE,
    {
      key: 'progress',
      header: table.progress,
      cell: (job) => <Progress job={job} actor={actor} />,
      wide: true,
    },
    actions(view),
  ];
}
