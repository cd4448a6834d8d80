import { useEffect, useRef, useState } from 'react';
import { Elements } from '@stripe/react-stripe-js';
import { formatCents, fromCents, type JobMoney } from '@dps/contract';
import type { WidgetProps } from '@dps/contract/client';
import { Alert, Button, Stack, Typography, useColorScheme } from '@dps/ui';
import { ErrorNotice, LoadingNotice, Modal } from '@dps/ui/data';
import { MoneyLine } from '@dps/ui/money-line';
import { texts } from '../texts.ts';
import { DeliverablesPart } from './DeliverablesPart.tsx';
import { PayForm } from './PayForm.tsx';
import { PaySummary } from './PaySummary.tsx';
import { PaymentStatusNotice } from './PaymentStatusNotice.tsx';
import { paymentAppearance, ProviderMissing } from './provider.ts';
import { usePaymentSetup, type PaymentSetup } from './usePaymentSetup.ts';
import { usePaymentStatus, type PaymentStatus } from './usePaymentStatus.ts';

type PayDialogProps = WidgetProps['payments.pay-dialog'];

/** The job as long as the dialog shows the form: its budget is the provider's amount. */
const unpaid = (cents: number): JobMoney => ({
  budget: fromCents(cents),
  status: 'completed',
  updatedAt: '',
});

function titleOf(setup: PaymentSetup, status: PaymentStatus): string {
  const { pay } = texts;
  if (status.state === 'rejected') return pay.unconfirmed;
  if (status.state === 'open') {
    return status.check.status === 'processing' ? pay.processingTitle : pay.unconfirmed;
  }
  if (setup.state === 'setting-up') return pay.settingUp;
  return setup.state === 'failed' ? pay.setupFailed : pay.title;
}

/**
 * The dialog in which a client pays for a job: setup, the provider's form, then the confirmation by the server. It cannot
 * be closed while the card is charged. If it closes later, the status is still polled.
 */
export default function PayDialog({ job, onClose }: PayDialogProps) {
  const { scheme } = useColorScheme();
  const { setup, retry } = usePaymentSetup(job.id);
  const [charging, setCharging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const backToForm = () => {
    setProblem(texts.pay.notCharged);
    retry();
  };
  const { status, start, checkNow } = usePaymentStatus({ job, onPaid: onClose, onNotCharged: backToForm });
  const resumed = useRef<PaymentSetup | null>(null);
  useEffect(() => {
    if (setup.state !== 'charged' || resumed.current === setup) return;
    resumed.current = setup;
    void start({ paymentIntentId: setup.paymentIntentId, charged: true });
  }, [setup, start]);

  const paying = setup.state === 'ready' && status.state === 'none';
  return (
    <Modal title={titleOf(setup, status)} onClose={onClose} busy={charging}>
      <Stack spacing={4}>
        {paying && <Typography color="textSecondary">{texts.pay.subtitle}</Typography>}
        {setup.state === 'setting-up' && <LoadingNotice text={texts.pay.settingUpText} />}
        <SetupNotice setup={setup} onRetry={retry} onClose={onClose} />
        <PaymentStatusNotice status={status} onCheckNow={checkNow} onClose={onClose} />
        {paying && (
          <>
            <PaySummary title={job.title} amount={formatCents(setup.cents)} />
            <MoneyLine job={unpaid(setup.cents)} payment={null} reader="client" />
            <DeliverablesPart jobId={job.id} />
            <Elements
              key={setup.clientSecret}
              stripe={setup.stripe}
              options={{ clientSecret: setup.clientSecret, appearance: paymentAppearance(scheme) }}
            >
              <PayForm
                amount={formatCents(setup.cents)}
                clientSecret={setup.clientSecret}
                problem={problem}
                onProblem={setProblem}
                onConfirmed={(charged) => void start({ paymentIntentId: setup.paymentIntentId, charged })}
                onCancel={onClose}
                onBusy={setCharging}
                onReload={retry}
              />
            </Elements>
          </>
        )}
      </Stack>
    </Modal>
  );
}

interface SetupNoticeProps {
  setup: PaymentSetup;
  onRetry: () => void;
  onClose: () => void;
}

/** The reason why the dialog has no form; nothing while it loads. */
function SetupNotice({ setup, onRetry, onClose }: SetupNoticeProps) {
  if (setup.state === 'paid') {
    return (
      <Alert severity="success" role="status" action={<Button onClick={onClose}>{texts.pay.close}</Button>}>
        {texts.pay.alreadyPaid}
      </Alert>
    );
  }
  if (setup.state !== 'failed') return null;
  const { error } = setup;
  return (
    <>
      <ErrorNotice error={error} fallback={texts.pay.setupFailedText} told onRetry={onRetry} />
      {error instanceof ProviderMissing && <Alert severity="info">{texts.pay.providerMissing}</Alert>}
    </>
  );
}
