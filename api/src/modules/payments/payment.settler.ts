import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In, Not, type EntityManager } from 'typeorm';
import { PAYABLE_STATUSES } from '@dps/shared-contracts';
import { Job } from '../jobs/job.entity.ts';
import { Payment } from './payment.entity.ts';
import { PaymentMetrics } from './payment.metrics.ts';
import { LIVE_STATUSES, mismatches } from './payment.policy.ts';
import { changesOf, hasSettled, judge, type IntentOutcome } from './payment.transitions.ts';
import type { PaymentIntent, ReturnedMoney } from './provider/payment-intent.ts';

/** What has become of a payment's money, and which version of the payment was stored before the provider was asked. */
export interface Aftermath {
  returned: ReturnedMoney;
  asOf: number;
}

/** `mismatch`: the money is not what the payment expects; `stale`: somebody has stored later news, so ask again. */
export type SettlerOutcome = IntentOutcome | 'mismatch' | 'stale';

/** Brings a stored payment up to what the provider says of it. */
@Injectable()
export class PaymentSettler {
  private readonly log = new Logger(PaymentSettler.name);

  constructor(
    private readonly database: DataSource,
    private readonly metrics: PaymentMetrics,
  ) {}

  /**
   * Applies an intent, as it was just read from the provider, in one transaction. Idempotent, and never downgrades: money
   * that has come stays known. Answers null for an intent that is not ours.
   */
  apply(intent: PaymentIntent): Promise<SettlerOutcome | null> {
    return this.database.transaction((manager) => this.applyIn(manager, intent));
  }

  /** The same as part of the caller's transaction, and with what has become of the money since. */
  async applyIn(
    manager: EntityManager,
    intent: PaymentIntent,
    aftermath: Aftermath | null = null,
  ): Promise<SettlerOutcome | null> {
    const known = await manager.findOneBy(Payment, { transactionId: intent.id });
    if (!known) return null;
    // Everybody locks the job first: a creation, a settlement and a manual payment of one job follow each other.
    const job = await lockJob(manager, known.jobId);
    const payment = await manager.findOneByOrFail(Payment, { id: known.id });
    const wrong = mismatches(intent, payment, job?.budgetCents ?? 0);
    if (wrong.length > 0) {
      return this.refuse(payment, `${wrong.join(', ')} of ${intent.id} is not the payment's`);
    }
    const outcome = await this.change(manager, payment, intent, aftermath);
    return outcome === 'surplus'
      ? this.refuse(payment, `${intent.id} pays a job that has another payment`)
      : outcome;
  }

  private async change(
    manager: EntityManager,
    payment: Payment,
    intent: PaymentIntent,
    aftermath: Aftermath | null,
  ): Promise<SettlerOutcome | 'surplus'> {
    const { id, jobId } = payment;
    const outcome = judge(intent);
    const changes = changesOf(payment, intent, aftermath?.returned ?? null);
    if (!changes) return outcome;
    const wasSettled = hasSettled(payment.status);
    // Between the provider's answer and this lock somebody may have stored a later one.
    if (wasSettled && aftermath?.asOf !== payment.version) return 'stale';
    const isNewMoney = outcome === 'settle' && !wasSettled;
    if (isNewMoney && payment.status !== 'pending' && (await hasAnother(manager, payment))) return 'surplus';
    await manager.update(Payment, { id }, changes);
    if (changes.status !== payment.status) this.metrics.countChange(changes.status);
    if (isNewMoney) {
      await manager.update(Job, { id: jobId, status: In(PAYABLE_STATUSES) }, { status: 'paid' });
    }
    return outcome;
  }

  /** Money that does not add up is nothing that a retry could heal: somebody has to look. */
  private refuse({ id, jobId }: Payment, reason: string): 'mismatch' {
    this.metrics.countRefusal();
    this.log.error(`Security: payment ${id} of job ${jobId} is refused: ${reason}`);
    return 'mismatch';
  }
}

/** Locks a job's row until the transaction ends; null when there is none. */
export function lockJob(manager: EntityManager, jobId: number): Promise<Job | null> {
  return manager.findOne(Job, { where: { id: jobId }, lock: { mode: 'pessimistic_write' } });
}

function hasAnother(manager: EntityManager, { id, jobId }: Payment): Promise<boolean> {
  return manager.existsBy(Payment, { id: Not(id), jobId, status: In(LIVE_STATUSES) });
}
