import type { EntityManager } from 'typeorm';
import type { PilotTransferStatus } from '@dps/contract';
import { sendJob } from '../../../platform/background/send-job.ts';

const RELEASE = `
  UPDATE pilot_transfers SET status = 'waiting'
  WHERE pilot_id = $1 AND status = ANY($2) RETURNING payment_id AS "paymentId"`;

const REFUSED_REVERSALS = `
  SELECT DISTINCT payment_id AS "paymentId" FROM pilot_transfers
  WHERE pilot_id = $1 AND status = 'transferred' AND failure IS NOT NULL`;

interface Row {
  paymentId: number;
}

/**
 * Sends the jobs of the shares that wait for a pilot's account, in the transaction in which it becomes ready. By default also those that
 * were refused, because the account has changed.
 */
export async function releaseTransfers(
  manager: EntityManager,
  pilotId: number,
  statuses: readonly PilotTransferStatus[] = ['waiting', 'failed'],
): Promise<void> {
  const [rows] = await manager.query<[Row[], number]>(RELEASE, [pilotId, statuses]);
  for (const { paymentId } of rows) await sendJob(manager, 'pilot-transfer', paymentId);
}

/** Sends the jobs of the reversals that a pilot's account could not pay, when it may have money again. */
export async function retryReversals(manager: EntityManager, pilotId: number): Promise<void> {
  const rows = await manager.query<Row[]>(REFUSED_REVERSALS, [pilotId]);
  for (const { paymentId } of rows) await sendJob(manager, 'pilot-transfer', paymentId);
}
