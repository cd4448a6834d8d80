import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import type { ResetBody, ResetView } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { expiry, secondsAfter } from '../../platform/database/expiry.ts';
import { DomainError, type Timing } from '../../platform/errors/domain-error.ts';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { TEXTS } from '../../texts.ts';
import { withdrawJobs } from '../jobs/job.changes.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { hashMailedToken } from '../mail/mailed-tokens.ts';
import {
  lockAccount,
  recordKeptAccount,
  recordNewPassword,
  recordProvenEmail,
} from '../users/account-changes.ts';
import { mailboxOf, noMail } from '../users/email.policy.ts';
import { PERSONAL } from '../personal-data/personal-tables.ts';
import { OF_USER } from '../personal-data/personal-table.ts';
import { passwordProblem } from '../users/password.policy.ts';
import { removePasskeys, removeSecondFactors, removeUselessCodes } from './factor-changes.ts';
import { LoginThrottle } from './login-throttle.ts';
import { IS_YOUNG_PASSKEY } from './passkey.queries.ts';
import { endSessions } from './session.entity.ts';

/** Mails to one mailbox. Also of an unknown one, so that the limit reveals nothing. */
const MOST_MAILS = 5;
const MAIL_WINDOW_SECONDS = 60 * 60;

interface Account {
  id: number;
  /** Since the end of the link. */
  secondsLate: number;
  /** The normalized username. */
  name: string;
  username: string;
  email: string;
}

const ACCOUNT = `
  SELECT users.id, username_key(username) AS name, username, email, ${secondsAfter('expires_at')} AS "secondsLate"
  FROM password_resets JOIN users ON users.id = password_resets.user_id
  WHERE token_hash = $1 AND suspended_at IS NULL`;

// The link has proved that the user reads the mail of the address. If this is the first proof, another user may have signed up
// with it. A change of the address is canceled: an attacker with the
// previous password may have requested it. Of two concurrent uses of the links of one user, the second one waits for the
// deleted rows and then finds none.
const RESET = `
  WITH used AS (
    DELETE FROM password_resets WHERE user_id = (
      SELECT user_id FROM password_resets WHERE token_hash = $1 AND expires_at > now()
    ) RETURNING user_id
  ), ended AS (
    ${endSessions('user_id IN (SELECT user_id FROM used)')}
  ), changed AS (
    UPDATE users SET password_hash = $2, pending_email = NULL, email_confirmed_at = coalesce(email_confirmed_at, now())
    WHERE id IN (SELECT user_id FROM used) AND suspended_at IS NULL RETURNING id
  )
  SELECT id FROM changed`;

const CLEAR_PROFILE = `
  UPDATE users SET name = username, flight_hours = NULL, profile_image = NULL, deletes_at = NULL WHERE id = $1`;

/** Clears what was set before the first proof of the address, because another user may have set it. New tables are included. */
const FIRST_PROOF = [
  ...PERSONAL.flatMap(([name, { deleted }]) =>
    deleted === OF_USER ? [`DELETE FROM ${name} WHERE ${OF_USER}`] : [],
  ),
  CLEAR_PROFILE,
];

const linkEnded = (timing?: Timing) =>
  new DomainError('not_found', { message: TEXTS.resetLinkEnded, timing });

/** Replaces forgotten passwords by a mailed link. */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly database: DataSource,
    private readonly limiter: RateLimiter,
    private readonly passwords: PasswordService,
    private readonly throttle: LoginThrottle,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail'>,
  ) {}

  /**
   * Mails a link to the account with this address, if there is one. The statements, and so the time, do not depend on that.
   * Throws `rate_limited`, or `unavailable` in a deployment without mail.
   */
  async request(email: string): Promise<void> {
    if (!this.config.mail) throw noMail();
    const key = limitKey('reset:address', mailboxOf(email));
    await this.limiter.hit({ key, most: MOST_MAILS, windowSeconds: MAIL_WINDOW_SECONDS });
    const mail = { kind: 'password-reset', address: email, detail: {} } as const;
    await this.database.transaction((manager) => enqueueMail(manager, mail));
  }

  /**
   * Replaces the password of the token's user, ends all sessions of the user, removes young passkeys, and uses up all links. If the address
   * was not confirmed before, all that was set in the account is cleared. Throws `not_found` for a
   * token that is unknown, used or expired, and `validation_failed` for a password that is easy to guess, which uses up nothing.
   */
  async reset({ token, newPassword }: ResetBody, network: string): Promise<ResetView> {
    const tokenHash = hashMailedToken(token);
    const [account] = await this.database.query<Account[]>(ACCOUNT, [tokenHash]);
    if (!account) throw linkEnded();
    const timing = expiry('link to a new password', account);
    if (timing) throw linkEnded(timing);
    requireGoodPassword(account, newPassword);
    const passwordHash = await this.passwords.hash(newPassword);
    const result = await this.database.transaction((manager) =>
      replace(manager, account.id, [tokenHash, passwordHash]),
    );
    await this.throttle.forget({ account: account.name, network });
    return result;
  }
}

/** Throws `validation_failed` for a password that is easy to guess. */
export function requireGoodPassword(account: Pick<Account, 'username' | 'email'>, password: string): void {
  const message = passwordProblem({ ...account, password });
  if (message !== null)
    throw new DomainError('validation_failed', { errors: [{ path: 'newPassword', message }] });
}

/** Removes the young passkeys of a user whose password a mailed link replaces, in the transaction. */
export async function removeYoungPasskeys(manager: EntityManager, userId: number): Promise<ResetView> {
  const removedPasskeys = await removePasskeys(manager, [userId], IS_YOUNG_PASSKEY);
  if (removedPasskeys > 0) await removeUselessCodes(manager, userId);
  return { removedPasskeys };
}

async function replace(
  manager: EntityManager,
  userId: number,
  values: readonly [tokenHash: Buffer, passwordHash: string],
): Promise<ResetView> {
  const account = await lockAccount(manager, userId);
  const result = await removeYoungPasskeys(manager, userId);
  const changed = await manager.query<unknown[]>(RESET, [...values]);
  if (!account || changed.length === 0) throw linkEnded();
  await recordProvenEmail(manager, account);
  await recordNewPassword(manager, userId, result);
  if (!account.isConfirmed) {
    await removeSecondFactors(manager, userId);
    for (const statement of FIRST_PROOF) await manager.query(statement, [userId]);
    await withdrawJobs(manager, userId, { clientId: userId, publishedAt: IsNull() });
    await recordKeptAccount(manager, account);
  }
  return result;
}
