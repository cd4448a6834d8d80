import { useState, type ReactNode } from 'react';
import { ConfirmDialog, Modal } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { useUnloadWarning } from './form-draft.ts';

interface FormDialogProps {
  title: string;
  /** Something was entered that closing would lose: closing asks first. */
  unsaved: boolean;
  busy: boolean;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
}

/** A dialog with a form: whatever closes it asks first while something would be lost. */
export function FormDialog({ title, unsaved, busy, onClose, actions, children }: FormDialogProps) {
  const [asking, setAsking] = useState(false);
  useUnloadWarning(unsaved);
  const close = () => {
    if (unsaved) setAsking(true);
    else onClose();
  };
  const { discard } = texts;
  return (
    <Modal title={title} maxWidth="md" busy={busy} onClose={close} actions={actions}>
      {children}
      {asking && (
        <ConfirmDialog
          title={discard.title}
          text={discard.text}
          confirmLabel={discard.confirm}
          cancelLabel={discard.keep}
          tone="danger"
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Modal>
  );
}
