import type { JobView } from '@dps/contract';
import { ConfirmDialog, type ConfirmDialogProps } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { reportWrite } from '../failures.ts';
import { ReleaseForm } from './ReasonForm.tsx';
import StepConfirmDialog, { type ConfirmedStep } from './StepConfirmDialog.tsx';

/** The texts of a pilot's confirmations: a file of its own, because the first load does without them. */
const confirmTexts = {
  recordPayment: {
    title: 'Mark this job as paid?',
    text: 'This records that you received the money for this job outside the platform. It cannot be undone, and the client can no longer pay for it by card.',
    confirm: 'Mark as Paid',
  },
  releaseJob: {
    title: 'Release this job?',
    text: 'You lose the job, and other pilots can accept it.',
    confirm: 'Release Job',
  },
  agree: {
    title: 'End this assignment?',
    text: 'You lose the job, and other pilots can accept it. Your flights and deliverables stay readable to the client and to you.',
    confirm: 'End Assignment',
    done: { title: 'Assignment Ended', description: 'Your flights and deliverables stay readable.' },
    failed: {
      title: 'Error',
      description: 'The assignment could not be ended. Nothing was changed; try again.',
      look: 'destructive',
    },
  },
} as const;

interface Props {
  job: JobView;
  onClose: () => void;
  onReleased: () => void;
  /** Moves the job to a confirmed step, with a new progress if the pilot chooses it. */
  onStep: (status: ConfirmedStep, progress?: 100) => void;
}

interface QuestionProps {
  words: Readonly<Record<'title' | 'text' | 'confirm', string>>;
  tone: NonNullable<ConfirmDialogProps['tone']>;
  busy: boolean;
  /** Sends the call. Resolves with whether it succeeded; the toasts of both are shown. */
  send: () => Promise<boolean>;
  /** Closes the question after a failure. */
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a call. */
function Question({ words, tone, busy, send, onClose, onDone }: QuestionProps) {
  return (
    <ConfirmDialog
      title={words.title}
      text={words.text}
      confirmLabel={words.confirm}
      tone={tone}
      busy={busy}
      onConfirm={() => void send().then((isDone) => (isDone ? onDone() : onClose()))}
      onClose={onClose}
    />
  );
}

/** Confirms that a pilot releases a job. */
function ReleaseJobDialog({ job: { id }, onClose, onReleased }: Props) {
  const [release, { isLoading }] = jobsApi.release.useMutation();
  const { released, releaseFailed } = texts.toasts;
  const send = () => reportWrite(release({ id }).unwrap(), released, releaseFailed);
  const rest = { tone: 'danger', busy: isLoading, send, onClose, onDone: onReleased } as const;
  return <Question words={confirmTexts.releaseJob} {...rest} />;
}

/** Confirms that a pilot agrees to the client's request to end the assignment. */
function AgreeDialog({ job: { id }, onClose, onReleased }: Props) {
  const [decideEnd, { isLoading }] = jobsApi.decideEnd.useMutation();
  const { done, failed, ...words } = confirmTexts.agree;
  const send = () => reportWrite(decideEnd({ id, consent: true }).unwrap(), done, failed);
  const rest = { tone: 'danger', busy: isLoading, send, onClose, onDone: onReleased } as const;
  return <Question words={words} {...rest} />;
}

/** Confirms that a pilot records a payment outside the platform. */
function RecordPaymentDialog({ job: { id }, onClose }: Props) {
  const [setStatus, { isLoading }] = jobsApi.setStatus.useMutation();
  const { status, statusFailed } = texts.toasts;
  const send = () => reportWrite(setStatus({ id, status: 'paid' }).unwrap(), status('paid'), statusFailed);
  const rest = { tone: 'money', busy: isLoading, send, onClose, onDone: onClose } as const;
  return <Question words={confirmTexts.recordPayment} {...rest} />;
}

export type Confirmed = 'release' | 'withdraw' | 'agree' | 'paid' | ConfirmedStep;

/** The confirmation of a pilot's action on a job. The first click loads it. */
export default function PilotConfirmDialog({ kind, ...props }: Props & { kind: Confirmed }) {
  if (kind === 'release') return <ReleaseJobDialog {...props} />;
  if (kind === 'agree') return <AgreeDialog {...props} />;
  if (kind === 'paid') return <RecordPaymentDialog {...props} />;
  const { job, onStep, onClose, onReleased } = props;
  if (kind === 'withdraw')
    return <ReleaseForm kind="withdraw" job={job} onClose={onClose} onDone={onReleased} />;
  return <StepConfirmDialog to={kind} {...props} onStep={(progress) => onStep(kind, progress)} />;
}
