import type { JobView } from '@dps/contract';
import { ConfirmDialog } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { removalTexts } from '../../texts/removals.ts';
import { uploads, useUploads } from '../../uploads/useUploads.ts';
import { reportWrite } from '../failures.ts';

interface Props {
  job: JobView;
  onClose: () => void;
}

/** Confirms that a posted job is deleted. */
function DeleteJobDialog({ job, onClose }: Props) {
  const [remove, { isLoading }] = jobsApi.remove.useMutation();
  const ofJob = useUploads('attachment', job.id);
  const confirm = async () => {
    const { deleted, deleteFailed } = texts.toasts;
    const isDeleted = await reportWrite(remove(job.id).unwrap(), deleted(job.title), deleteFailed);
    if (isDeleted) for (const { key } of ofJob) uploads.remove(key);
    onClose();
  };
  return (
    <ConfirmDialog
      title={removalTexts.deleteJob.title}
      text={removalTexts.deleteJob.text(job.title)}
      confirmLabel={removalTexts.deleteJob.confirm}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Confirms that the client removes the pilot from a job. */
function RemovePilotDialog({ job, onClose }: Props) {
  const [release, { isLoading }] = jobsApi.release.useMutation();
  const confirm = async () => {
    const { pilotRemoved, removePilotFailed } = texts.toasts;
    await reportWrite(release({ id: job.id }).unwrap(), pilotRemoved, removePilotFailed);
    onClose();
  };
  return (
    <ConfirmDialog
      title={removalTexts.removePilot.title}
      text={removalTexts.removePilot.text(job.pilot?.name ?? removalTexts.removePilot.pilot)}
      confirmLabel={removalTexts.removePilot.confirm}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** The confirmation of a client's action on a job. The first click loads it. */
export default function ClientConfirmDialog({ kind, ...props }: Props & { kind: 'delete' | 'remove-pilot' }) {
  return kind === 'delete' ? <DeleteJobDialog {...props} /> : <RemovePilotDialog {...props} />;
}
