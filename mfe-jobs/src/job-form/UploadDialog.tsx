import { useEffect, useEffectEvent } from 'react';
import type { JobView } from '@dps/contract';
import { Button, styled, Typography } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { uploadTexts } from '../texts/uploads.ts';
import { UploadList } from '../uploads/UploadList.tsx';
import { useUploads } from '../uploads/useUploads.ts';

const Hint = styled(Typography)({ marginTop: 16 });

/** Replaces the form of a saved job: shows the uploads of its files, and closes once all succeed. */
export function UploadDialog({ job, onClose }: { job: Pick<JobView, 'id' | 'title'>; onClose: () => void }) {
  const uploads = useUploads('attachment', job.id);
  const finished = uploads.every(({ state }) => state === 'done');
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (finished) close();
  }, [finished]);
  const ended = uploads.every(({ state }) => state === 'done' || state === 'failed');
  const { canClose, canRetry, close: label } = uploadTexts;
  return (
    <Modal
      title={job.title}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {label}
        </Button>
      }
    >
      <UploadList
        uploads={uploads}
        heading={<Typography variant="h3">{texts.fields.attachments}</Typography>}
      />
      <Hint color="textSecondary">{ended ? canRetry : canClose}</Hint>
    </Modal>
  );
}
