import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WidgetProps } from '@dps/shared-contracts/client';
import { paymentsApi } from '../api.ts';
import { newAlarm } from './alarm.ts';
import { announce, announceStep } from './announce.ts';
import { pursue, type Step } from './pursuit.ts';
import { verdictOf, verdictOfFailure, type Ending } from './verdict.ts';

/** A payment that the browser has confirmed, or may have. */
export interface Claim {
  paymentIntentId: string;
  /** Whether the provider said that the money was taken or is being taken. */
  charged: boolean;
}

/** What the dialog shows of it. */
export type Pursuit =
  | { state: 'none' }
  | { state: 'confirming' }
  | ({ state: 'open'; charged: boolean } & Step)
  | { state: 'refused'; charged: boolean; error: unknown };

interface Options {
  job: WidgetProps['payments.pay-dialog']['job'];
  /** The job is paid. */
  onPaid: () => void;
  /** The money was not taken after all. */
  onNotCharged: () => void;
}

/**
 * Pursues a payment until the server knows what became of it, also after the dialog has been closed: whoever paid is
 * told how it ended.
 */
export function usePursuit({ job: { id, title }, onPaid, onNotCharged }: Options) {
  const [confirmPayment] = paymentsApi.confirmPayment.useMutation();
  const [pursuit, setPursuit] = useState<Pursuit>({ state: 'none' });
  const claim = useRef<Claim | null>(null);
  const alarm = useMemo(() => newAlarm(), []);
  const shown = useShown();

  const ask = useCallback(
    (paymentIntentId: string) =>
      confirmPayment({ jobId: id, paymentIntentId }).unwrap().then(verdictOf, verdictOfFailure),
    [confirmPayment, id],
  );
  const end = useCallback(
    (ending: Ending | null) => {
      if (ending) announce(ending, title);
      if (!shown.current || !ending) return;
      if (ending.news === 'refused') {
        setPursuit({ state: 'refused', charged: claim.current?.charged === true, error: ending.error });
      } else setPursuit({ state: 'none' });
      if (ending.news === 'completed') onPaid();
      if (ending.news === 'not-charged') onNotCharged();
    },
    [onNotCharged, onPaid, shown, title],
  );

  const start = useCallback(
    async (claimed: Claim): Promise<void> => {
      claim.current = claimed;
      let told: Step['news'] | undefined;
      setPursuit({ state: 'confirming' });
      const tell = (step: Step) => {
        setPursuit({ state: 'open', charged: claimed.charged, ...step });
        if (step.news !== told) announceStep(step, claimed.charged);
        told = step.news;
      };
      end(await pursue({ ask: () => ask(claimed.paymentIntentId), wait: alarm.wait, tell }));
    },
    [alarm, ask, end],
  );
  const asking = pursuit.state === 'open' && pursuit.asking;
  const askNow = useCallback(() => {
    if (asking) alarm.ring();
    else if (claim.current) void start(claim.current);
  }, [alarm, asking, start]);
  return { pursuit, start, askNow };
}

/** Whether the dialog is still there. */
function useShown() {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
