import { useEffect, type ReactNode } from 'react';
import type { JobDetailView, JobView } from '@dps/shared-contracts';
import { LoadingNotice, Modal } from '@dps/shared-contracts/ui/data';
import { jobsApi } from '../api.ts';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { DialogRoom } from './DialogRoom.ts';

interface JobDialogProps {
  /** The job as its list shows it: its title is there at once. */
  listed: JobView;
  onClose: () => void;
  body: (job: JobDetailView) => ReactNode;
  actions: (job: JobDetailView) => ReactNode;
  /** Told once for each time that the details cannot be read, besides the notice in the dialog. */
  onLoadFailed?: () => void;
}

/** One job in full: its details while they load, when they cannot be read, and once they are there. */
export function JobDialog({ listed, onClose, body, actions, onLoadFailed }: JobDialogProps) {
  const { data: job, error, refetch } = jobsApi.detail.useQuery(listed.id);
  useEffect(() => {
    if (error) onLoadFailed?.();
  }, [error, onLoadFailed]);
  return (
    <Modal title={listed.title} maxWidth="md" onClose={onClose} actions={job && actions(job)}>
      <DialogRoom data-assigned={listed.pilotId !== null}>
        {!job && !error && <LoadingNotice text={texts.loading} />}
        <QueryError error={error} fallback={texts.job.loadFailed} onRetry={refetch} />
        {job && body(job)}
      </DialogRoom>
    </Modal>
  );
}
