import type { EntityManager } from 'typeorm';
import { recordJobEvent, type ChangedJob, type JobEvent } from '../job-events/record-job-event.ts';
import { recordMovements } from './ledger/record-movements.ts';
import type { Payment } from './payment.entity.ts';
import { hasSettled } from './payment.transitions.ts';

export type RecordedPayment = Pick<
  Payment,
  | 'id'
  | 'provider'
  | 'status'
  | 'amount'
  | 'refundedAmount'
  | 'disputedAmount'
  | 'lostAmount'
  | 'transactionId'
  | 'version'
>;

type PaymentEventKind = Extract<JobEvent['kind'], 'payment' | 'refund' | 'dispute' | 'payment-ended'>;

/** Returns the cents that the client's bank disputes or has taken. */
const disputedOf = ({ disputedAmount, lostAmount }: RecordedPayment) => disputedAmount + lostAmount;

/**
 * Returns the kind of event of a change; null if neither the status nor the returned money changes. The loss of a dispute is no event:
 * the bank has taken the money before.
 */
export function paymentEventKind(
  before: RecordedPayment | null,
  after: RecordedPayment,
): PaymentEventKind | null {
  const { status, refundedAmount } = after;
  const isSame = before?.status === status && before.refundedAmount === refundedAmount;
  if (isSame && disputedOf(before) === disputedOf(after)) return null;
  const had = before !== null && hasSettled(before.status);
  if (!had && !hasSettled(status)) return 'payment-ended';
  if (status === 'disputed' || before?.status === 'disputed') return 'dispute';
  return had || status === 'refunded' ? 'refund' : 'payment';
}

/**
 * Records a change of a payment in the history of its job and in the ledger. Records nothing if neither its status nor its returned
 * money changes.
 *
 * @param payment the payment before its change, or a new one
 * @param changes null for a new payment
 */
export async function recordPaymentChange(
  manager: EntityManager,
  job: ChangedJob,
  payment: RecordedPayment,
  changes: Partial<RecordedPayment> | null,
  at?: Date,
): Promise<void> {
  const [before, after] = [changes && payment, { ...payment, ...changes }];
  const kind = paymentEventKind(before, after);
  if (kind === null) return;
  await recordMovements(manager, job, before, after, at);
  const { id, provider, status, amount, refundedAmount, transactionId } = after;
  const payer = provider === 'manual' ? job.pilotId : job.clientId;
  await recordJobEvent(manager, {
    kind,
    job,
    at,
    // The provider refunds and decides disputes.
    actorId: kind === 'payment' ? payer : null,
    before: before && {
      paymentStatus: before.status,
      refundedAmount: before.refundedAmount,
      disputedAmount: disputedOf(before),
    },
    after: { paymentStatus: status, provider, amount, refundedAmount, disputedAmount: disputedOf(after) },
    payment: { id, transactionId },
  });
}
