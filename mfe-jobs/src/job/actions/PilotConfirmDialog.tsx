import { useId } from 'react';
import { isCounted, type JobDetailView } from '@dps/contract';
import { Button, Typography, styled } from '@dps/ui';
import { ConfirmDialog, Dialog, DialogActions, DialogContent, DialogTitle, ToneBadge } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { Facts } from '../../page/Facts.tsx';
import { texts } from '../../texts.ts';
import { reportWrite } from '../failures.ts';

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
  complete: {
    title: 'Mark this job as completed?',
    text: 'The client is then asked to pay, and the job cannot return to review.',
    flights: 'Flight records',
    logs: 'With a flight log',
    notEvidence: 'Not evidence of the job',
    percent: (value: number) => `${value}%`,
    ofFlights: (logs: number, flights: number) => `${logs} of ${flights}`,
    ofNewest: (logs: number, flights: number) => `${logs} of the newest ${flights}`,
    cancel: 'Cancel',
    completeAt: (progress: number) => `Complete at ${progress}%`,
    setAndComplete: 'Set 100% and Complete',
  },
} as const;

interface Props {
  job: JobDetailView;
  onClose: () => void;
  onReleased: () => void;
  /** Completes a job, with a new progress if the pilot chooses it. */
  onComplete: (progress?: 100) => void;
}

/** Confirms that a pilot releases a job. */
function ReleaseJobDialog(props: Props) {
  const [release, { isLoading }] = jobsApi.release.useMutation();
  const confirm = async () => {
    const { released, releaseFailed } = texts.toasts;
    const done = await reportWrite(release(props.job.id).unwrap(), released, releaseFailed);
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

/**
 * The details about the work of a job: progress, flights, flights with a log that is evidence of the job, and those with a log that
 * is not.
 */
function workOf({ progress, flightData, flightDataCount }: JobDetailView) {
  const { percent, flights, logs, notEvidence, ofFlights, ofNewest } = confirmTexts.complete;
  const logged = flightData.filter(({ evidence }) => evidence);
  const counted = logged.filter(({ evidence }) => evidence && isCounted(evidence)).length;
  const others = logged.length - counted;
  const share = (count: number) =>
    flightDataCount > flightData.length
      ? ofNewest(count, flightData.length)
      : ofFlights(count, flightDataCount);
  return [
    [texts.fields.progress, percent(progress)],
    [flights, flightDataCount],
    [logs, share(counted)],
    ...(others > 0
      ? [
          [
            notEvidence,
            <ToneBadge key="others" tone="yellow" shape="diamond" label={share(others)} />,
          ] as const,
        ]
      : []),
  ] as const;
}

const Work = styled('div')({ marginTop: 16 });
// Three long labels do not fit next to each other on a phone.
const Choices = styled(DialogActions)({ flexWrap: 'wrap', gap: 8, '& > button': { margin: 0 } });

/** Confirms that a pilot completes a job, with the details about the work. Offers to set a lower progress to 100. */
function CompleteJobDialog({ job, onClose, onComplete }: Props) {
  const id = useId();
  const { title, text, cancel, completeAt, setAndComplete } = confirmTexts.complete;
  const lower = job.progress < 100;
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography>{text}</Typography>
        <Work>
          <Facts facts={workOf(job)} />
        </Work>
      </DialogContent>
      <Choices>
        <Button onClick={onClose}>{cancel}</Button>
        {lower && (
          <Button variant="outlined" onClick={() => onComplete()}>
            {completeAt(job.progress)}
          </Button>
        )}
        <Button variant="contained" onClick={() => onComplete(lower ? 100 : undefined)}>
          {lower ? setAndComplete : texts.job.markAs('completed')}
        </Button>
      </Choices>
    </Dialog>
  );
}

const DIALOGS = { release: ReleaseJobDialog, paid: RecordPaymentDialog, completed: CompleteJobDialog };
export type Confirmed = keyof typeof DIALOGS;

/** The confirmation of a pilot's action on a job. The first click loads it. */
export default function PilotConfirmDialog({ kind, ...props }: Props & { kind: Confirmed }) {
  const Confirmation = DIALOGS[kind];
  return <Confirmation {...props} />;
}
