import {
  formatCents,
  formatDeadline,
  formatDeadlineTime,
  formatDollars,
  pilotShare,
  toCents,
  type JobDetailView,
  type JobView,
} from '@dps/shared-contracts';
import { useActor } from '@dps/shared-contracts/client';
import { Typography } from '@dps/shared-contracts/ui';
import { StatusBadge } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { DialogPart } from './DialogPart.tsx';
import { FileList } from './FileList.tsx';
import { FlightData } from './FlightData.tsx';
import { jobActions } from './job.actions.ts';
import { JobDialog } from './JobDialog.tsx';
import { jobNumber } from './job-number.ts';
import { JobSummary } from './JobSummary.tsx';
import { PilotJobActions } from './PilotJobActions.tsx';
import { ProgressControl } from './ProgressControl.tsx';

function factsOf(job: JobDetailView) {
  const { fields } = texts;
  return [
    [fields.jobId, jobNumber(job.id)],
    [fields.status, <StatusBadge key="status" status={job.status} />],
    [fields.surveyType, job.surveyType],
    [fields.location, job.location],
    [fields.client, job.client.name],
    [fields.budget, formatDollars(job.budget)],
    [texts.job.yourShare, formatCents(pilotShare(toCents(job.budget)))],
    [fields.dueDate, `${formatDeadline(job)}, ${formatDeadlineTime(job)}`],
  ] as const;
}

function JobBody({ job }: { job: JobDetailView }) {
  const actor = useActor();
  const may = jobActions(actor, job);
  return (
    <>
      <JobSummary facts={factsOf(job)} description={job.description} />
      {job.pilotId === actor.id && (
        <>
          <DialogPart title={texts.fields.progress}>
            <ProgressControl job={job} disabled={!may.setProgress} />
          </DialogPart>
          <FlightData jobId={job.id} records={job.flightData} canAdd={may.addFlightRecord} />
        </>
      )}
      <DialogPart title={texts.job.fileAttachments}>
        <FileList
          files={job.attachments}
          empty={<Typography color="textSecondary">{texts.job.noFiles}</Typography>}
        />
      </DialogPart>
    </>
  );
}

/** A job in full for a pilot: their own, with progress and flights, or an open one that they may accept. */
export function PilotJobDialog({ listed, onClose }: { listed: JobView; onClose: () => void }) {
  return (
    <JobDialog
      listed={listed}
      onClose={onClose}
      body={(job) => <JobBody job={job} />}
      actions={(job) => <PilotJobActions job={job} onGone={onClose} />}
    />
  );
}
