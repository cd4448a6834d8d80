import { useEffect, useState, type SubmitEvent } from 'react';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { UNINTERRUPTED, userSignal } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { Alert, Stack } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { charge, type Refusal } from './charge.ts';

interface PayFormProps {
  /** The id of the form element, which a button outside submits. */
  id: string;
  clientSecret: string;
  jobId: number;
  /** Whether the card is charged, and whether that takes long. */
  paying: boolean;
  slow: boolean;
  /** The reason why the last attempt failed. */
  problem: string | null;
  onProblem: (problem: string | null) => void;
  /** The card was charged (true), or the result is unknown (false). */
  onConfirmed: (charged: boolean) => void;
  /** The provider refused the payment for another reason than the card. Resolves when the dialog shows what is true. */
  onRefused: (cause: Refusal) => Promise<void>;
  /** Reports whether the provider's form can be submitted. The function stays the same. */
  onReady: (ready: boolean) => void;
  onPaying: (paying: boolean) => void;
  /** Loads the provider's form again after it failed. */
  onReload: () => void;
}

/** The provider's form. A submission charges the card. */
export function PayForm(props: PayFormProps) {
  const { id, clientSecret, jobId, paying, slow, problem } = props;
  const { onProblem, onConfirmed, onRefused, onReady, onPaying, onReload } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => () => onReady(false), [onReady]);

  const pay = async () => {
    if (!stripe || !elements || paying) return;
    const user = userSignal();
    onProblem(null);
    onPaying(true);
    const outcome = await charge(stripe, elements, { clientSecret, jobId });
    if (user.aborted) return;
    if (outcome.state === 'refused') await onRefused(outcome.cause);
    onPaying(false);
    if (outcome.state === 'charged' || outcome.state === 'unknown') onConfirmed(outcome.state === 'charged');
    if (outcome.state !== 'failed') return;
    onProblem(outcome.problem);
    if (!outcome.isInput) {
      toast({ title: texts.pay.failed, description: outcome.problem, look: 'destructive' });
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void pay();
  };
  if (isBroken) {
    return <ErrorNotice error={null} fallback={texts.pay.formMissing} onRetry={onReload} />;
  }
  return (
    <form id={id} onSubmit={submit} noValidate {...(paying && { [UNINTERRUPTED]: '' })}>
      <Stack spacing={4}>
        {problem && <Alert severity="error">{problem}</Alert>}
        <PaymentElement
          onReady={() => onReady(true)}
          onLoadError={() => setBroken(true)}
          onChange={() => onProblem(null)}
        />
        {slow && <Alert severity="warning">{texts.pay.slow}</Alert>}
      </Stack>
    </form>
  );
}
