import { useState, type ReactNode } from 'react';
import { useUnloadWarning } from '@dps/shared-contracts/form';
import { ConfirmDialog, Modal } from '@dps/ui/data';
import { formTexts } from '../texts/form.ts';

interface FormDialogProps {
  title: string;
  /** Whether closing loses input. Closing then needs a confirmation. */
  unsaved: boolean;
  busy: boolean;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
}

/** A dialog with a form. Closing it with unsaved input needs a confirmation. */
export function FormDialog({ title, unsaved, busy, onClose, actions, children }: FormDialogProps) {
  const [confirming, setConfirming] = useState(false);
  useUnloadWarning(unsaved);
  const close = () => {
    if (unsaved) setConfirming(true);
    else onClose();
  };
  const { discard } = formTexts;
  return (
    <Modal title={title} maxWidth="md" busy={busy} onClose={close} actions={actions}>
      {children}
      {confirming && (
        <ConfirmDialog
          title={discard.title}
          text={discard.text}
          confirmLabel={discard.confirm}
          cancelLabel={discard.keep}
          tone="danger"
          onConfirm={onClose}
          onClose={() => setConfirming(false)}
        />
      )}
    </Modal>
  );
}
