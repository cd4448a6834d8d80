import type { EntityManager } from 'typeorm';
import type { ChangedJob } from '../../job-events/record-job-event.ts';
import type { Payment } from '../payment.entity.ts';
import { LedgerEntry } from './ledger-entry.entity.ts';
import {
  LEDGER_ACCOUNTS,
  movementsOf,
  type LedgerAccount,
  type Movement,
  type PaidState,
} from './ledger.movements.ts';

type LedgerPayment = PaidState & Pick<Payment, 'id' | 'version'>;

/** The accounts without a user. */
const IMPERSONAL: ReadonlySet<LedgerAccount> = new Set(['platform', 'dispute']);

const userOf = (account: LedgerAccount, { clientId, pilotId }: Pick<ChangedJob, 'clientId' | 'pilotId'>) =>
  IMPERSONAL.has(account) ? null : account === 'client' ? clientId : pilotId;

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

/** A movement of a pilot's share, with its unique name. */
interface PilotMovement extends Movement {
  movement: string;
  /** By default, the time of the transaction. */
  at?: Date;
}

/** Writes a movement of the share of a payment, in the transaction that records it. Throws if the ledger has it. */
export async function recordPilotMovement(
  manager: EntityManager,
  { paymentId, jobId, pilotId }: { paymentId: number; jobId: number; pilotId: number },
  { movement, kind, cents, at }: PilotMovement,
): Promise<void> {
  const entries = LEDGER_ACCOUNTS.flatMap((account) => {
    const amount = cents[account];
    return amount === undefined
      ? []
      : [{ movement, kind, account, amount, paymentId, jobId, userId: pilotId, ...(at && { at }) }];
  });
  await manager.insert(LedgerEntry, entries);
}
