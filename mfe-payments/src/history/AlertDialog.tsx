import { useId, type ReactNode } from 'react';
import { Button } from '@dps/shared-contracts/ui';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';

interface AlertDialogProps {
  title: string;
  children?: ReactNode;
  onClose: () => void;
}

/** Says something and waits for "OK". */
export function AlertDialog({ title, children, onClose }: AlertDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      {...(children !== undefined && { 'aria-describedby': `${id}-text` })}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      {children !== undefined && <DialogContent id={`${id}-text`}>{children}</DialogContent>}
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {texts.page.ok}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
