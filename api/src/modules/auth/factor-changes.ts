import type { EntityManager } from 'typeorm';
import { auditAccount, type AuditActor } from '../administration/record-audit.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';

/** A passkey that was added or removed. Its name is not in the audit trail, because its user chose it. */
export interface ChangedPasskey {
  id: number;
  name: string;
}

type Change = 'added' | 'removed';

/** Audits and reports that passkeys were added or removed. */
export async function recordPasskeys(
  manager: EntityManager,
  userId: number,
  change: Change,
  passkeys: readonly ChangedPasskey[],
  actor?: AuditActor,
): Promise<void> {
  for (const { id, name } of passkeys) {
    const values = change === 'added' ? { after: { id } } : { before: { id } };
    await auditAccount(manager, userId, `passkey-${change}`, { ...values, actor });
    await enqueueMail(manager, { kind: `factor-${change}`, userId, detail: { name } });
  }
}

/** Audits and reports that the authenticator app was set up or removed. */
export async function recordApp(
  manager: EntityManager,
  userId: number,
  change: Change,
  actor?: AuditActor,
): Promise<void> {
  const action = change === 'added' ? 'second-factor-set' : 'second-factor-removed';
  await auditAccount(manager, userId, action, { actor });
  await enqueueMail(manager, { kind: `factor-${change}`, userId, detail: { factor: 'app' } });
}

/** Removes passkeys of the user `$1`, in the transaction. Returns their number. */
export async function removePasskeys(
  manager: EntityManager,
  values: readonly [userId: number, ...unknown[]],
  condition: string,
  actor?: AuditActor,
): Promise<number> {
  const statement = `DELETE FROM passkeys WHERE user_id = $1 AND ${condition} RETURNING id, name`;
  const [removed] = await manager.query<[ChangedPasskey[], number]>(statement, [...values]);
  await recordPasskeys(manager, values[0], 'removed', removed, actor);
  return removed.length;
}

const REMOVE_APP =
  'DELETE FROM authenticators WHERE user_id = $1 RETURNING active_since IS NOT NULL AS "wasActive"';

/** Removes the authenticator app, in the transaction. Returns false if there was none, or no code has confirmed it. */
export async function removeApp(
  manager: EntityManager,
  userId: number,
  actor?: AuditActor,
): Promise<boolean> {
  const [[app]] = await manager.query<[{ wasActive: boolean }[], number]>(REMOVE_APP, [userId]);
  if (!app?.wasActive) return false;
  await recordApp(manager, userId, 'removed', actor);
  return true;
}

const REMOVE_USELESS_CODES = `
  DELETE FROM recovery_codes WHERE user_id = $1
    AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = $1)
    AND NOT EXISTS (SELECT FROM authenticators WHERE user_id = $1 AND secret IS NOT NULL)`;

/** Deletes the recovery codes of a user without a second factor: they are worthless, and the next factor comes with new ones. */
export async function removeUselessCodes(manager: EntityManager, userId: number): Promise<void> {
  await manager.query(REMOVE_USELESS_CODES, [userId]);
}

/** Removes the app, the passkeys and the recovery codes, in the transaction. Returns false if no second factor was active. */
export async function removeSecondFactors(
  manager: EntityManager,
  userId: number,
  actor?: AuditActor,
): Promise<boolean> {
  const app = await removeApp(manager, userId, actor);
  const passkeys = await removePasskeys(manager, [userId], 'true', actor);
  await removeUselessCodes(manager, userId);
  return app || passkeys > 0;
}
