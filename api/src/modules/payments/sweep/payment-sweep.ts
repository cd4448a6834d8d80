import { addAbortListener } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import {
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../../platform/background/background-work.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { PaymentMetrics } from '../payment.metrics.ts';
import { PaymentSettler, type SettlerOutcome } from '../payment.settler.ts';
import { PaymentProvider } from '../provider/payment-provider.ts';
import { DuePayments } from './due-payments.ts';

const AT_A_TIME = 5;
/** The next sweep is due then. */
const AT_MOST_MS = 60_000;

/** Results of a look-up: the provider has the money, the payment has ended, neither, or no response. */
export const FINDINGS = ['settled', 'ended', 'left', 'unavailable'] as const;
export type Finding = (typeof FINDINGS)[number];
export type SweepCounts = Record<Finding, number>;

/**
 * Reconciles pending payments with the provider, a few at a time, in case a crash or a lost event has left them without a
 * result.
 */
@Injectable()
@Handles('payment-sweep')
export class PaymentSweep implements BackgroundHandler {
  private readonly log = new Logger(PaymentSweep.name);

  constructor(
    private readonly due: DuePayments,
    private readonly provider: PaymentProvider,
    private readonly settler: PaymentSettler,
    private readonly metrics: PaymentMetrics,
  ) {}

  /** Runs until nothing is due, the next sweep is due, the provider does not respond, or the attempt is stopped. */
  async run({ signal: stop }: Pick<Attempt, 'signal'>): Promise<SweepCounts> {
    const counts: SweepCounts = { settled: 0, ended: 0, left: 0, unavailable: 0 };
    const until = performance.now() + AT_MOST_MS;
    while (!stop.aborted && counts.unavailable === 0 && performance.now() < until) {
      const intents = await this.due.lease(AT_A_TIME);
      if (intents.length === 0) break;
      const findings = await Promise.all(intents.map((id) => unlessStopped(this.lookUp(id, stop), stop)));
      for (const finding of findings) counts[finding] += 1;
    }
    this.report(counts);
    return counts;
  }

  private async lookUp(intentId: string, stop: AbortSignal): Promise<Finding> {
    try {
      const intent = await this.provider.retrieve(intentId);
      return stop.aborted ? 'left' : toFinding(await this.settler.apply(intent));
    } catch (error) {
      this.log.warn(`${intentId} could not be looked up: ${String(error)}`);
      const isUnknown = error instanceof DomainError && error.code === 'payment_mismatch';
      return isUnknown ? 'left' : 'unavailable';
    }
  }

  private report(counts: SweepCounts): void {
    for (const finding of FINDINGS) this.metrics.countChecks(finding, counts[finding]);
    const { settled, ended, left, unavailable } = counts;
    const all = settled + ended + left + unavailable;
    if (all === 0) return;
    const line = `Looked up ${all} payments: ${settled} settled, ${ended} ended, ${left} left, ${unavailable} unavailable`;
    // A settled payment means that an event was lost.
    if (settled > 0) this.log.warn(line);
    else this.log.log(line);
  }
}

function toFinding(outcome: SettlerOutcome | null): Finding {
  if (outcome === 'settle') return 'settled';
  return outcome === 'cancel' ? 'ended' : 'left';
}

/** Stops waiting when the signal aborts. The next sweep looks the payment up again. */
async function unlessStopped(work: Promise<Finding>, stop: AbortSignal): Promise<Finding> {
  const stopped = Promise.withResolvers<Finding>();
  const listener = addAbortListener(stop, () => stopped.resolve('left'));
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    listener[Symbol.dispose]();
  }
}
