import { useEffect, type ReactNode } from 'react';
import type { JobDetailView, JobView } from '@dps/shared-contracts';
import { isApiError, useLatestJob, type ApiError } from '@dps/shared-contracts/client';
import { styled } from '@dps/ui';
import { ErrorNotice, LoadingNotice, Modal } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';

const Place = styled('div')({ marginBottom: 16 });
/** Reserves the height of the loaded job, so that buttons do not move. Assigned jobs also show flights and progress. */
const Reserved = styled('div')({
  minHeight: 240,
  '&[data-assigned="true"]': { minHeight: 'min(560px, 60vh)' },
});
const isGone = (error: unknown): error is ApiError => isApiError(error) && error.status === 404;

interface JobDialogProps {
  /** The job as its list shows it: its title is there at once. */
  listed: JobView;
  onClose: () => void;
  body: (job: JobDetailView) => ReactNode;
  actions: (job: JobDetailView) => ReactNode;
  /** Told once for each time that the details cannot be read, besides the notice in the dialog. */
  onLoadFailed?: (error: unknown) => void;
}

/** The details cannot be read; of a job that there is no more for its reader, "Not found" would say too little. */
function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const told = isGone(error) ? { ...error, userMessage: texts.job.gone } : error;
  return (
    <Place>
      <ErrorNotice
        title={texts.job.loadFailed}
        error={told}
        fallback={texts.job.nothingLost}
        onRetry={onRetry}
      />
    </Place>
  );
}

/** One job in full: its details while they load, when they cannot be read, and once they are there. */
export function JobDialog({ listed, onClose, body, actions, onLoadFailed }: JobDialogProps) {
  const { data, error, refetch } = jobsApi.detail.useQuery(listed.id);
  const job = useLatestJob(data);
  useEffect(() => {
    if (error) onLoadFailed?.(error);
  }, [error, onLoadFailed]);
  // Whatever was read before of a job that may no longer be read, nothing can be done with it.
  const shown = isGone(error) ? undefined : job;
  return (
    <Modal title={listed.title} maxWidth="md" onClose={onClose} actions={shown && actions(shown)}>
      <Reserved data-assigned={listed.pilotId !== null}>
        {!job && !error && <LoadingNotice text={texts.loading} />}
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {shown && body(shown)}
      </Reserved>
    </Modal>
  );
}
