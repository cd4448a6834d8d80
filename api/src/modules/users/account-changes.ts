import type { EntityManager } from 'typeorm';
import { UNDO_DAYS } from '@dps/contract';
import { auditAccount } from '../administration/record-audit.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';

/** The state of an account before a change. */
export interface Account {
  id: number;
  email: string;
  pendingEmail: string | null;
  /** The user has opened the link of a mail to `email`. An address without that may belong to another user. */
  isConfirmed: boolean;
  deletesAt: Date | null;
}

const LOCK = `
  SELECT id, email, pending_email AS "pendingEmail", email_confirmed_at IS NOT NULL AS "isConfirmed", deletes_at AS "deletesAt"
  FROM users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`;

/** SQL: the rows of a table of factors, as JSON. */
const rowsOf = (table: string, condition = 'true') =>
  `(SELECT coalesce(jsonb_agg(to_jsonb(${table})), '[]') FROM ${table} WHERE user_id = $1 AND ${condition})`;

const ADD_CHANGE = `
  INSERT INTO email_changes (user_id, previous_email, expires_at, factors)
  VALUES ($1, $2, now() + interval '${UNDO_DAYS} days', jsonb_build_object('passkeys', ${rowsOf('passkeys')},
    'apps', ${rowsOf('authenticators', 'secret IS NOT NULL')}, 'codes', ${rowsOf('recovery_codes')}))
  RETURNING id`;

/** Locks an account until the end of the transaction. Returns null if it does not exist, or is deleted. */
export async function lockAccount(manager: EntityManager, id: number): Promise<Account | null> {
  const [account] = await manager.query<Account[]>(LOCK, [id]);
  return account ?? null;
}

/** Writes what follows from the request of another address: the audit event, the link to the new address, and the report to the current one. */
export async function recordRequestedEmail(
  manager: EntityManager,
  { id: userId, email, pendingEmail, isConfirmed }: Account,
  requested: string,
): Promise<void> {
  if (requested === pendingEmail) return;
  await auditAccount(manager, userId, 'email-change-requested');
  await enqueueMail(manager, { kind: 'email-change', userId, detail: { address: requested } });
  if (isConfirmed)
    await enqueueMail(manager, { kind: 'email-change-requested', userId, detail: { address: email } });
}

/** Writes what follows from a new address: the audit event, and the mail to the previous address with the link that undoes the change. */
export async function recordNewEmail(
  manager: EntityManager,
  { id: userId, email, isConfirmed }: Account,
): Promise<void> {
  await auditAccount(manager, userId, 'email-changed');
  if (!isConfirmed) return;
  const [change] = await manager.query<{ id: number }[]>(ADD_CHANGE, [userId, email]);
  const detail = { address: email, change: String(change?.id) };
  await enqueueMail(manager, { kind: 'email-changed', userId, detail });
}

/** Audits that the previous address was restored, and reports it to both addresses. */
export async function recordRestoredEmail(
  manager: EntityManager,
  { id: userId, email }: Account,
  restored: string,
): Promise<void> {
  await auditAccount(manager, userId, 'email-restored');
  for (const address of [restored, email])
    await enqueueMail(manager, { kind: 'email-restored', userId, detail: { address } });
}

/** Audits that a change of the address has ended, and that the current address is confirmed, unless this was so before. */
export async function recordProvenEmail(
  manager: EntityManager,
  { id, pendingEmail, isConfirmed }: Account,
): Promise<void> {
  if (pendingEmail !== null) await auditAccount(manager, id, 'email-change-canceled');
  if (!isConfirmed) await auditAccount(manager, id, 'email-confirmed');
}

/** Audits and reports a new password. `removedPasskeys` is the number of passkeys that the mailed link has removed. */
export async function recordNewPassword(
  manager: EntityManager,
  userId: number,
  by: 'password' | { removedPasskeys: number },
): Promise<void> {
  await auditAccount(manager, userId, by === 'password' ? 'password-changed' : 'password-reset');
  const passkeys =
    by !== 'password' && by.removedPasskeys > 0 ? { passkeys: String(by.removedPasskeys) } : {};
  await enqueueMail(manager, { kind: 'password-changed', userId, detail: passkeys });
}

/** Audits and reports that a user has requested the deletion of the account, unless it was requested before. */
export async function recordRequestedDeletion(
  manager: EntityManager,
  { id: userId, deletesAt: before }: Account,
  deletesAt: Date,
): Promise<void> {
  if (before !== null) return;
  await auditAccount(manager, userId, 'deletion-requested', {
    before: { deletesAt: null },
    after: { deletesAt },
  });
  const detail = { deletesAt: deletesAt.toISOString() };
  await enqueueMail(manager, { kind: 'deletion-requested', userId, detail });
}

/** Audits that a user keeps the account, if its deletion was requested. */
export async function recordKeptAccount(manager: EntityManager, { id, deletesAt }: Account): Promise<void> {
  if (deletesAt === null) return;
  await auditAccount(manager, id, 'kept', { before: { deletesAt }, after: { deletesAt: null } });
}
