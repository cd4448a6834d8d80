import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { PAYABLE_STATUSES } from '@dps/shared-contracts';
import { Job } from '../jobs/job.entity.ts';
import { Payment } from './payment.entity.ts';
import { judge, type IntentOutcome } from './payment.policy.ts';
import type { PaymentIntent } from './provider/payment-intent.ts';

/** Brings a stored payment up to what the provider says of it. */
@Injectable()
export class PaymentSettler {
  constructor(private readonly database: DataSource) {}

  /**
   * Applies an intent, as it was just read from the provider, in one transaction. Idempotent, and never downgrades: a
   * payment that is completed stays so. Answers null for an intent that is not ours.
   */
  apply(intent: PaymentIntent): Promise<IntentOutcome | null> {
    return this.database.transaction((manager) => this.applyIn(manager, intent));
  }

  /** The same as part of the caller's transaction. */
  async applyIn(manager: EntityManager, intent: PaymentIntent): Promise<IntentOutcome | null> {
    const known = await manager.findOneBy(Payment, { transactionId: intent.id });
    if (!known) return null;
    // Everybody locks the job first: a creation, a settlement and a manual payment of one job follow each other.
    await lockJob(manager, known.jobId);
    const payment = await manager.findOneByOrFail(Payment, { id: known.id });
    const outcome = judge(intent, payment);
    if (outcome === 'settle') await settle(manager, payment);
    else if (payment.status === 'pending') await note(manager, payment, outcome, intent.failureCode);
    return outcome;
  }
}

/** Locks a job's row until the transaction ends; null when there is none. */
export function lockJob(manager: EntityManager, jobId: number): Promise<Job | null> {
  return manager.findOne(Job, { where: { id: jobId }, lock: { mode: 'pessimistic_write' } });
}

const UNSETTLED = In(['pending', 'failed', 'canceled'] as const);

async function settle(manager: EntityManager, { id, jobId }: Payment): Promise<void> {
  await manager.update(Payment, { id, status: UNSETTLED }, { status: 'completed', failureCode: null });
  await manager.update(Job, { id: jobId, status: In(PAYABLE_STATUSES) }, { status: 'paid' });
}

/** A failure leaves the payment open for another card; only a cancelled intent ends it. */
async function note(
  manager: EntityManager,
  { id }: Payment,
  outcome: IntentOutcome,
  failureCode: string | null,
): Promise<void> {
  if (outcome === 'fail' && failureCode) await manager.update(Payment, { id }, { failureCode });
  if (outcome === 'cancel') await manager.update(Payment, { id, status: 'pending' }, { status: 'canceled' });
}
