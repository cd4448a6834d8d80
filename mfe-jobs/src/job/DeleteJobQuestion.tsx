import type { JobView } from '@dps/shared-contracts';
import { ConfirmDialog } from '@dps/shared-contracts/ui/data';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { reportWrite } from './report-write.ts';

/** Asks before a posted job is deleted. */
export function DeleteJobQuestion({ job, onClose }: { job: JobView; onClose: () => void }) {
  const [remove, { isLoading }] = jobsApi.remove.useMutation();
  const confirm = async () => {
    const { deleted, deleteFailed } = texts.toasts;
    await reportWrite(remove(job.id).unwrap(), deleted(job.title), deleteFailed);
    onClose();
  };
  return (
    <ConfirmDialog
      title={texts.deleteJob.title}
      text={texts.deleteJob.text(job.title)}
      confirmLabel={texts.deleteJob.confirm}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
