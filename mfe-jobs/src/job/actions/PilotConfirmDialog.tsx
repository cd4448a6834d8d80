import type { JobView } from '@dps/contract';
import { ConfirmDialog } from '@dps/ui/data';
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

/** Confirms that a pilot releases a job. */
function ReleaseJobDialog(props: Props) {
  const [release, { isLoading }] = jobsApi.release.useMutation();
  const confirm = async () => {
    const { released, releaseFailed } = texts.toasts;
    const done = await reportWrite(release({ id: props.job.id }).unwrap(), released, releaseFailed);
    if (done) props.onReleased();
    else props.onClose();
  };
  const { title, text, confirm: confirmLabel } = confirmTexts.releaseJob;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    />
  );
}

/** Confirms that a pilot agrees to the client's request to end the assignment. */
function AgreeDialog({ job: { id }, onClose, onReleased }: Props) {
  const [decideEnd, { isLoading }] = jobsApi.decideEnd.useMutation();
  const { title, text, confirm: confirmLabel, done, failed } = confirmTexts.agree;
  const confirm = async () => {
    const isDone = await reportWrite(decideEnd({ id, consent: true }).unwrap(), done, failed);
    if (isDone) onReleased();
    else onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      tone="danger"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Confirms that a pilot records a payment outside the platform. */
function RecordPaymentDialog({ job: { id }, onClose }: Props) {
  const [setStatus, { isLoading }] = jobsApi.setStatus.useMutation();
  const confirm = async () => {
    const { status, statusFailed } = texts.toasts;
    await reportWrite(setStatus({ id, status: 'paid' }).unwrap(), status('paid'), statusFailed);
    onClose();
  };
  const { title, text, confirm: confirmLabel } = confirmTexts.recordPayment;
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      tone="money"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
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
