import { formatInstantDay, UNSUBMITTED_STATUSES, type JobView } from '@dps/contract';
import { styled, VisuallyHidden } from '@dps/ui';
import { ProgressBar } from '@dps/ui/data';
import { texts } from '../../texts.ts';

// The hidden text is positioned absolutely, so that it does not enlarge the scroll area of a table.
const Ended = styled('span')(({ theme }) => ({
  position: 'relative',
  color: theme.vars.palette.text.secondary,
}));

/**
 * Replaces the percentage from review on, because the last reported progress of a finished job may be below 100: the day of the
 * submission, or a dash if the server does not name it.
 */
export function ProgressEnded({ handedOverAt }: Pick<JobView, 'handedOverAt'>) {
  return (
    <Ended>
      {handedOverAt ? (
        <span>{texts.table.submitted(formatInstantDay(handedOverAt))}</span>
      ) : (
        <span aria-hidden>–</span>
      )}
      <VisuallyHidden>{texts.table.progressEnded}</VisuallyHidden>
    </Ended>
  );
}

/** The progress of a job as a bar and a percentage, until review. */
export function JobProgress({
  job,
}: {
  job: Pick<JobView, 'title' | 'status' | 'progress' | 'handedOverAt'>;
}) {
  if (!UNSUBMITTED_STATUSES.includes(job.status)) return <ProgressEnded handedOverAt={job.handedOverAt} />;
  return <ProgressBar value={job.progress} label={texts.table.progressOf(job.title)} />;
}
