import { Alert, Button } from '@dps/shared-contracts/ui';
import { ErrorNotice } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { ProviderMissing } from './provider.ts';
import type { PaymentSetup } from './usePaymentSetup.ts';

/** Why there is no form to pay with; nothing where there is one, or will be. */
export function SetupNotice(props: { setup: PaymentSetup; onRetry: () => void; onClose: () => void }) {
  const { setup, onRetry, onClose } = props;
  if (setup.state === 'paid') {
    return (
      <Alert severity="success" role="status" action={<Button onClick={onClose}>{texts.pay.close}</Button>}>
        {texts.pay.paidMeanwhile}
      </Alert>
    );
  }
  if (setup.state !== 'failed') return null;
  const { error } = setup;
  const missing = error instanceof ProviderMissing;
  return (
    <>
      <ErrorNotice error={error} fallback={texts.pay.setupFailedText} told onRetry={onRetry} />
      {missing && <Alert severity="info">{texts.pay.providerMissing}</Alert>}
    </>
  );
}
