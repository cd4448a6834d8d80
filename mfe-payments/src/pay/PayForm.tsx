import { useState, type SubmitEvent } from 'react';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { toast } from '@dps/shared-contracts/ui/toast';
import { Alert, Button, Stack } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';

interface PayFormProps {
  /** The amount as people read it. */
  amount: string;
  /** The provider reports that the money was taken, or is being taken. */
  onCharged: (paymentIntentId: string) => void;
  onCancel: () => void;
  onBusy: (busy: boolean) => void;
}

/** The provider's form and the button that charges the card; the button is locked while that goes on. */
export function PayForm({ amount, onCharged, onCancel, onBusy }: PayFormProps) {
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
    const { paymentIntent, error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    });
    settle(false);
    if (error) {
      const message = error.message ?? texts.pay.failedText;
      setProblem(message);
      if (error.type !== 'validation_error') {
        toast({ title: texts.pay.failed, description: message, look: 'destructive' });
      }
      return;
    }
    onCharged(paymentIntent.id);
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
