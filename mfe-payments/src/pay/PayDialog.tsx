import { useEffect, useId, useRef, useState } from 'react';
import { Elements } from '@stripe/react-stripe-js';
import { formatCents, type JobMoney } from '@dps/contract';
import type { WidgetProps } from '@dps/contract/client';
import { userSignal } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { Alert, Button, Stack, Typography, useColorScheme } from '@dps/ui';
import { ErrorNotice, LoadingNotice, Modal } from '@dps/ui/data';
import { MoneyLine } from '@dps/ui/money-line';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { PayForm } from './PayForm.tsx';
import { PaymentStatusNotice } from './PaymentStatusNotice.tsx';
import { paymentAppearance, ProviderMissing, ProviderSilent } from './provider.ts';
import type { Refusal } from './charge.ts';
import { paymentObstacle, usePaymentSetup, type PaymentSetup } from './usePaymentSetup.ts';
import { useMounted, usePaymentStatus, type PaymentStatus } from './usePaymentStatus.ts';

/** Time after which the user can close the dialog while the card is charged, in milliseconds. */
const SLOW_MS = 20_000;

type PayDialogProps = WidgetProps['payments.pay-dialog'];

/** The job as long as the dialog shows the form: its budget is the provider's amount. */
const unpaid = (budget: number): JobMoney => ({ budget, status: 'completed', updatedAt: '' });

function titleOf(setup: PaymentSetup, status: PaymentStatus): string {
  const { pay } = texts;
  if (status.state === 'rejected') return pay.unconfirmed;
  if (status.state === 'open') {
    return status.check.status === 'processing' ? pay.processingTitle : pay.unconfirmed;
  }
  if (setup.state === 'setting-up') return pay.settingUp;
  return setup.state === 'failed' ? pay.setupFailed : pay.title;
}

/** Whether `active` has been true for longer than `SLOW_MS`. */
function useSlow(active: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [active]);
  return slow;
}

/**
 * Returns why the job cannot be paid now, or null. It follows the events of the job. `recheck` reads the job again and resolves
 * with the same.
 */
function useObstacle(jobId: number) {
  const { data: job } = paymentsApi.job.useQuery(jobId);
  const [readJob] = paymentsApi.job.useLazyQuery();
  const recheck = async () => {
    const { data } = await readJob(jobId);
    return data ? paymentObstacle(data) : null;
  };
  return { obstacle: job ? paymentObstacle(job) : null, recheck };
}

/**
 * The dialog in which a client pays for a job: setup, the provider's form, then the confirmation by the server. It cannot
 * be closed while the card is charged. If it closes later, the status is still polled. If the job can no longer be paid, the
 * dialog shows why.
 */
export default function PayDialog({ job, onClose }: PayDialogProps) {
  const { scheme } = useColorScheme();
  const { setup, retry } = usePaymentSetup(job.id);
  const formId = useId();
  const [isFormReady, setFormReady] = useState(false);
  const [charging, setCharging] = useState(false);
  const slow = useSlow(charging);
  const [problem, setProblem] = useState<string | null>(null);
  const { obstacle, recheck } = useObstacle(job.id);
  const backToForm = (reason: string) => {
    setProblem(reason);
    retry();
  };
  const mounted = useMounted();
  const afterRefusal = async (cause: Refusal) => {
    const user = userSignal();
    const stop = await recheck();
    if (user.aborted) return;
    const reason = stop ?? texts.pay.refusals[cause];
    toast({ title: texts.pay.failed, description: reason, look: 'destructive' });
    if (stop === null && mounted.current) backToForm(reason);
  };
  const { status, start, checkNow } = usePaymentStatus({
    job,
    onPaid: onClose,
    onNotCharged: () => backToForm(texts.pay.notCharged),
  });
  const resumed = useRef<PaymentSetup | null>(null);
  useEffect(() => {
    if (setup.state !== 'charged' || resumed.current === setup) return;
    resumed.current = setup;
    void start({ paymentIntentId: setup.paymentIntentId, charged: true });
  }, [setup, start]);

  // The own charge makes the job paid, too.
  const isOwn = charging || status.state !== 'none' || setup.state === 'charged';
  if (obstacle !== null && !isOwn) {
    return (
      <Modal title={texts.pay.title} onClose={onClose}>
        <Alert severity="info" role="status" action={<Button onClick={onClose}>{texts.pay.close}</Button>}>
          {obstacle}
        </Alert>
      </Modal>
    );
  }
  const paying = setup.state === 'ready' && status.state === 'none';
  return (
    <Modal
      title={titleOf(setup, status)}
      onClose={onClose}
      busy={charging && !slow}
      actions={
        paying && (
          <>
            <Button onClick={onClose} disabled={charging && !slow}>
              {slow ? texts.pay.close : texts.pay.cancel}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="contained"
              color="accent"
              disabled={!isFormReady || charging}
            >
              {charging ? texts.pay.paying : texts.pay.pay(formatCents(setup.cents))}
            </Button>
          </>
        )
      }
    >
      <Stack spacing={4}>
        {setup.state === 'setting-up' && <LoadingNotice text={texts.pay.settingUpText} />}
        <SetupNotice setup={setup} onRetry={retry} />
        <PaymentStatusNotice status={status} onCheckNow={checkNow} onClose={onClose} />
        {paying && (
          <>
            <div>
              <Typography variant="h3" component="p" dir="auto">
                {job.title}
              </Typography>
              <Typography color="textSecondary">{texts.pay.subtitle}</Typography>
            </div>
            <MoneyLine job={unpaid(setup.cents)} payment={null} reader="client" />
            <Typography>{texts.pay.accepts}</Typography>
            <Elements
              key={setup.clientSecret}
              stripe={setup.stripe}
              options={{ clientSecret: setup.clientSecret, appearance: paymentAppearance(scheme) }}
            >
              <PayForm
                id={formId}
                clientSecret={setup.clientSecret}
                jobId={job.id}
                paying={charging}
                slow={slow}
                problem={problem}
                onProblem={setProblem}
                onConfirmed={(charged) => void start({ paymentIntentId: setup.paymentIntentId, charged })}
                onRefused={afterRefusal}
                onReady={setFormReady}
                onPaying={setCharging}
                onReload={retry}
              />
            </Elements>
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** The reason why the setup failed; nothing in other states. */
function SetupNotice({ setup, onRetry }: { setup: PaymentSetup; onRetry: () => void }) {
  if (setup.state !== 'failed') return null;
  const { error } = setup;
  return (
    <>
      <ErrorNotice error={error} fallback={texts.pay.setupFailedText} told onRetry={onRetry} />
      {error instanceof ProviderMissing && <Alert severity="info">{texts.pay.providerMissing}</Alert>}
      {error instanceof ProviderSilent && <Alert severity="info">{texts.pay.providerSilent}</Alert>}
    </>
  );
}
