import { Button } from '@dps/ui';
import { texts } from '../../texts.ts';
import { About, jobNameId } from './JobName.tsx';

/** The state of a row whose last change was not saved. The caller moves the focus, because Retry disappears. */
export function NotSaved({ jobId, onRetry }: { jobId: number; onRetry: () => void }) {
  return (
    <About role="status">
      {texts.table.notSaved}{' '}
      <Button size="small" aria-describedby={jobNameId(jobId)} onClick={onRetry}>
        {texts.table.retry}
      </Button>
    </About>
  );
}
