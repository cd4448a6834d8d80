import { useEffect, useRef, useState } from 'react';
import { Elements } from '@stripe/react-stripe-js';
import { formatDollars } from '@dps/shared-contracts';
import type { WidgetProps } from '@dps/shared-contracts/client';
import { Alert, Button, Stack, Typography, useColorScheme } from '@dps/shared-contracts/ui';
import { ErrorNotice, LoadingNotice, Modal } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { paymentAppearance } from './appearance.ts';
import { PayForm } from './PayForm.tsx';
import { useConfirmation } from './useConfirmation.ts';
import { usePaymentSetup } from './usePaymentSetup.ts';

type PayDialogProps = WidgetProps['payments.pay-dialog'];

/** The dialog in which a client pays for a job: first set up, then the provider's form, then our confirmation. */
export default function PayDialog({ job, onClose }: PayDialogProps) {
  const { scheme } = useColorScheme();
  const { setup, retry } = usePaymentSetup(job.id);
  const confirmation = useConfirmation(job, onClose);
  const [charging, setCharging] = useState(false);
  const { confirm } = confirmation;
  const resumed = useRef(false);
  const charged = setup.state === 'charged' ? setup.paymentIntentId : null;
  useEffect(() => {
    if (!charged || resumed.current) return;
    resumed.current = true;
    void confirm(charged);
  }, [charged, confirm]);

  const settingUp = setup.state === 'setting-up';
  return (
    <Modal
      title={settingUp ? texts.pay.settingUp : texts.pay.title}
      onClose={onClose}
      busy={charging || confirmation.state === 'confirming'}
    >
      <Stack spacing={3}>
        {!settingUp && <Typography color="textSecondary">{texts.pay.subtitle}</Typography>}
        {settingUp && <LoadingNotice text={texts.pay.settingUpText} />}
        {setup.state === 'failed' && (
          <ErrorNotice error={setup.error} fallback={texts.pay.setupFailedText} onRetry={retry} />
        )}
        {confirmation.state === 'confirming' && <LoadingNotice text={texts.pay.paying} />}
        {confirmation.state === 'failed' && (
          <Unconfirmed onCheck={() => void confirm(confirmation.paymentIntentId)} />
        )}
        {setup.state === 'ready' && confirmation.state === 'none' && (
          <Elements
            stripe={setup.stripe}
            options={{ clientSecret: setup.clientSecret, appearance: paymentAppearance(scheme) }}
          >
            <Typography component="p">{job.title}</Typography>
            <PayForm
              amount={formatDollars(job.budget)}
              clientSecret={setup.clientSecret}
              onCharged={(paymentIntentId) => void confirm(paymentIntentId)}
              onCancel={onClose}
              onBusy={setCharging}
            />
          </Elements>
        )}
      </Stack>
    </Modal>
  );
}

/** The money was taken and we do not know it yet: nobody may pay again, and asking again is safe. */
function Unconfirmed({ onCheck }: { onCheck: () => void }) {
  return (
    <Alert severity="warning" action={<Button onClick={onCheck}>{texts.pay.checkAgain}</Button>}>
      <strong>{texts.pay.unconfirmed}</strong>
      <br />
      {texts.pay.unconfirmedText}
    </Alert>
  );
}
