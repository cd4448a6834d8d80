import { useState, type SubmitEvent } from 'react';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { toast } from '@dps/shared-contracts/ui/toast';
import { Alert, Button, Stack } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { charge } from './charge.ts';

interface PayFormProps {
  /** The amount as people read it. */
  amount: string;
  /** Of the payment intent that the form is for. */
  clientSecret: string;
  /** The provider reports that the money was taken, or is being taken. */
  onCharged: (paymentIntentId: string) => void;
  onCancel: () => void;
  onBusy: (busy: boolean) => void;
}

/** The provider's form and the button that charges the card; the button is locked while that goes on. */
export function PayForm({ amount, clientSecret, onCharged, onCancel, onBusy }: PayFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [paying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const settle = (busy: boolean) => {
    setPaying(busy);
    onBusy(busy);
  };
  const pay = async () => {
    if (!stripe || !elements || paying) return;
    setProblem(null);
    settle(true);
    const outcome = await charge(stripe, elements, clientSecret);
    settle(false);
    if ('paymentIntentId' in outcome) {
      onCharged(outcome.paymentIntentId);
      return;
    }
    setProblem(outcome.problem);
    if (!outcome.isInput) {
      toast({ title: texts.pay.failed, description: outcome.problem, look: 'destructive' });
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void pay();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={4}>
        {problem && <Alert severity="error">{problem}</Alert>}
        <PaymentElement onReady={() => setReady(true)} />
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
          <Button onClick={onCancel} disabled={paying}>
            {texts.pay.cancel}
          </Button>
          <Button type="submit" variant="contained" color="accent" disabled={!ready || paying}>
            {paying ? texts.pay.paying : texts.pay.pay(amount)}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
