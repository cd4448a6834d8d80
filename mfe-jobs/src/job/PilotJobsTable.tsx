import type { ReactNode } from 'react';
import { formatDeadline, formatDollars, type JobView } from '@dps/shared-contracts';
import { Button, styled } from '@dps/shared-contracts/ui';
import { toast } from '@dps/shared-contracts/ui/toast';
import { DataTable, StatusBadge, type Column } from '@dps/shared-contracts/ui/data';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { updateButton } from './job.actions.ts';
import { jobNumber } from './job-number.ts';
import { JobName, jobNameId } from './JobName.tsx';
import { PilotJobDialog } from './PilotJobDialog.tsx';

const Buttons = styled('div')({ display: 'flex', gap: 8 });
// A word longer than its column would push the actions out of sight.
const Words = styled('div')({ minWidth: 90, maxWidth: 240, overflowWrap: 'anywhere' });
const OneLine = styled('span')({ whiteSpace: 'nowrap' });
// As wide as its longest label, so that the buttons of all rows stand under each other.
const Step = styled(Button)({ minWidth: 96 });

/** Moves a job one step on. A failure shows nothing but the status that the job then has, as the dashboard wants it. */
function UpdateButton({ job }: { job: JobView }) {
  const [setStatus, { isLoading }] = jobsApi.setStatus.useMutation();
  const { label, next } = updateButton(job.status);
  const update = async () => {
    if (!next) return;
    const { error } = await setStatus({ id: job.id, status: next });
    if (!error) toast(texts.toasts.status(next));
  };
  return (
    <Step
      size="small"
      variant="outlined"
      disabled={next === null}
      loading={isLoading}
      aria-describedby={jobNameId(job.id)}
      onClick={() => void update()}
    >
      {label}
    </Step>
  );
}

function columnsFor(view: (job: JobView) => void): Column<JobView>[] {
  const { table } = texts;
  return [
    {
      key: 'id',
      header: table.jobId,
      cell: (job) => <JobName job={job} about={jobNumber(job.id)} mono />,
      primary: true,
    },
    { key: 'client', header: table.client, cell: (job) => <Words>{job.client.name}</Words> },
    { key: 'type', header: table.type, cell: (job) => job.surveyType },
    { key: 'location', header: table.location, cell: (job) => <Words>{job.location}</Words> },
    { key: 'value', header: table.value, cell: (job) => formatDollars(job.budget), align: 'right' },
    { key: 'status', header: table.status, cell: (job) => <StatusBadge status={job.status} /> },
    { key: 'due', header: table.dueDate, cell: (job) => <OneLine>{formatDeadline(job)}</OneLine> },
    {
      key: 'actions',
      header: table.actions,
      cell: (job) => (
        <Buttons>
          <Button size="small" aria-describedby={jobNameId(job.id)} onClick={() => view(job)}>
            {table.view}
          </Button>
          <UpdateButton job={job} />
        </Buttons>
      ),
    },
  ];
}

/** A pilot's jobs, each with its next step, and the dialog of the one that is `viewed`. */
export function PilotJobsTable(props: {
  label: string;
  jobs: readonly JobView[];
  loading: boolean;
  empty: ReactNode;
  viewed: JobView | null;
  onView: (job: JobView | null) => void;
}) {
  const { label, jobs, loading, empty, viewed, onView } = props;
  return (
    <>
      <DataTable
        label={label}
        columns={columnsFor(onView)}
        rows={jobs}
        rowKey={(job) => job.id}
        empty={empty}
        loading={loading ? { text: texts.loadingJobs } : undefined}
      />
      {viewed && <PilotJobDialog listed={viewed} onClose={() => onView(null)} />}
    </>
  );
}
