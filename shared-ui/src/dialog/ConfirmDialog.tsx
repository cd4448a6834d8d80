import { useId } from 'react';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useFocusAfterDialog } from '../a11y/lost-focus.ts';
import { Button } from '../button/Button.tsx';
import { texts } from '../texts.ts';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Label of the confirm button, a verb phrase: "Delete job". */
  confirmLabel: string;
  /** Label of the cancel button; default: "Cancel". */
  cancelLabel?: string;
  tone?: 'default' | 'danger' | 'money';
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
}

const COLOURS = { default: 'primary', danger: 'error', money: 'accent' } as const;

/** A dialog that requires confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirmLabel, cancelLabel = texts.cancel } = props;
  const { tone = 'default', onConfirm, onClose, busy = false } = props;
  const id = useId();
  useFocusAfterDialog();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => !busy && onClose()}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-text`}>{text}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {cancelLabel}
        </Button>
        <Button variant="contained" color={COLOURS[tone]} onClick={onConfirm} loading={busy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
