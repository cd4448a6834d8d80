import { useCallback, useEffect, useRef, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { toast } from '@dps/shared-contracts/ui/toast';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { isCharged } from './charge.ts';
import { paymentProvider } from './provider.ts';

export type PaymentSetup =
  | { state: 'setting-up' }
  | { state: 'failed'; error: unknown }
  /** The card can be entered. */
  | { state: 'ready'; stripe: Stripe; clientSecret: string }
  /** The money was taken earlier, or is on its way, and only our confirmation is missing: nothing may be charged again. */
  | { state: 'charged'; paymentIntentId: string };

const SETTING_UP: PaymentSetup = { state: 'setting-up' };

/** Gets everything ready to pay for a job: the server's payment and the provider's script. */
export function usePaymentSetup(jobId: number): { setup: PaymentSetup; retry: () => void } {
  const [createPayment] = paymentsApi.createPayment.useMutation();
  const [setup, setSetup] = useState(SETTING_UP);
  // Only the answer to the latest attempt counts, and none after the dialog has gone.
  const latest = useRef(0);

  const prepare = useCallback(async (): Promise<PaymentSetup> => {
    try {
      const [{ clientSecret }, stripe] = await Promise.all([
        createPayment(jobId).unwrap(),
        paymentProvider(),
      ]);
      const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
      return paymentIntent && isCharged(paymentIntent)
        ? { state: 'charged', paymentIntentId: paymentIntent.id }
        : { state: 'ready', stripe, clientSecret };
    } catch (error) {
      return { state: 'failed', error };
    }
  }, [createPayment, jobId]);

  const start = useCallback(async (): Promise<void> => {
    latest.current += 1;
    const mine = latest.current;
    const outcome = await prepare();
    if (mine !== latest.current) return;
    setSetup(outcome);
    if (outcome.state !== 'failed') return;
    toast({ title: texts.pay.setupFailed, description: texts.pay.setupFailedText, look: 'destructive' });
  }, [prepare]);

  useEffect(() => {
    void start();
    return () => {
      latest.current += 1;
    };
  }, [start]);

  const retry = useCallback(() => {
    setSetup(SETTING_UP);
    void start();
  }, [start]);
  return { setup, retry };
}
