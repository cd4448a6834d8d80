import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ResetBody, ResetView } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { violatesUnique } from '../../platform/database/database-errors.ts';
import { expiry, secondsAfter } from '../../platform/database/expiry.ts';
import { DomainError, type Timing } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { hashMailedToken } from '../mail/mailed-tokens.ts';
import {
  lockAccount,
  recordKeptAccount,
  recordNewPassword,
  recordProvenEmail,
  recordRestoredEmail,
} from '../users/account-changes.ts';
import {
  recordApp,
  recordPasskeys,
  removeApp,
  removePasskeys,
  type ChangedPasskey,
} from './factor-changes.ts';
import { LoginThrottle } from './login-throttle.ts';
import { removeYoungPasskeys, requireGoodPassword } from './password-reset.ts';
import { endSessions } from './session.entity.ts';

/** The rows of the factors of a user. */
interface Factors {
  passkeys: object[];
  apps: object[];
  codes: object[];
}

interface Change {
  id: number;
  userId: number;
  /** The normalized username. */
  name: string;
  username: string;
  /** The previous address. */
  email: string;
  factors: Factors;
  createdAt: Date;
  /** Since the end of the link. */
  secondsLate: number;
}

const CHANGE = `
  SELECT email_changes.id, user_id AS "userId", username_key(username) AS name, username, previous_email AS email, factors,
    email_changes.created_at AS "createdAt",
    ${secondsAfter('expires_at')} AS "secondsLate"
  FROM email_changes JOIN users ON users.id = user_id
  WHERE token_hashes @> ARRAY[$1::bytea] AND suspended_at IS NULL AND deleted_at IS NULL`;

/** Ends all links that undo a change of the user. The owner of the address decides: a later change was not the owner's. */
const USE = `
  WITH used AS (DELETE FROM email_changes WHERE user_id = $1 RETURNING id)
  SELECT id FROM used WHERE id = $2`;

/** SQL: the rows of a table at the change. `$2` has all factors. */
const rowsOf = (table: string, part: string) =>
  `jsonb_populate_recordset(NULL::${table}, $2::jsonb -> '${part}')`;

const IS_NEW_PASSKEY = `id NOT IN (SELECT id FROM ${rowsOf('passkeys', 'passkeys')})`;

// A credential that was meanwhile added to another account is not restored.
const RESTORE_PASSKEYS = `
  INSERT INTO passkeys OVERRIDING SYSTEM VALUE SELECT * FROM ${rowsOf('passkeys', 'passkeys')} WHERE user_id = $1
  ON CONFLICT DO NOTHING RETURNING id, name`;

// An app never accepts a used code again. The statement reads the rows from before its change. Returns a row if the secret is
// another one.
const RESTORE_APP = `
  WITH restored AS (
    INSERT INTO authenticators SELECT * FROM ${rowsOf('authenticators', 'apps')} WHERE user_id = $1
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, active_since = excluded.active_since, pending_secret = NULL,
      pending_expires_at = NULL, last_step = greatest(authenticators.last_step, excluded.last_step)
    RETURNING user_id, secret
  )
  SELECT FROM restored JOIN authenticators AS previous USING (user_id) WHERE previous.secret IS DISTINCT FROM restored.secret`;

const RESTORE_CODES = [
  `DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash NOT IN (SELECT code_hash FROM ${rowsOf('recovery_codes', 'codes')})`,
  `INSERT INTO recovery_codes SELECT * FROM ${rowsOf('recovery_codes', 'codes')} WHERE user_id = $1 ON CONFLICT DO NOTHING`,
];

const RESTORE_ACCOUNT = `
  UPDATE users SET email = $2, email_confirmed_at = now(), pending_email = NULL, password_hash = $3, deletes_at = NULL
  WHERE id = $1`;

const END_ACCESS = [
  endSessions('user_id = $1'),
  ...['password_resets', 'email_confirmations', 'calendar_feeds'].map(
    (table) => `DELETE FROM ${table} WHERE user_id = $1`,
  ),
];

// Those of another user are new.
const END_NEW_DEVICES = 'DELETE FROM known_devices WHERE user_id = $1 AND first_used_at > $2';

const linkEnded = (timing?: Timing) => new DomainError('not_found', { message: TEXTS.undoLinkEnded, timing });

/** Undoes changes of email addresses by the links of the mails to the previous addresses. */
@Injectable()
export class EmailUndo {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
  ) {}

  /**
   * Restores the address and the factors of the time before a change, sets a password, and ends sessions, new devices, links, the calendar address
   * and a requested deletion. Throws `not_found` for a token that is unknown, used or expired, `email_taken` if another account has the
   * address, and `validation_failed` for a password that is easy to guess, which uses up nothing.
   */
  async undo({ token, newPassword }: ResetBody, network: string): Promise<ResetView> {
    const [change] = await this.database.query<Change[]>(CHANGE, [hashMailedToken(token)]);
    if (!change) throw linkEnded();
    const timing = expiry('link that restores an address', change);
    if (timing) throw linkEnded(timing);
    requireGoodPassword(change, newPassword);
    const passwordHash = await this.passwords.hash(newPassword);
    const result = await this.database
      .transaction((manager) => restore(manager, change, passwordHash))
      .catch((error: unknown) => {
        throw violatesUnique(error, 'users_email_key')
          ? new DomainError('email_taken', { message: TEXTS.restoredEmailTaken })
          : error;
      });
    await this.throttle.forget({ account: change.name, network });
    return result;
  }
}

async function restore(
  manager: EntityManager,
  { id, userId, email, factors, createdAt }: Change,
  passwordHash: string,
): Promise<ResetView> {
  const account = await lockAccount(manager, userId);
  const used = await manager.query<unknown[]>(USE, [userId, id]);
  if (!account || used.length === 0) throw linkEnded();
  await restoreFactors(manager, userId, factors);
  const result = await removeYoungPasskeys(manager, userId);
  await manager.query(RESTORE_ACCOUNT, [userId, email, passwordHash]);
  if (email === account.email) await recordProvenEmail(manager, account);
  else await recordRestoredEmail(manager, account, email);
  await recordNewPassword(manager, userId, result);
  await recordKeptAccount(manager, account);
  await manager.query(END_NEW_DEVICES, [userId, createdAt]);
  for (const statement of END_ACCESS) await manager.query(statement, [userId]);
  return result;
}

/** Restores the factors of a user. A passkey that was not removed keeps its counter. */
async function restoreFactors(manager: EntityManager, userId: number, factors: Factors): Promise<void> {
  const values = [userId, JSON.stringify(factors)] as const;
  await removePasskeys(manager, values, IS_NEW_PASSKEY);
  const restored = await manager.query<ChangedPasskey[]>(RESTORE_PASSKEYS, [...values]);
  await recordPasskeys(manager, userId, 'added', restored);
  if (factors.apps.length === 0) await removeApp(manager, userId);
  const replaced = await manager.query<unknown[]>(RESTORE_APP, [...values]);
  if (replaced.length > 0) await recordApp(manager, userId, 'added');
  for (const statement of RESTORE_CODES) await manager.query(statement, [...values]);
}
