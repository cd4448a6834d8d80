import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ResetBody } from '@dps/contract';
import { PasswordService } from '../../platform/auth/password.service.ts';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { expiry, secondsAfter } from '../../platform/database/expiry.ts';
import { DomainError, type Timing } from '../../platform/errors/domain-error.ts';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { TEXTS } from '../../texts.ts';
import { END_FEED } from '../calendar/calendar.service.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { hashMailedToken } from '../mail/mailed-tokens.ts';
import { noMail } from '../users/email.policy.ts';
import { passwordProblem } from '../users/password.policy.ts';
import { LoginThrottle } from './login-throttle.ts';
import { REMOVE_SECOND_FACTORS } from './second-factor.service.ts';

/** Mails to one address. Also of an unknown one, so that the limit reveals nothing. */
const MOST_MAILS = 5;
const MAIL_WINDOW_SECONDS = 60 * 60;

interface Account {
  /** Since the end of the link. */
  secondsLate: number;
  /** The normalized username. */
  name: string;
  username: string;
  email: string;
}

const ACCOUNT = `
  SELECT username_key(username) AS name, username, email, ${secondsAfter('expires_at')} AS "secondsLate"
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
  ), unproven AS (
    SELECT FROM users WHERE id IN (SELECT user_id FROM used) AND email_confirmed_at IS NULL
  ), ended AS (
    DELETE FROM sessions WHERE user_id IN (SELECT user_id FROM used)
  ), changed AS (
    UPDATE users SET password_hash = $2, pending_email = NULL, email_confirmed_at = coalesce(email_confirmed_at, now())
    WHERE id IN (SELECT user_id FROM used) AND suspended_at IS NULL RETURNING id
  )
  SELECT id, EXISTS (SELECT FROM unproven) AS "isFirstProof" FROM changed`;

/** Statements that remove other access to an account. Before the first proof of the address, another user may have set it up. */
const END_ACCESS = [REMOVE_SECOND_FACTORS, END_FEED, 'DELETE FROM known_devices WHERE user_id = $1'];

const linkEnded = (timing?: Timing) =>
  new DomainError('not_found', { message: TEXTS.resetLinkEnded, timing });

/** Replaces forgotten passwords by a mailed link. */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: MailOutbox,
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
    const key = limitKey('reset:address', email.toLowerCase());
    await this.limiter.hit({ key, most: MOST_MAILS, windowSeconds: MAIL_WINDOW_SECONDS });
    await this.outbox.addForAddress('password-reset', email);
  }

  /**
   * Replaces the password of the token's user, ends all sessions of the user, and uses up all links. If the address was not
   * confirmed before, second factors, devices and the calendar address end too. Throws `not_found` for a
   * token that is unknown, used or expired, and `validation_failed` for a password that is easy to guess, which uses up nothing.
   */
  async reset({ token, newPassword }: ResetBody, network: string): Promise<void> {
    const tokenHash = hashMailedToken(token);
    const [account] = await this.database.query<Account[]>(ACCOUNT, [tokenHash]);
    if (!account) throw linkEnded();
    const timing = expiry('link to a new password', account);
    if (timing) throw linkEnded(timing);
    const problem = passwordProblem({ ...account, password: newPassword });
    if (problem !== null)
      throw new DomainError('validation_failed', { errors: [{ path: 'newPassword', message: problem }] });
    const passwordHash = await this.passwords.hash(newPassword);
    await this.database.transaction((manager) => replace(manager, tokenHash, passwordHash));
    await this.throttle.forget({ account: account.name, network });
  }
}

async function replace(manager: EntityManager, tokenHash: Buffer, passwordHash: string): Promise<void> {
  await manager.query(`SELECT set_config('dps.credential', 'mail', true)`);
  const changed = await manager.query<{ id: number; isFirstProof: boolean }[]>(RESET, [
    tokenHash,
    passwordHash,
  ]);
  const [account] = changed;
  if (!account) throw linkEnded();
  if (account.isFirstProof) for (const statement of END_ACCESS) await manager.query(statement, [account.id]);
}
