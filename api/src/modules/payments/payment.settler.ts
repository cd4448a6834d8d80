import { Injectable, Logger } from '@nestjs/common';
import { DataSource, In, Not, type EntityManager } from 'typeorm';
import { PAYABLE_STATUSES, type PaymentStatus } from '@dps/contract';
import { sendJob } from '../../platform/background/send-job.ts';
import { changeJobs, lockJob } from '../jobs/job.changes.ts';
import type { Job } from '../jobs/job.entity.ts';
import { recordPaymentChange } from './payment.changes.ts';
import { Payment } from './payment.entity.ts';
import { PaymentMetrics } from './payment.metrics.ts';
import { LIVE_STATUSES, mismatches } from './payment.policy.ts';
import { changesOf, hasSettled, judge, type Changes, type IntentOutcome } from './payment.transitions.ts';
import type { PaymentIntent, ReturnedMoney } from './provider/payment-intent.ts';
import { planTransfers } from './transfers/plan-transfers.ts';

/** Returned money of a payment, and the version of the stored payment before the provider was called. */
export interface ReturnCheck {
  returned: ReturnedMoney;
  asOf: number;
}

/** `mismatch`: the money is not what the payment expects. `stale`: a later state is already stored, so read again. */
export type SettlerOutcome = IntentOutcome | 'mismatch' | 'stale';

interface SettleOptions {
  returnCheck?: ReturnCheck | null;
  /** Further writes of the same transaction; not called for a stale outcome. */
  record?: (manager: EntityManager) => Promise<void>;
}

/** The result of a transaction, to report once it is committed. */
interface Settlement {
  outcome: SettlerOutcome;
  /** The new status of the payment, if it changed. */
  entered?: PaymentStatus;
  /** The reason why the money is refused. */
  refusal?: string;
}

/** Updates a stored payment to the provider's state. */
@Injectable()
export class PaymentSettler {
  private readonly log = new Logger(PaymentSettler.name);

  constructor(
    private readonly database: DataSource,
    private readonly metrics: PaymentMetrics,
  ) {}

  /**
   * Applies an intent that was just read from the provider, in one transaction. Idempotent, and never downgrades: money
   * that has arrived stays recorded. Returns null for an intent of another product.
   */
  async apply(
    intent: PaymentIntent,
    { returnCheck = null, record }: SettleOptions = {},
  ): Promise<SettlerOutcome | null> {
    const settlement = await this.database.transaction(async (manager) => {
      const result = await settle(manager, intent, returnCheck);
      if (result?.outcome !== 'stale') await record?.(manager);
      return result;
    });
    if (settlement) this.report(settlement);
    return settlement?.outcome ?? null;
  }

  /** Counts and logs only what is committed: a transaction that fails is repeated, and would be counted twice. */
  private report({ entered, refusal }: Settlement): void {
    if (entered) this.metrics.countChange(entered);
    if (refusal === undefined) return;
    this.metrics.countRefusal();
    this.log.error(`Security: ${refusal}`);
  }
}

async function settle(
  manager: EntityManager,
  intent: PaymentIntent,
  returnCheck: ReturnCheck | null,
): Promise<Settlement | null> {
  const known = await manager.findOneBy(Payment, { transactionId: intent.id });
  if (!known) return null;
  // A creation, a settlement and a manual payment of one job follow each other, because all of them lock the job first.
  const job = await lockJob(manager, known.jobId);
  const payment = await manager.findOneByOrFail(Payment, { id: known.id });
  const wrong = mismatches(intent, payment, job.budget);
  if (wrong.length > 0) return refused(payment, `${wrong.join(', ')} of ${intent.id} is not the payment's`);
  const outcome = judge(intent);
  const changes = changesOf(payment, intent, returnCheck?.returned ?? null);
  if (!changes) return { outcome };
  const wasSettled = hasSettled(payment.status);
  // A later response of the provider may have been stored between its response to this call and the lock.
  if (wasSettled && returnCheck?.asOf !== payment.version) return { outcome: 'stale' };
  if (outcome === 'settle' && !wasSettled) {
    const obstacle = await payJob(manager, job, payment);
    if (obstacle) return refused(payment, `${intent.id} ${obstacle}`);
  }
  await store(manager, payment, changes);
  await recordPaymentChange(manager, job, payment, changes);
  if (await planTransfers(manager, job, payment, changes))
    await sendJob(manager, 'pilot-transfer', payment.id);
  return { outcome, ...(changes.status !== payment.status && { entered: changes.status }) };
}

/** Marks the job of a payment as paid. Returns why that is impossible, or null. */
async function payJob(manager: EntityManager, job: Job, payment: Payment): Promise<string | null> {
  if (payment.status !== 'pending' && (await hasAnother(manager, payment)))
    return 'pays a job that has another payment';
  const payable = { id: job.id, status: In(PAYABLE_STATUSES) };
  const paid = await changeJobs(manager, job.clientId, payable, { status: 'paid' });
  return paid > 0 ? null : 'pays a job that is not payable';
}

/** Throws if the status is no longer the one that was read: only a write without the job's lock can change it. */
async function store(manager: EntityManager, { id, status }: Payment, changes: Changes): Promise<void> {
  const { affected } = await manager.update(Payment, { id, status }, changes);
  if (!affected) throw new Error(`Payment ${id} was changed without the lock of its job`);
}

/** Money that does not add up: no retry can correct it, so an operator has to look. */
function refused({ id, jobId }: Payment, reason: string): Settlement {
  return { outcome: 'mismatch', refusal: `payment ${id} of job ${jobId} is refused: ${reason}` };
}

function hasAnother(manager: EntityManager, { id, jobId }: Payment): Promise<boolean> {
  return manager.existsBy(Payment, { id: Not(id), jobId, status: In(LIVE_STATUSES) });
}
