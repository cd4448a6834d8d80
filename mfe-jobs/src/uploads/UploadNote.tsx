import { Icon, icons, styled, Typography } from '@dps/ui';
import { texts } from '../texts.ts';
import { useUploads } from './useUploads.ts';

const Note = styled(Typography)({ display: 'flex', alignItems: 'center', gap: 4 });

/** A line about the files that are on their way to a job, or did not get there; nothing when there are none. */
export function UploadNote({ jobId }: { jobId: number }) {
  const open = useUploads(jobId).filter(({ state }) => state !== 'done');
  const failed = open.filter(({ state }) => state === 'failed').length;
  if (open.length === 0) return null;
  const underWay = open.length - failed;
  return (
    <Note variant="caption" color={underWay > 0 ? 'textSecondary' : 'error'}>
      <Icon path={underWay > 0 ? icons.upload : icons.warning} size={14} />
      {underWay > 0 ? texts.uploads.underWay(underWay) : texts.uploads.notUploaded(failed)}
    </Note>
  );
}
