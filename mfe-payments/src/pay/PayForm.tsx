import { useEffect, useState, type SubmitEvent } from 'react';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { toast } from '@dps/ui/toast';
import { Alert, Button, Stack } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { charge } from './charge.ts';

/** Time after which the user can close the dialog while the card is charged, in milliseconds. */
const SLOW_MS = 20_000;

interface PayFormProps {
  /** The formatted amount. */
  amount: string;
  clientSecret: string;
  /** The reason why the last attempt failed. */
  problem: string | null;
  onProblem: (problem: string | null) => void;
  /** The card was charged (true), or the result is unknown (false). */
  onConfirmed: (charged: boolean) => void;
  onCancel: () => void;
  onBusy: (busy: boolean) => void;
  /** Loads the provider's form again after it failed. */
  onReload: () => void;
}

/** The provider's form and the button that charges the card. The button is disabled meanwhile. */
export function PayForm(props: PayFormProps) {
  const { amount, clientSecret, problem, onProblem, onConfirmed, onCancel, onBusy, onReload } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [form, setForm] = useState<'loading' | 'ready' | 'broken'>('loading');
  const [paying, setPaying] = useState(false);
  const slow = useSlow(paying);
  useEffect(() => {
    onBusy(paying && !slow);
    return () => onBusy(false);
  }, [onBusy, paying, slow]);

  const pay = async () => {
    if (!stripe || !elements || paying) return;
    onProblem(null);
    setPaying(true);
    const outcome = await charge(stripe, elements, clientSecret);
    setPaying(false);
    if (outcome.state !== 'failed') {
      onConfirmed(outcome.state === 'charged');
      return;
    }
    onProblem(outcome.problem);
    if (!outcome.isInput) {
      toast({ title: texts.pay.failed, description: outcome.problem, look: 'destructive' });
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void pay();
  };
  if (form === 'broken') {
    return <ErrorNotice error={null} fallback={texts.pay.formMissing} onRetry={onReload} />;
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={4}>
        {problem && <Alert severity="error">{problem}</Alert>}
        <PaymentElement onReady={() => setForm('ready')} onLoadError={() => setForm('broken')} />
        {slow && <Alert severity="warning">{texts.pay.slow}</Alert>}
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
          <Button onClick={onCancel} disabled={paying && !slow}>
            {slow ? texts.pay.close : texts.pay.cancel}
          </Button>
          <Button type="submit" variant="contained" color="accent" disabled={form === 'loading' || paying}>
            {paying ? texts.pay.paying : texts.pay.pay(amount)}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
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
