import { useState } from 'react';
import {
  DELIVERABLE_MAX_BYTES,
  deliverableFormat,
  DELIVERABLES_PER_JOB,
  type DeliverableView,
  type JobView,
} from '@dps/contract';
import { Alert, Typography, VisuallyHidden } from '@dps/ui';
import { jobsApi } from '../api.ts';
import { DialogPart } from '../job/dialog/DialogPart.tsx';
import { DeliverableList } from './DeliverableList.tsx';
import { deliverablesApi } from './deliverables-api.ts';
import { FilePicker } from './FilePicker.tsx';
import { texts } from '../texts/deliverables.ts';
import { useUploadActions } from '../uploads/useUploadActions.ts';
import { useUploads } from '../uploads/useUploads.ts';
import { Uploads } from './Uploads.tsx';

const NO_FILES: readonly DeliverableView[] = [];

/** Returns why a file cannot be delivered, or null. The server decides again. */
function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!deliverableFormat(name)) return texts.refused.type(name);
  if (size > DELIVERABLE_MAX_BYTES) return texts.refused.size(name);
  return size === 0 ? texts.refused.empty(name) : null;
}

/** Returns whether an unfinished upload is of this file: by name, size and time of its last change. */
function isUploadOf(upload: DeliverableView, file: File): boolean {
  return (
    upload.fileName === file.name.normalize('NFC') &&
    upload.fileSize === file.size &&
    upload.lastModified === file.lastModified
  );
}

function Refusals({ refusals }: { refusals: readonly string[] }) {
  if (refusals.length === 0) return null;
  return (
    <Alert severity="error" sx={{ marginBottom: '12px' }}>
      {refusals.map((refusal) => (
        <div key={refusal}>{refusal}</div>
      ))}
    </Alert>
  );
}

/** The deliverables of a job for its pilot, who adds and deletes files until the job is paid. */
export function PilotDeliverables({ job }: { job: JobView }) {
  const jobId = job.id;
  const { data = NO_FILES } = deliverablesApi.deliverables.useQuery(jobId);
  const [cancelUpload] = jobsApi.cancelUpload.useMutation();
  const { start, pause, resume, cancel } = useUploadActions();
  const uploads = useUploads('deliverable', jobId);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const sending = new Set(uploads.map(({ id }) => id));
  const unfinished = data.filter(({ id, completedAt }) => completedAt === null && !sending.has(id));
  const delivered = data.filter(({ completedAt }) => completedAt !== null).length;
  const isFull = data.length >= DELIVERABLES_PER_JOB;

  const add = (files: readonly File[]) => {
    setRefusals(files.map(refusalOf).filter((refusal) => refusal !== null));
    const accepted = files.filter((file) => refusalOf(file) === null);
    if (accepted.length > 0) start('deliverable', job, accepted);
  };
  const addAgain = (upload: DeliverableView, file: File) => {
    if (isUploadOf(upload, file)) add([file]);
    else setRefusals([texts.otherFile(upload.fileName)]);
  };
  return (
    <DialogPart
      title={texts.title}
      action={!isFull && <FilePicker label={texts.add} multiple onFiles={add} />}
    >
      <Refusals refusals={refusals} />
      <Uploads
        uploads={uploads.filter(({ state }) => state !== 'done')}
        interrupted={unfinished}
        onPause={pause}
        onResume={resume}
        onCancel={cancel}
        onChosen={addAgain}
        onForget={({ id }) => void cancelUpload({ id, jobId })}
      />
      <DeliverableList jobId={jobId} empty={texts.noneOfPilot} canDelete />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ marginTop: '8px' }}>
        {isFull ? texts.full(DELIVERABLES_PER_JOB) : texts.hint}
      </Typography>
      <VisuallyHidden role="status">{delivered > 0 && texts.delivered(delivered)}</VisuallyHidden>
    </DialogPart>
  );
}
