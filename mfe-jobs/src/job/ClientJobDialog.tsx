import { useEffect } from 'react';
import {
  formatDeadline,
  formatDeadlineTime,
  formatDollars,
  type JobDetailView,
  type JobView,
} from '@dps/shared-contracts';
import { Button, Typography } from '@dps/shared-contracts/ui';
import { LoadingNotice, Modal, ProgressBar, StatusBadge } from '@dps/shared-contracts/ui/data';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { DialogPart } from './DialogPart.tsx';
import { DialogRoom } from './DialogRoom.ts';
import { FileList } from './FileList.tsx';
import { FlightData } from './FlightData.tsx';
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

/** A posted job in full for its client; `onPay` opens the payment, which a completed job offers here. */
export function ClientJobDialog(props: { listed: JobView; onClose: () => void; onPay: () => void }) {
  const { listed, onClose, onPay } = props;
  const { data: job, error, refetch } = jobsApi.detail.useQuery(listed.id);
  useEffect(() => {
    if (error) toast(texts.toasts.loadFailed);
  }, [error]);
  const actions = job?.status === 'completed' && (
    <Button variant="contained" color="accent" onClick={onPay}>
      {texts.job.markAs('paid')}
    </Button>
  );
  return (
    <Modal title={listed.title} maxWidth="md" onClose={onClose} actions={actions}>
      <DialogRoom data-assigned={listed.pilotId !== null}>
        {!job && !error && <LoadingNotice text={texts.loading} />}
        <QueryError error={error} fallback={texts.job.loadFailed} onRetry={refetch} />
        {job && <JobBody job={job} />}
      </DialogRoom>
    </Modal>
  );
}
