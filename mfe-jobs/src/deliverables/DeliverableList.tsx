import { useState } from 'react';
import type { DeliverableView } from '@dps/contract';
import { Icon, IconButton, icons } from '@dps/ui';
import { ConfirmDialog } from '@dps/ui/data';
import { DeliveredFiles } from '@dps/ui/delivered-files';
import { toast } from '@dps/ui/toast';
import { failureText } from '../job/failures.ts';
import { deliverablesApi } from './deliverables-api.ts';
import { texts } from '../texts/deliverables.ts';

function DeleteDialog({ file, onClose }: { file: DeliverableView; onClose: () => void }) {
  const [remove, { isLoading }] = deliverablesApi.removeDeliverable.useMutation();
  const { title, text, confirm, failed } = texts.remove;
  const confirmed = async () => {
    const result = await remove(file);
    if (result.error)
      toast({ title: texts.title, description: failureText(result.error, failed), look: 'destructive' });
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

interface DeliverableListProps {
  jobId: number;
  /** The text without files; by default the text for clients. */
  empty?: string;
  canDelete?: boolean;
  /** The pilot whose files are shown; by default all files. */
  uploadedBy?: number | null;
}

/** The delivered files of a job; with `canDelete`, each has a button that deletes it after a confirmation. */
export function DeliverableList({ jobId, empty, canDelete = false, uploadedBy }: DeliverableListProps) {
  const { data, error, refetch } = deliverablesApi.deliverables.useQuery(jobId);
  const files = uploadedBy === undefined ? data : data?.filter((file) => file.uploadedBy === uploadedBy);
  const [deleted, setDeleted] = useState<DeliverableView | null>(null);
  const deleteButton = (file: DeliverableView) => (
    <IconButton size="small" aria-label={texts.deleteFile(file.fileName)} onClick={() => setDeleted(file)}>
      <Icon path={icons.trash} size={18} />
    </IconButton>
  );
  return (
    <>
      <DeliveredFiles
        query={{ data: files, error, refetch }}
        {...(empty && { empty })}
        {...(canDelete && { actionOf: deleteButton })}
      />
      {deleted && <DeleteDialog file={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}
