import { ConfirmDialog } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import { reportWrite } from '../failures.ts';

/** Confirms that a pilot releases a job. */
export function ReleaseJobDialog(props: { id: number; onClose: () => void; onReleased: () => void }) {
  const [release, { isLoading }] = jobsApi.release.useMutation();
  const confirm = async () => {
    const { released, releaseFailed } = texts.toasts;
    const done = await reportWrite(release(props.id).unwrap(), released, releaseFailed);
    if (done) props.onReleased();
    else props.onClose();
  };
  const { title, text, confirm: confirmLabel } = texts.releaseJob;
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
export function RecordPaymentDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [setStatus, { isLoading }] = jobsApi.setStatus.useMutation();
  const confirm = async () => {
    const { status, statusFailed } = texts.toasts;
    await reportWrite(setStatus({ id, status: 'paid' }).unwrap(), status('paid'), statusFailed);
    onClose();
  };
  const { title, text, confirm: confirmLabel } = texts.recordPayment;
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
