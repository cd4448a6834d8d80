import { useCallback, useEffect, useRef, useState } from 'react';
import type { Stripe } from '@stripe/stripe-js';
import { PAYABLE_STATUSES, type JobDetailView } from '@dps/contract';
import { isApiError } from '@dps/contract/client';
import { toast } from '@dps/ui/toast';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { isCharged } from './charge.ts';
import { paymentProvider, readIntent } from './provider.ts';

export type PaymentSetup =
  | { state: 'setting-up' }
  | { state: 'failed'; error: unknown }
  /** The job cannot be paid now; its state says why. */
  | { state: 'not-due' }
  /** The form can be shown; `cents` is the amount that the provider charges. */
  | { state: 'ready'; stripe: Stripe; clientSecret: string; paymentIntentId: string; cents: number }
  /** The card was charged earlier and the server has not confirmed it: it must not be charged again. */
  | { state: 'charged'; paymentIntentId: string };

const SETTING_UP: PaymentSetup = { state: 'setting-up' };

/** Returns the text that says why a client cannot pay for a job now; null if the job can be paid. */
export function paymentObstacle({
  status,
  payment,
}: Pick<JobDetailView, 'status' | 'payment'>): string | null {
  if (status === 'paid')
    return payment?.provider === 'manual' ? texts.pay.paidElsewhere : texts.pay.alreadyPaid;
  return PAYABLE_STATUSES.some((payable) => payable === status) ? null : texts.pay.notDue;
}

/** Prepares the payment of a job: creates it on the server and loads the provider's script. */
export function usePaymentSetup(jobId: number): { setup: PaymentSetup; retry: () => void } {
  const [createPayment] = paymentsApi.createPayment.useMutation();
  const [readJob] = paymentsApi.job.useLazyQuery();
  const [setup, setSetup] = useState(SETTING_UP);
  // Results of earlier attempts, and results after the dialog has closed, are ignored.
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
      return job && paymentObstacle(job) ? { state: 'not-due' } : { state: 'failed', error };
    }
  }, [createPayment, readJob, jobId]);

  const start = useCallback(async (): Promise<void> => {
    latest.current += 1;
    const attempt = latest.current;
    const prepared = await prepare();
    if (attempt !== latest.current) return;
    setSetup(prepared);
    if (prepared.state !== 'failed') return;
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
