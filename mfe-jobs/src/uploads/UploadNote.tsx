import { Icon, icons, styled, Typography } from '@dps/ui';
import { texts } from '../texts.ts';
import { useUploads } from './useUploads.ts';

const Note = styled(Typography)({ display: 'flex', alignItems: 'center', gap: 4 });

/** The number of running or failed uploads of a job; renders nothing if there are none. */
export function UploadNote({ jobId }: { jobId: number }) {
  const unfinished = useUploads('attachment', jobId).filter(({ state }) => state !== 'done');
  const failed = unfinished.filter(({ state }) => state === 'failed').length;
  if (unfinished.length === 0) return null;
  const running = unfinished.length - failed;
  return (
    <Note variant="caption" color={running > 0 ? 'textSecondary' : 'error'}>
      <Icon path={running > 0 ? icons.upload : icons.warning} size={14} />
      <span>{running > 0 ? texts.uploads.running(running) : texts.uploads.notUploaded(failed)}</span>
    </Note>
  );
}
