import { PROGRESS_STATUSES, type JobView } from '@dps/shared-contracts';
import { styled, VisuallyHidden } from '@dps/ui';
import { ProgressBar } from '@dps/ui/data';
import { texts } from '../../texts.ts';

// The hidden text is placed absolutely: a table that scrolls must not grow by it.
const Ended = styled('span')(({ theme }) => ({
  position: 'relative',
  color: theme.vars.palette.text.secondary,
}));

/** In place of a percentage from review on: a pilot may finish a job whose last reported progress is below 100. */
export function ProgressEnded() {
  return (
    <Ended>
      <span aria-hidden>–</span>
      <VisuallyHidden>{texts.table.progressEnded}</VisuallyHidden>
    </Ended>
  );
}

/** The progress of a job as a bar and a percentage, while the pilot may report it. */
export function JobProgress({ job }: { job: Pick<JobView, 'title' | 'status' | 'progress'> }) {
  if (!PROGRESS_STATUSES.includes(job.status)) return <ProgressEnded />;
  return <ProgressBar value={job.progress} label={texts.table.progressOf(job.title)} />;
}
