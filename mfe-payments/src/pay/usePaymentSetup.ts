import { useCallback, useEffect, useRef, useState } from 'react';
import type { PaymentIntent, Stripe } from '@stripe/stripe-js';
import { isApiError } from '@dps/shared-contracts/client';
import { toast } from '@dps/shared-contracts/ui/toast';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { isCharged } from './charge.ts';
import { paymentProvider } from './provider.ts';
import { within } from './within.ts';

export type PaymentSetup =
  | { state: 'setting-up' }
  | { state: 'failed'; error: unknown }
  /** The job was paid elsewhere: there is nothing left to pay. */
  | { state: 'paid' }
  /** The card can be entered; `cents` is what the provider will charge. */
  | { state: 'ready'; stripe: Stripe; clientSecret: string; paymentIntentId: string; cents: number }
  /** The money was taken earlier, or is on its way, and only our confirmation is missing: nothing may be charged again. */
  | { state: 'charged'; paymentIntentId: string };

const SETTING_UP: PaymentSetup = { state: 'setting-up' };
/** The longest wait for the provider's answer in the browser, in milliseconds. */
const ANSWER_WITHIN_MS = 20_000;

/** The intent as the provider has it: what is shown and charged is its amount, whatever a list on screen says. */
async function readIntent(stripe: Stripe, clientSecret: string): Promise<PaymentIntent> {
  const { paymentIntent, error } = await within(ANSWER_WITHIN_MS, stripe.retrievePaymentIntent(clientSecret));
  if (!paymentIntent) throw new Error(error.message);
  return paymentIntent;
}

/** Gets everything ready to pay for a job: the server's payment and the provider's script. */
export function usePaymentSetup(jobId: number): { setup: PaymentSetup; retry: () => void } {
  const [createPayment] = paymentsApi.createPayment.useMutation();
  const [readJob] = paymentsApi.job.useLazyQuery();
  const [setup, setSetup] = useState(SETTING_UP);
  // Only the answer to the latest attempt counts, and none after the dialog has gone.
  const latest = useRef(0);

  const prepare = useCallback(async (): Promise<PaymentSetup> => {
    try {
      const [{ clientSecret }, stripe] = await Promise.all([
        createPayment(jobId).unwrap(),
        paymentProvider(),
      ]);
      const { id, amount, status } = await readIntent(stripe, clientSecret);
      if (isCharged({ status })) return { state: 'charged', paymentIntentId: id };
      return { state: 'ready', stripe, clientSecret, paymentIntentId: id, cents: amount };
    } catch (error) {
      const notDue = isApiError(error) && error.code === 'payment_not_due';
      const { data: job } = notDue ? await readJob(jobId) : {};
      return job?.status === 'paid' ? { state: 'paid' } : { state: 'failed', error };
    }
  }, [createPayment, readJob, jobId]);

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
