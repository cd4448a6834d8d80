import type { EntityManager } from 'typeorm';
import { planShare, type SharePlan } from '@dps/contract';
import { changeWithoutEvent } from '../../job-events/job-event.queries.ts';
import type { ChangedJob } from '../../job-events/record-job-event.ts';
import type { Payment } from '../payment.entity.ts';
import { hasSettled } from '../payment.transitions.ts';
import { PilotTransfer } from './pilot-transfer.entity.ts';

type SharedPayment = Pick<
  Payment,
  'id' | 'provider' | 'status' | 'amount' | 'refundedAmount' | 'disputeLost'
>;

/** The statuses of a transfer before the provider is called. */
const UNSENT: ReadonlySet<string> = new Set(['waiting', 'held', 'failed']);

/** Returns the cents of a transfer that the pilot has, or receives by a call that has started. */
function sentCentsOf({ status, amountCents, reversedCents }: PilotTransfer): number {
  return status === 'sending' || status === 'transferred' ? amountCents - reversedCents : 0;
}

/**
 * Returns what is to do for the share of a settled payment. Money received off the platform has no share to transfer, and neither has
 * money that a bank keeps after a dispute.
 */
export function planOf(payment: SharedPayment, transfers: readonly PilotTransfer[]): SharePlan {
  const { provider, status, amount, refundedAmount, disputeLost } = payment;
  const isKept = provider === 'stripe' && hasSettled(status) && !disputeLost;
  return planShare({
    keptCents: isKept ? amount - refundedAmount : 0,
    isDisputed: status === 'disputed',
    sentCents: transfers.map(sentCentsOf).reduce((sum, cents) => sum + cents, 0),
  });
}

const NOTIFY = `
  SELECT pg_notify('job_changes', (${changeWithoutEvent('share', 'jsonb_build_array($2::int)')})::text)
  FROM jobs WHERE jobs.id = $1`;

/**
 * Reports to the open pages of a pilot, when the transaction is committed, that the share of a job or a payout with it has another
 * state. It is no event in the history of the job, which the client reads.
 */
export async function notifyShare(manager: EntityManager, jobId: number, pilotId: number): Promise<void> {
  await manager.query(NOTIFY, [jobId, pilotId]);
}

/**
 * Writes the transfer that is still to do for a payment, in the transaction that changes the payment and has locked its job. Repeatable.
 * While the provider is called about a transfer, no further one is written. Returns whether the provider is to be called.
 */
export async function planTransfers(
  manager: EntityManager,
  { id: jobId, clientId, pilotId }: ChangedJob,
  before: SharedPayment,
  changes: Partial<SharedPayment> = {},
): Promise<boolean> {
  const payment = { ...before, ...changes };
  // A client whose pilot has left is the pilot of the job, and owes nothing to itself.
  if (payment.provider !== 'stripe' || pilotId === null || pilotId === clientId) return false;
  await notifyShare(manager, jobId, pilotId);
  const transfers = await manager.findBy(PilotTransfer, { paymentId: payment.id });
  const { reverseCents, openCents, isHeld } = planOf(payment, transfers);
  const unsent = transfers.find(({ status }) => UNSENT.has(status));
  if (unsent) {
    const { id, status, amountCents } = unsent;
    const isRefused = status === 'failed' && amountCents === openCents;
    const next = isHeld ? 'held' : isRefused ? 'failed' : 'waiting';
    await manager.update(
      PilotTransfer,
      { id },
      openCents > 0 ? { amountCents: openCents, status: next } : { status: 'canceled' },
    );
  } else if (openCents > 0 && !transfers.some(({ status }) => status === 'sending')) {
    const number = 1 + Math.max(0, ...transfers.map((transfer) => transfer.number));
    const status = isHeld ? 'held' : 'waiting';
    const facts = { paymentId: payment.id, jobId, pilotId, number, amountCents: openCents, status } as const;
    await manager.insert(PilotTransfer, facts);
  }
  return reverseCents > 0 || (openCents > 0 && !isHeld);
}
