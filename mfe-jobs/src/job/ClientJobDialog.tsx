import {
  formatDeadline,
  formatDeadlineTime,
  formatDollars,
  type JobDetailView,
  type JobView,
} from '@dps/shared-contracts';
import { Button, Typography } from '@dps/shared-contracts/ui';
import { ProgressBar, StatusBadge } from '@dps/shared-contracts/ui/data';
import { toast } from '@dps/shared-contracts/ui/toast';
import { texts } from '../texts.ts';
import { DialogPart } from './DialogPart.tsx';
import { FileList } from './FileList.tsx';
import { FlightData } from './FlightData.tsx';
import { JobDialog } from './JobDialog.tsx';
import { jobNumber } from './job-number.ts';
import { JobSummary } from './JobSummary.tsx';

function factsOf(job: JobDetailView) {
  const { fields } = texts;
  return [
    [fields.jobId, jobNumber(job.id)],
    [fields.status, <StatusBadge key="status" status={job.status} />],
    [fields.surveyType, job.surveyType],
    [fields.location, job.location],
    [fields.budget, formatDollars(job.budget)],
    [fields.deadline, `${formatDeadline(job)}, ${formatDeadlineTime(job)}`],
    [fields.pilot, job.pilot ? `${texts.assigned} (${job.pilot.name})` : texts.unassigned],
    [
      fields.progress,
      <ProgressBar key="progress" value={job.progress} label={texts.table.progressOf(job.title)} />,
    ],
  ] as const;
}

function NoFiles() {
  return (
    <>
      <Typography>{texts.job.noFilesTitle}</Typography>
      <Typography color="textSecondary">{texts.job.noFilesText}</Typography>
    </>
  );
}

function JobBody({ job }: { job: JobDetailView }) {
  return (
    <>
      <JobSummary facts={factsOf(job)} description={job.description} />
      <FlightData jobId={job.id} records={job.flightData} canAdd={false} />
      <DialogPart title={texts.job.fileAttachments}>
        <FileList files={job.attachments} empty={<NoFiles />} />
      </DialogPart>
    </>
  );
}

const sayLoadFailed = () => toast(texts.toasts.loadFailed);

/** A posted job in full for its client; `onPay` opens the payment, which a completed job offers here. */
export function ClientJobDialog(props: { listed: JobView; onClose: () => void; onPay: () => void }) {
  const { listed, onClose, onPay } = props;
  const payAction = (job: JobDetailView) =>
    job.status === 'completed' && (
      <Button variant="contained" color="accent" onClick={onPay}>
        {texts.job.markAs('paid')}
      </Button>
    );
  return (
    <JobDialog
      listed={listed}
      onClose={onClose}
      body={(job) => <JobBody job={job} />}
      actions={payAction}
      onLoadFailed={sayLoadFailed}
    />
  );
}
