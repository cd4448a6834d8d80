import type { EntityManager } from 'typeorm';
import { lockJob } from '../../jobs/job.changes.ts';
import { recordPilotMovement } from '../ledger/record-movements.ts';
import { Payment } from '../payment.entity.ts';
import { PilotTransfer } from './pilot-transfer.entity.ts';
import { planTransfers } from './plan-transfers.ts';

/**
 * Stores the result of a call about a transfer, and plans what follows, because the payment may have changed during the call. Returns
 * false if another process has stored the result.
 */
async function store(
  manager: EntityManager,
  { id, paymentId, jobId, status, reversedCents, reversingCents }: PilotTransfer,
  changes: Partial<PilotTransfer>,
): Promise<boolean> {
  const job = await lockJob(manager, jobId);
  const isSame = { id, status, reversedCents, reversingCents };
  const { affected } = await manager.update(PilotTransfer, isSame, {
    ...changes,
    attempt: () => 'attempt + 1',
  });
  if (!affected) return false;
  await planTransfers(manager, job, await manager.findOneByOrFail(Payment, { id: paymentId }));
  return true;
}

/** Records a transfer that the provider has made, with its movement. Returns false if it is recorded. */
export async function completeTransfer(
  manager: EntityManager,
  transfer: PilotTransfer,
  providerTransferId: string,
): Promise<boolean> {
  const changes = {
    status: 'transferred',
    providerTransferId,
    transferredAt: new Date(),
    failure: null,
  } as const;
  if (!(await store(manager, transfer, changes))) return false;
  const { id, amountCents } = transfer;
  await recordPilotMovement(manager, transfer, {
    movement: `transfer:${id}`,
    kind: 'transfer',
    cents: { pilot: -amountCents, 'payout-account': amountCents },
  });
  return true;
}

/** Records a reversal that the provider has made, with its movement. */
export async function completeReversal(manager: EntityManager, transfer: PilotTransfer): Promise<void> {
  const { id, reversedCents, reversingCents, attempt } = transfer;
  const changes = { reversedCents: reversedCents + reversingCents, reversingCents: 0, failure: null };
  if (!(await store(manager, transfer, changes))) return;
  await recordPilotMovement(manager, transfer, {
    movement: `reversal:${id}:${attempt}`,
    kind: 'reversal',
    cents: { pilot: reversingCents, 'payout-account': -reversingCents },
  });
}

/** Records that the provider has refused a call. Without `isFinal`, it is repeated when the account is ready or has money. */
export async function refuse(
  manager: EntityManager,
  transfer: PilotTransfer,
  failure: string,
  isPatient: boolean,
): Promise<void> {
  const isReversal = transfer.reversingCents > 0;
  const status = isPatient ? 'waiting' : 'failed';
  await store(manager, transfer, isReversal ? { reversingCents: 0, failure } : { status, failure });
}
