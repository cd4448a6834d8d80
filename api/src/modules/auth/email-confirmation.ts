import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { violatesUnique } from '../../platform/database/database-errors.ts';
import { expiry, secondsAfter } from '../../platform/database/expiry.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { TEXTS } from '../../texts.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { publishJobs } from '../jobs/job.changes.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { hashMailedToken } from '../mail/mailed-tokens.ts';
import { lockAccount, recordNewEmail } from '../users/account-changes.ts';
import { limitConfirmations, noMail } from '../users/email.policy.ts';

// Uses up all links of the user to the address. Of two concurrent uses, the second one waits for the deleted rows and then finds none. The
// update checks the address again, because the user may cancel the change meanwhile. Links to a new password that went to the
// previous address end.
const CONFIRM = `
  WITH link AS (
    SELECT user_id, confirmation.email AS address, confirmation.email <> users.email AS is_change
    FROM email_confirmations AS confirmation JOIN users ON users.id = user_id
    WHERE token_hash = $1 AND user_id = $2 AND expires_at > now() AND suspended_at IS NULL
      AND confirmation.email IN (users.email, users.pending_email)
  ), used AS (
    DELETE FROM email_confirmations USING link
    WHERE email_confirmations.user_id = link.user_id AND email_confirmations.email = address
    RETURNING link.user_id, address, is_change
  ), changed AS (
    UPDATE users SET email = address, email_confirmed_at = now(),
      pending_email = CASE WHEN pending_email <> address THEN pending_email END
    FROM (SELECT DISTINCT * FROM used) AS link
    WHERE users.id = link.user_id AND address IN (email, pending_email)
    RETURNING users.id, is_change
  ), ended AS (
    DELETE FROM password_resets USING changed WHERE user_id = changed.id AND is_change
  )
  SELECT is_change AS "isChange" FROM changed`;

const END = `SELECT ${secondsAfter('expires_at')} AS "secondsLate", user_id <> $2 AS "isOfOther" FROM email_confirmations WHERE token_hash = $1`;
const ADDRESS = `
  SELECT email, pending_email AS "pendingEmail", email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1`;
const CANCEL =
  'UPDATE users SET pending_email = NULL WHERE id = $1 AND pending_email IS NOT NULL RETURNING id';

interface Addresses {
  email: string;
  pendingEmail: string | null;
  isConfirmed: boolean;
}

interface EndedLink {
  secondsLate: number;
  isOfOther: boolean;
}

/** Confirms email addresses by mailed links. */
@Injectable()
export class EmailConfirmation {
  constructor(
    private readonly database: DataSource,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'mail'>,
  ) {}

  /**
   * Confirms the address of a token: the current one of the actor, or the next one, which becomes the current one. Throws
   * `not_found` for a token that is unknown, used, expired, or of another user or address, and `email_taken` if another account has the address.
   */
  async confirm({ id }: Actor, token: string): Promise<void> {
    const tokenHash = hashMailedToken(token);
    const isConfirmed = await this.database
      .transaction((manager) => confirmAddress(manager, id, tokenHash))
      .catch((error: unknown) => {
        throw violatesUnique(error, 'users_email_key') ? new DomainError('email_taken') : error;
      });
    if (isConfirmed) return;
    const [link] = await this.database.query<EndedLink[]>(END, [tokenHash, id]);
    if (link?.isOfOther) throw new DomainError('not_found', { message: TEXTS.linkOfOtherAccount });
    const timing = link && expiry('link that confirms an address', link);
    throw new DomainError('not_found', { message: TEXTS.confirmationLinkEnded, timing });
  }

  /**
   * Mails the link again to the next address of the actor, or to the current one. Mails none if both are confirmed. Throws
   * `rate_limited`, or `unavailable` in a deployment without mail.
   */
  async send({ id }: Actor): Promise<void> {
    if (!this.config.mail) throw noMail();
    const [user] = await this.database.query<Addresses[]>(ADDRESS, [id]);
    if (!user) throw new DomainError('unauthenticated');
    const { email, pendingEmail, isConfirmed } = user;
    await limitConfirmations(this.limiter, id, pendingEmail ?? email);
    if (pendingEmail === null && isConfirmed) return;
    await this.database.transaction((manager) =>
      enqueueMail(
        manager,
        pendingEmail === null
          ? { kind: 'email-confirmation', userId: id, detail: {} }
          : { kind: 'email-change', userId: id, detail: { address: pendingEmail } },
      ),
    );
  }

  /** Keeps the current address of the actor. The link in the mail to the next one no longer works. */
  async cancelChange({ id }: Actor): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [, canceled] = await manager.query<[unknown[], number]>(CANCEL, [id]);
      if (canceled > 0) await auditAccount(manager, id, 'email-change-canceled');
    });
  }
}

/** Uses up a link. Returns false if there is none with this token for the user. */
async function confirmAddress(manager: EntityManager, id: number, tokenHash: Buffer): Promise<boolean> {
  const account = await lockAccount(manager, id);
  const [confirmed] = await manager.query<{ isChange: boolean }[]>(CONFIRM, [tokenHash, id]);
  if (!account || !confirmed) return false;
  await publishJobs(manager, id);
  if (confirmed.isChange) await recordNewEmail(manager, account);
  else if (!account.isConfirmed) await auditAccount(manager, id, 'email-confirmed');
  return true;
}
