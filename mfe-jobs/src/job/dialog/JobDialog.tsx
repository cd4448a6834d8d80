import { useEffect, useMemo, type ReactNode } from 'react';
import { may, type JobDetailView, type JobView } from '@dps/contract';
import { isApiError, useActor, useLatestJob, type ApiError } from '@dps/contract/client';
import { styled } from '@dps/ui';
import { ErrorNotice, Modal } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { HistoryPart } from '../history/HistoryPart.tsx';

const Place = styled('div')({ marginBottom: 16 });
/** Reserves the height of the loaded job, so that buttons do not move. Assigned jobs also show flights and progress. */
const Reserved = styled('div')({
  minHeight: 240,
  '&[data-assigned="true"]': { minHeight: 'min(560px, 60vh)' },
});
const isGone = (error: unknown): error is ApiError => isApiError(error) && error.status === 404;

interface JobDialogProps {
  /** The job from its list, for the title while the details load. */
  listed: JobView;
  onClose: () => void;
  body: (job: JobDetailView) => ReactNode;
  actions: (job: JobDetailView) => ReactNode;
  /** Runs once per failed request for the details, in addition to the notice in the dialog. */
  onLoadFailed?: (error: unknown) => void;
  /** A `Modal` that replaces the details as the next step of the dialog, and the way back from it. */
  step?: { content: ReactNode; onBack: () => void } | undefined;
  /** Whether the last details stay, although the user may no longer read the job. `body` says why. */
  keepsDetails?: boolean;
}

/** The notice that the details failed to load. Explains a 404, for which the server's message is "Not found". */
function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const shownError = isGone(error) ? { ...error, userMessage: texts.job.gone } : error;
  return (
    <Place>
      <ErrorNotice
        title={texts.job.loadFailed}
        error={shownError}
        fallback={texts.job.nothingLost}
        onRetry={onRetry}
      />
    </Place>
  );
}

/** Returns the details with the values of the list, if those are newer, and with what only the list of open jobs has. */
function withListed(details: JobDetailView, listed: JobView): JobDetailView {
  if (Date.parse(listed.updatedAt) > Date.parse(details.updatedAt)) return { ...details, ...listed };
  return listed.clientJobs ? { ...details, clientJobs: listed.clientJobs } : details;
}

/** The dialog of one job, with its details or the loading or error state. */
export function JobDialog(props: JobDialogProps) {
  const { listed, onClose, body, actions, onLoadFailed, step, keepsDetails = false } = props;
  const { data, error: loadError, refetch } = jobsApi.detail.useQuery(listed.id);
  const error = keepsDetails && data ? undefined : loadError;
  const job = useLatestJob(useMemo(() => data && withListed(data, listed), [data, listed]));
  const actor = useActor();
  useEffect(() => {
    if (error) onLoadFailed?.(error);
  }, [error, onLoadFailed]);
  // Hide cached details once the user may no longer read the job.
  const shown = isGone(error) ? undefined : job;
  return (
    <Modal
      title={listed.title}
      maxWidth="md"
      onClose={onClose}
      onBack={step?.onBack}
      actions={!step && shown && actions(shown)}
    >
      {step?.content ?? (
        <Reserved
          data-assigned={listed.pilotId !== null}
          // An open job may have no control in its content, which the keyboard must scroll.
          {...(listed.pilotId === null && { tabIndex: 0, role: 'group', 'aria-label': listed.title })}
        >
          {!job && !error && <LoadingShape text={texts.loading} shape="facts" count={6} />}
          {error && <LoadError error={error} onRetry={() => void refetch()} />}
          {shown && body(shown)}
          {shown && may('jobs.read-history', actor, shown) && <HistoryPart jobId={shown.id} />}
        </Reserved>
      )}
    </Modal>
  );
}
