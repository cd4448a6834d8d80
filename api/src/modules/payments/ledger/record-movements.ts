import type { EntityManager } from 'typeorm';
import type { ChangedJob } from '../../job-events/record-job-event.ts';
import type { Payment } from '../payment.entity.ts';
import { LedgerEntry } from './ledger-entry.entity.ts';
import { LEDGER_ACCOUNTS, movementsOf, type LedgerAccount } from './ledger.movements.ts';

type LedgerPayment = Pick<Payment, 'id' | 'provider' | 'status' | 'amount' | 'refundedAmount' | 'version'>;

const userOf = (account: LedgerAccount, { clientId, pilotId }: ChangedJob): number | null =>
  account === 'client' ? clientId : account === 'pilot' ? pilotId : null;

/**
 * Writes the movements of a change of a payment, in the transaction of the change. Throws if the ledger has one of them, so no change
 * moves money twice.
 *
 * @param before null for a new payment
 */
export async function recordMovements(
  manager: EntityManager,
  job: ChangedJob,
  before: LedgerPayment | null,
  after: LedgerPayment,
  at?: Date,
): Promise<void> {
  const entries = movementsOf(before, after).flatMap(({ kind, cents }) =>
    LEDGER_ACCOUNTS.flatMap((account) => {
      const amount = cents[account];
      if (amount === undefined) return [];
      // A payment is charged once, and has other movements once per version.
      const movement = kind === 'charge' ? `charge:${after.id}` : `${kind}:${after.id}:${after.version}`;
      const parties = { paymentId: after.id, jobId: job.id, userId: userOf(account, job) };
      return [{ movement, kind, account, amount, ...parties, ...(at && { at }) }];
    }),
  );
  if (entries.length > 0) await manager.insert(LedgerEntry, entries);
}
