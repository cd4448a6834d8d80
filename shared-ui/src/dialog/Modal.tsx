import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
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

const Line = styled('div')({ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between' });
const Title = styled(DialogTitle)({
  flex: '1 1 0',
  minWidth: 0,
  overflowWrap: 'anywhere',
  '&:focus': { outline: 'none' },
});
const Back = styled(IconButton)({ margin: '12px -16px 0 16px' });
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
  /**
   * The content is another `Modal`, the next step of this dialog: it fills the dialog with its title, content and actions, and a
   * button leads back. In an earlier shell, it opens over this dialog.
   */
  onBack?: (() => void) | undefined;
}

/** The dialog that a step fills. */
interface Stage {
  titleId: string;
  onClose: () => void;
  onBack: () => void;
  /** Reports the step that is on screen, and whether it prevents closing. */
  setStep: (step: { busy: boolean } | null) => void;
}
const StageContext = createContext<Stage | null>(null);

/** A dialog, full screen on a phone. On close, the focus returns to the element that opened it. */
export function Modal(props: ModalProps) {
  const stage = use(StageContext);
  return stage ? <Step {...props} stage={stage} /> : <OwnDialog {...props} />;
}

function OwnDialog(props: ModalProps) {
  const { title, onClose, children, maxWidth = 'sm', busy = false, onBack } = props;
  const titleId = useId();
  const phone = useMediaQuery('(max-width: 37.49em)', { noSsr: true });
  const [step, setStep] = useState<Parameters<Stage['setStep']>[0]>(null);
  useFocusAfterDialog();
  const canClose = !(step?.busy ?? busy);
  const close = useCallback(() => {
    if (canClose) onClose();
  }, [canClose, onClose]);
  const stage = useMemo(
    () => onBack && { titleId, onClose: close, onBack, setStep },
    [titleId, close, onBack],
  );
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullScreen={phone} fullWidth maxWidth={maxWidth}>
      {stage ? (
        <>
          {/* Until the step is loaded. */}
          {!step && <Head title={title} titleId={titleId} onClose={close} onBack={onBack} />}
          <StageContext value={stage}>{children}</StageContext>
        </>
      ) : (
        <Parts {...props} titleId={titleId} onClose={close} />
      )}
    </Dialog>
  );
}

/** The next step of a dialog. Its title takes the focus, because the button that opened the step has disappeared. */
function Step({ stage: { setStep, ...stage }, busy = false, ...props }: ModalProps & { stage: Stage }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    setStep({ busy });
    return () => setStep(null);
  }, [busy, setStep]);
  useEffect(() => title.current?.focus(), []);
  return <Parts {...props} {...stage} busy={busy} titleRef={title} />;
}

interface HeadProps extends Pick<ModalProps, 'title' | 'onClose' | 'onBack' | 'busy'> {
  titleId: string;
  titleRef?: Ref<HTMLHeadingElement>;
}

function Head({ title, titleId, titleRef, onClose, onBack, busy = false }: HeadProps) {
  return (
    <Line>
      {onBack && (
        <Back aria-label={texts.back} onClick={onBack} disabled={busy}>
          <Icon path={icons.arrowBack} />
        </Back>
      )}
      <Title id={titleId} ref={titleRef} dir="auto" {...(titleRef && { tabIndex: -1 })}>
        {title}
      </Title>
      <Close aria-label={texts.close} onClick={onClose} disabled={busy}>
        <Icon path={icons.close} />
      </Close>
    </Line>
  );
}

function Parts({ children, actions, ...head }: HeadProps & Pick<ModalProps, 'children' | 'actions'>) {
  return (
    <>
      <Head {...head} />
      <DialogContent dividers>
        <StageContext value={null}>{children}</StageContext>
      </DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </>
  );
}
