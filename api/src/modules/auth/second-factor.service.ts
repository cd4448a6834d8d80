import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, AuthenticatorView, RecoveryCodesView, SecondFactorView } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { writeMails } from '../mail/mail.queries.ts';
import {
  compactCode,
  hashCode,
  isAppCode,
  newRecoveryCodes,
  newSecret,
  otherTimeOf,
  secretTexts,
  stepOf,
} from './one-time-code.ts';
import { TEXTS } from '../../texts.ts';

/** Wrong codes of an account in an hour, from all networks together: three of a million codes are valid at a time. */
const MOST_WRONG_CODES = 20;
const HOUR_SECONDS = 60 * 60;
/** Time to confirm a new secret. Its first code requires no proof, so other sessions must not guess for longer. */
const SET_UP_MINUTES = 15;

const READ = `
  SELECT
    (SELECT event_time(active_since) FROM authenticators WHERE user_id = $1) AS "activeSince",
    (SELECT count(*)::integer FROM recovery_codes WHERE user_id = $1) AS "recoveryCodes",
    (SELECT count(*)::integer FROM passkeys WHERE user_id = $1) AS passkeys`;

/** The secret in use stays valid until a code has confirmed the new one. */
const START = `
  INSERT INTO authenticators (user_id, pending_secret, pending_expires_at)
  VALUES ($1, $2, now() + interval '${SET_UP_MINUTES} minutes')
  ON CONFLICT (user_id) DO UPDATE SET pending_secret = excluded.pending_secret, pending_expires_at = excluded.pending_expires_at
  RETURNING (SELECT username FROM users WHERE id = $1)`;

/** SQL: mails the user `$1` that the app was added or removed. `from` has a row if it was. */
export const mailApp = (kind: 'factor-added' | 'factor-removed', from: string) =>
  writeMails(kind, { userId: '$1', detail: `'{"factor": "app"}'::jsonb`, from });

// A secret that no code has confirmed is not in use.
const MAIL_REMOVED_APP = mailApp('factor-removed', 'FROM removed WHERE active_since IS NOT NULL');

const CONFIRM = `
  WITH confirmed AS (
    UPDATE authenticators SET secret = pending_secret, pending_secret = NULL, pending_expires_at = NULL, last_step = $3,
      active_since = now()
    WHERE user_id = $1 AND pending_secret = $2 AND pending_expires_at > now() RETURNING 'user:' || user_id AS name
  ), previous AS (
    DELETE FROM recovery_codes USING confirmed WHERE user_id = $1
  ), codes AS (
    INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($4::bytea[]) FROM confirmed
  ), mail AS (${mailApp('factor-added', 'FROM confirmed')}
  )
  SELECT audit(name, 'account.second-factor-set', name, NULL, '{}') FROM confirmed`;

/** Passkeys are second factors, too: while there is one, the recovery codes remain. */
const REMOVE_APP = `
  WITH removed AS (
    DELETE FROM authenticators WHERE user_id = $1 RETURNING 'user:' || user_id AS name, active_since
  ), codes AS (
    DELETE FROM recovery_codes WHERE user_id = $1 AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = $1)
  ), mail AS (${MAIL_REMOVED_APP}
  )
  SELECT audit(name, 'account.second-factor-removed', name, NULL, '{}') FROM removed WHERE active_since IS NOT NULL`;

/** Removes the app, the passkeys and the recovery codes. Returns no row if no second factor was active. */
export const REMOVE_SECOND_FACTORS = `
  WITH removed AS (
    DELETE FROM authenticators WHERE user_id = $1 RETURNING 'user:' || user_id AS name, active_since
  ), passkeys_removed AS (
    DELETE FROM passkeys WHERE user_id = $1 RETURNING id
  ), codes AS (
    DELETE FROM recovery_codes WHERE user_id = $1
  ), mail AS (${MAIL_REMOVED_APP}
  ), audited AS (
    SELECT audit(name, 'account.second-factor-removed', name, NULL, '{}') FROM removed WHERE active_since IS NOT NULL
  )
  SELECT FROM audited UNION ALL SELECT FROM passkeys_removed`;

/** Of two requests with the same code, one changes the row. `$4` is the key of an explained refusal of the code. */
const USE_STEP = `
  WITH used AS (
    UPDATE authenticators SET last_step = $3 WHERE user_id = $1 AND secret = $2 AND last_step < $3
      AND NOT EXISTS (SELECT FROM rate_limits WHERE key = $4 AND resets_at > now())
    RETURNING user_id
  )
  SELECT user_id FROM used`;

const USE_RECOVERY_CODE = `
  WITH used AS (
    DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING 'user:' || user_id AS name
  ), mail AS (${writeMails('recovery-code-used', {
    userId: '$1',
    detail: `jsonb_build_object('left', (count(*) - 1)::text)`,
    from: 'FROM used CROSS JOIN recovery_codes WHERE user_id = $1 HAVING count(*) > 0',
  })})
  SELECT audit(name, 'account.recovery-code-used', name, NULL, '{}') FROM used`;

const SECRETS = `
  SELECT secret, CASE WHEN pending_expires_at > now() THEN pending_secret END AS "pendingSecret" FROM authenticators WHERE user_id = $1`;

const explainedKey = (userId: number, step: number) => limitKey('explained-code', userId, step);

/** The limit of wrong codes. Those of a new secret have one of their own: they must not prevent a sign-in. */
const wrongCodes = (kind: 'second-factor' | 'set-up-code', userId: number) => ({
  key: limitKey(kind, userId),
  most: MOST_WRONG_CODES,
  windowSeconds: HOUR_SECONDS,
});

interface Secrets {
  secret: Buffer | null;
  /** Null after its end. */
  pendingSecret: Buffer | null;
}

/** The authenticator apps and recovery codes of users. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly database: DataSource,
    private readonly limiter: RateLimiter,
  ) {}

  async read({ id }: Actor): Promise<SecondFactorView> {
    const [row] = await this.database.query<SecondFactorView[]>(READ, [id]);
    return row ?? { activeSince: null, recoveryCodes: 0, passkeys: 0 };
  }

  /** Creates a secret, which replaces the user's current one when a code confirms it. */
  async start({ id }: Actor): Promise<AuthenticatorView> {
    const secret = newSecret();
    const [row] = await this.database.query<{ username: string }[]>(START, [id, secret]);
    return secretTexts(secret, row?.username ?? '');
  }

  /**
   * Starts to require the second factor. Returns new recovery codes, which replace the earlier ones. Throws
   * `validation_failed` for a wrong code or too late, and `rate_limited` after too many wrong codes.
   */
  async confirm({ id }: Actor, code: string): Promise<RecoveryCodesView> {
    const limit = wrongCodes('set-up-code', id);
    await this.limiter.hit(limit);
    const { pendingSecret } = await this.secretsOf(id);
    const step = pendingSecret && stepOf(pendingSecret, compactCode(code));
    const recoveryCodes = newRecoveryCodes();
    const confirmed =
      step === null
        ? []
        : await this.database.query<unknown[]>(CONFIRM, [
            id,
            pendingSecret,
            step,
            recoveryCodes.map(hashCode),
          ]);
    if (confirmed.length === 0) {
      const other = pendingSecret && step === null ? otherTimeOf(pendingSecret, compactCode(code)) : null;
      const { message, timing } = invalidCode(other);
      const errors = [{ path: 'code', message: pendingSecret ? message : TEXTS.setUpEnded }];
      throw new DomainError('validation_failed', { errors, timing });
    }
    await this.limiter.refund(limit.key);
    return { recoveryCodes };
  }

  /** Removes the app. Without a passkey, sign-ins require no second factor any more. */
  async remove({ id }: Actor): Promise<void> {
    await this.database.query(REMOVE_APP, [id]);
  }

  /**
   * Uses up a code of the user's app or a recovery code. Returns null, or the error for a wrong or used one. Throws `rate_limited`
   * after too many wrong codes.
   */
  async use(userId: number, code: string): Promise<DomainError | null> {
    const limit = wrongCodes('second-factor', userId);
    // Counted first, so that concurrent attempts stay within the limit.
    await this.limiter.hit(limit);
    const compact = compactCode(code);
    const refusal = isAppCode(compact)
      ? await this.useAppCode(userId, compact)
      : await this.change(USE_RECOVERY_CODE, [userId, hashCode(compact)]);
    if (!refusal) await this.limiter.refund(limit.key);
    return refusal;
  }

  private async useAppCode(userId: number, compact: string): Promise<DomainError | null> {
    const { secret } = await this.secretsOf(userId);
    if (!secret) return invalidCode();
    const step = stepOf(secret, compact);
    if (step !== null) return this.change(USE_STEP, [userId, secret, step, explainedKey(userId, step)]);
    const other = otherTimeOf(secret, compact);
    // Otherwise, an attacker who guesses a later code could repeat it at its time.
    if (other && other.secondsLate < 0)
      await this.limiter.store(explainedKey(userId, other.step), HOUR_SECONDS);
    return invalidCode(other);
  }

  private async secretsOf(userId: number): Promise<Secrets> {
    const [row] = await this.database.query<Secrets[]>(SECRETS, [userId]);
    return row ?? { secret: null, pendingSecret: null };
  }

  /** Returns the error if the statement changes no row. */
  private async change(statement: string, values: readonly unknown[]): Promise<DomainError | null> {
    const rows = await this.database.query<unknown[]>(statement, [...values]);
    return rows.length > 0 ? null : invalidCode();
  }
}

/** @param other the time of a code that is right for another time */
function invalidCode(other: ReturnType<typeof otherTimeOf> = null): DomainError {
  if (!other) return new DomainError('invalid_code');
  const timing = { reason: 'one-time code', secondsLate: other.secondsLate };
  return new DomainError('invalid_code', { message: TEXTS.codeOfOtherTime, timing });
}
