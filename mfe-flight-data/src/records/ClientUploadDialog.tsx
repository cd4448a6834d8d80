import { ButtonLink, Typography } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { texts } from '../texts.ts';

/** Explains to a client that pilots upload flight data, and links to the client's jobs, which show it. */
export function ClientUploadDialog({ onClose }: { onClose: () => void }) {
  const { title, text, jobs } = texts.clientUpload;
  return (
    <Modal
      title={title}
      onClose={onClose}
      maxWidth="xs"
      actions={
        <ButtonLink to="/jobs" variant="outlined">
          {jobs}
        </ButtonLink>
      }
    >
      <Typography>{text}</Typography>
    </Modal>
  );
}
