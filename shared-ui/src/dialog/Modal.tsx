import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useFocusAfterDialog } from '../a11y/lost-focus.ts';
import { Icon } from '../icon/Icon.tsx';
import { icons } from '../icon/icons.ts';
import { texts } from '../texts.ts';

const Head = styled('div')({ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between' });
const Title = styled(DialogTitle)({ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' });
const Close = styled(IconButton)({ margin: '12px 16px 0 0' });

export interface ModalProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  maxWidth?: NonNullable<DialogProps['maxWidth']>;
  /** Prevents closing, for example while the form is being saved. */
  busy?: boolean;
}

/** A dialog, full screen on a phone. On close, the focus returns to the element that opened it. */
export function Modal({ title, onClose, children, actions, maxWidth = 'sm', busy = false }: ModalProps) {
  const titleId = useId();
  const phone = useMediaQuery('(max-width: 37.49em)', { noSsr: true });
  useFocusAfterDialog();
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullScreen={phone} fullWidth maxWidth={maxWidth}>
      <Head>
        <Title id={titleId} dir="auto">
          {title}
        </Title>
        <Close aria-label={texts.close} onClick={close} disabled={busy}>
          <Icon path={icons.close} />
        </Close>
      </Head>
      <DialogContent dividers>{children}</DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </Dialog>
  );
}
