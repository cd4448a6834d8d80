import type { Actor, JobView } from '@dps/contract';
import type { Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { jobActions } from '../job/actions/job.actions.ts';
import { JobProgress } from '../job/progress/JobProgress.tsx';
import { ProgressControl } from '../job/progress/ProgressControl.tsx';
import { About, JobName } from '../job/table/JobName.tsx';
import {
  actions,
  DUE,
  JobNumber,
  STATUS,
  VALUE,
  WrappedText,
  type View,
} from '../job/table/pilot-job-columns.tsx';
import { texts } from '../texts.ts';

const { table } = texts;

function NumberAndType({ job }: { job: JobView }) {
  return (
    <>
      <JobNumber job={job} />
      <span>{` · ${job.surveyType}`}</span>
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

/** The columns of the jobs page. The slider needs space: the survey type is below the title, the location below the client. */
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
        <WrappedText>
          <bdi>
            <Literal>{job.client.name}</Literal>
          </bdi>
          <About dir="auto">{job.location}</About>
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
