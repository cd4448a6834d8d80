import { useEffect, useRef, useState } from 'react';
import { Elements } from '@stripe/react-stripe-js';
import { formatCents } from '@dps/shared-contracts';
import type { WidgetProps } from '@dps/shared-contracts/client';
import { Stack, Typography, useColorScheme } from '@dps/shared-contracts/ui';
import { LoadingNotice, Modal } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { paymentAppearance } from './appearance.ts';
import { PayForm } from './PayForm.tsx';
import { PaySummary } from './PaySummary.tsx';
import { PursuitNotice } from './PursuitNotice.tsx';
import { SetupNotice } from './SetupNotice.tsx';
import { usePaymentSetup, type PaymentSetup } from './usePaymentSetup.ts';
import { usePursuit, type Pursuit } from './usePursuit.ts';

type PayDialogProps = WidgetProps['payments.pay-dialog'];

function titleOf(setup: PaymentSetup, pursuit: Pursuit): string {
  const { pay } = texts;
  if (pursuit.state === 'refused') return pay.unconfirmed;
  if (pursuit.state === 'open') return pursuit.news === 'processing' ? pay.processingTitle : pay.unconfirmed;
  if (setup.state === 'setting-up') return pay.settingUp;
  return setup.state === 'failed' ? pay.setupFailed : pay.title;
}

/**
 * The dialog in which a client pays for a job: first set up, then the provider's form, then our confirmation. It may be
 * closed at any time but while the card is charged; a payment that was begun is pursued all the same.
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
  const { pursuit, start, askNow } = usePursuit({ job, onPaid: onClose, onNotCharged: backToForm });
  const resumed = useRef<PaymentSetup | null>(null);
  useEffect(() => {
    if (setup.state !== 'charged' || resumed.current === setup) return;
    resumed.current = setup;
    void start({ paymentIntentId: setup.paymentIntentId, charged: true });
  }, [setup, start]);

  const paying = setup.state === 'ready' && pursuit.state === 'none';
  return (
    <Modal title={titleOf(setup, pursuit)} onClose={onClose} busy={charging}>
      <Stack spacing={4}>
        {paying && <Typography color="textSecondary">{texts.pay.subtitle}</Typography>}
        {setup.state === 'setting-up' && <LoadingNotice text={texts.pay.settingUpText} />}
        <SetupNotice setup={setup} onRetry={retry} onClose={onClose} />
        <PursuitNotice pursuit={pursuit} onAskNow={askNow} onClose={onClose} />
        {paying && (
          <>
            <PaySummary title={job.title} amount={formatCents(setup.cents)} />
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
                onClaim={(claimed) =>
                  void start({ paymentIntentId: setup.paymentIntentId, charged: claimed })
                }
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
