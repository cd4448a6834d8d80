import type { EntityManager } from 'typeorm';
import { planShare, type SharePlan } from '@dps/contract';
import { changeWithoutEvent } from '../../job-events/job-event.queries.ts';
import type { ChangedJob } from '../../job-events/record-job-event.ts';
import type { Payment } from '../payment.entity.ts';
import { hasSettled } from '../payment.transitions.ts';
import { PilotTransfer } from './pilot-transfer.entity.ts';

type SharedPayment = Pick<
  Payment,
  'id' | 'provider' | 'status' | 'amount' | 'refundedAmount' | 'disputedAmount' | 'lostAmount'
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
  const { provider, status, amount, refundedAmount, disputedAmount, lostAmount } = payment;
  const isKept = provider === 'stripe' && hasSettled(status);
  return planShare({
    keptCents: isKept ? amount - refundedAmount - lostAmount : 0,
    disputedCents: isKept ? disputedAmount : 0,
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
 * Writes the transfers that are still to do for a payment, one now and one after its disputes, in the transaction that changes the
 * payment and has locked its job. Repeatable. While the provider is called about a transfer, no other one changes. Returns whether the
 * provider is to be called.
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
  const transfers = await manager.find(PilotTransfer, {
    where: { paymentId: payment.id },
    order: { number: 'ASC' },
  });
  const plan = planOf(payment, transfers);
  if (!transfers.some(({ status }) => status === 'sending'))
    await writeUnsent(manager, { paymentId: payment.id, jobId, pilotId }, transfers, plan);
  return plan.reverseCents > 0 || plan.openCents > 0;
}

/**
 * Writes one transfer for what is to send, and one for what is held, over those that exist. The older of two is canceled if one
 * remains. The one to send is always the older one, so no update has two transfers of a status.
 */
async function writeUnsent(
  manager: EntityManager,
  share: Pick<PilotTransfer, 'paymentId' | 'jobId' | 'pilotId'>,
  transfers: readonly PilotTransfer[],
  { openCents, heldCents }: SharePlan,
): Promise<void> {
  const wanted = [
    { status: 'waiting', amountCents: openCents } as const,
    { status: 'held', amountCents: heldCents } as const,
  ].filter(({ amountCents }) => amountCents > 0);
  const unsent = transfers.filter(({ status }) => UNSENT.has(status));
  const superfluous = Math.max(0, unsent.length - wanted.length);
  for (const [index, { id, status, amountCents }] of unsent.entries()) {
    const next = wanted[index - superfluous];
    const isRefused = status === 'failed' && next?.status === 'waiting' && next.amountCents === amountCents;
    if (!isRefused) await manager.update(PilotTransfer, { id }, next ?? { status: 'canceled' });
  }
  const last = transfers.at(-1)?.number ?? 0;
  for (const [index, next] of wanted.slice(unsent.length).entries())
    await manager.insert(PilotTransfer, { ...share, ...next, number: last + 1 + index });
}
