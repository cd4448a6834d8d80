import { useState, type ReactNode } from 'react';
import { may, type AttachmentView, type JobDetailView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Icon, IconButton, icons, Typography } from '@dps/ui';
import { ConfirmDialog } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { uploadTexts } from '../../texts/uploads.ts';
import { removalTexts } from '../../texts/removals.ts';
import { UploadList } from '../../uploads/UploadList.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import { reportWrite } from '../failures.ts';
import { FileList } from './FileList.tsx';

function DeleteFileDialog({ file, onClose }: { file: AttachmentView; onClose: () => void }) {
  const [remove, { isLoading }] = jobsApi.removeAttachment.useMutation();
  const { title, text, confirm } = removalTexts.deleteFile;
  const confirmed = async () => {
    const { fileDeleted, deleteFileFailed } = texts.toasts;
    await reportWrite(remove(file).unwrap(), fileDeleted(file.fileName), deleteFileFailed);
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      text={text(file.fileName)}
      confirmLabel={confirm}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirmed()}
      onClose={onClose}
    />
  );
}

/**
 * The files of a job: its attachments, then its running and failed uploads. With `canDelete`, the owner of a job without a
 * pilot deletes each attachment after a confirmation.
 */
export function JobFiles(props: { job: JobDetailView; empty: ReactNode; canDelete?: boolean }) {
  const { job, empty, canDelete = false } = props;
  const actor = useActor();
  const unfinished = useUploads('attachment', job.id).filter(({ state }) => state !== 'done');
  const [deleted, setDeleted] = useState<AttachmentView | null>(null);
  const deleteButton = (file: AttachmentView) => (
    <IconButton
      size="small"
      aria-label={removalTexts.deleteFile.open(file.fileName)}
      onClick={() => setDeleted(file)}
    >
      <Icon path={icons.trash} size={18} />
    </IconButton>
  );
  return (
    <>
      <FileList
        files={job.attachments}
        empty={unfinished.length === 0 && empty}
        {...(canDelete && may('attachments.remove', actor, job) && { actionOf: deleteButton })}
      />
      {unfinished.length > 0 && (
        <UploadList
          uploads={unfinished}
          heading={<Typography variant="subtitle2">{uploadTexts.open}</Typography>}
        />
      )}
      {deleted && <DeleteFileDialog file={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}
