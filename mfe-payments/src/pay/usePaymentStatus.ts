import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WidgetProps } from '@dps/contract/client';
import { userSignal } from '@dps/contract/user';
import { toast } from '@dps/ui/toast';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import {
  paymentOutcome,
  paymentOutcomeOfError,
  type FinalOutcome,
  type OpenOutcome,
} from './payment-outcome.ts';
import { createDelay, pollPayment, type OpenCheck } from './poll-payment.ts';

/** A payment that the browser has confirmed, or may have confirmed. */
export interface ConfirmedPayment {
  paymentIntentId: string;
  /** Whether the provider reported that it took the money or is taking it. */
  charged: boolean;
}

/** The status that the dialog shows. */
export type PaymentStatus =
  | { state: 'none' }
  | { state: 'confirming' }
  | { state: 'open'; charged: boolean; check: OpenCheck }
  | { state: 'rejected'; charged: boolean; error: unknown };

interface Options {
  job: WidgetProps['payments.pay-dialog']['job'];
  /** The job is paid. */
  onPaid: () => void;
  /** The provider took no money. */
  onNotCharged: () => void;
}

/** Polls a payment until its outcome is final or the user leaves, and shows it as a toast even if the dialog is closed. */
export function usePaymentStatus({ job: { id, title }, onPaid, onNotCharged }: Options) {
  const [confirmPayment] = paymentsApi.confirmPayment.useMutation();
  const [status, setStatus] = useState<PaymentStatus>({ state: 'none' });
  const payment = useRef<ConfirmedPayment | null>(null);
  const delay = useMemo(() => createDelay(), []);
  const mounted = useMounted();

  const check = useCallback(
    (paymentIntentId: string) =>
      confirmPayment({ jobId: id, paymentIntentId }).unwrap().then(paymentOutcome, paymentOutcomeOfError),
    [confirmPayment, id],
  );
  const end = useCallback(
    (outcome: FinalOutcome, charged: boolean) => {
      notifyFinal(outcome, { id, title });
      if (!mounted.current) return;
      if (outcome.status === 'rejected') setStatus({ state: 'rejected', charged, error: outcome.error });
      else setStatus({ state: 'none' });
      if (outcome.status === 'completed') onPaid();
      if (outcome.status === 'not-charged') onNotCharged();
    },
    [id, mounted, onNotCharged, onPaid, title],
  );

  const start = useCallback(
    async (confirmed: ConfirmedPayment): Promise<void> => {
      const { paymentIntentId, charged } = confirmed;
      payment.current = confirmed;
      let notified: OpenOutcome['status'] | undefined;
      setStatus({ state: 'confirming' });
      const onOpen = (open: OpenCheck) => {
        setStatus({ state: 'open', charged, check: open });
        if (open.status !== notified) notifyOpen(open, charged);
        notified = open.status;
      };
      const outcome = await pollPayment({
        check: () => check(paymentIntentId),
        wait: delay.wait,
        onOpen,
        signal: userSignal(),
      });
      if (outcome) end(outcome, charged);
    },
    [check, delay, end],
  );
  const polling = status.state === 'open' && status.check.polling;
  const checkNow = useCallback(() => {
    if (polling) delay.interrupt();
    else if (payment.current) void start(payment.current);
  }, [delay, polling, start]);
  return { status, start, checkNow };
}

/** Returns a reference that is true as long as the component is mounted. */
export function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}

function notifyFinal({ status }: FinalOutcome, { id, title }: { id: number; title: string }): void {
  const { pay } = texts;
  switch (status) {
    case 'completed':
      return toast({
        title: pay.successful,
        description: pay.successfulText(title),
        link: { to: `/payments?receipt=${id}`, label: pay.receipt },
      });
    case 'not-charged':
      return toast({ title: pay.failed, description: pay.notCharged, look: 'destructive' });
    case 'rejected':
      return toast({ title: pay.unconfirmed, description: pay.unconfirmedText, look: 'destructive' });
  }
}

function notifyOpen({ status }: OpenOutcome, charged: boolean): void {
  const { pay } = texts;
  if (status === 'processing') return toast({ title: pay.processingTitle, description: pay.processing });
  return toast({
    title: pay.unconfirmed,
    description: charged ? pay.unconfirmedText : pay.maybeCharged,
    look: 'destructive',
  });
}
