import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor, AuthenticatorView, RecoveryCodesView, SecondFactorView } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { auditAccount } from '../administration/record-audit.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { recordApp, removeApp, removeUselessCodes } from './factor-changes.ts';
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

const CONFIRM = `
  WITH confirmed AS (
    UPDATE authenticators SET secret = pending_secret, pending_secret = NULL, pending_expires_at = NULL, last_step = $3,
      active_since = now()
    WHERE user_id = $1 AND pending_secret = $2 AND pending_expires_at > now() RETURNING user_id
  ), previous AS (
    DELETE FROM recovery_codes USING confirmed WHERE recovery_codes.user_id = $1
  ), codes AS (
    INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($4::bytea[]) FROM confirmed
  )
  SELECT user_id FROM confirmed`;

/** Of two requests with the same code, one changes the row. `$4` is the key of an explained refusal of the code. */
const USE_STEP = `
  WITH used AS (
    UPDATE authenticators SET last_step = $3 WHERE user_id = $1 AND secret = $2 AND last_step < $3
      AND NOT EXISTS (SELECT FROM rate_limits WHERE key = $4 AND resets_at > now())
    RETURNING user_id
  )
  SELECT user_id FROM used`;

/** The statement counts the codes from before its change. */
const USE_RECOVERY_CODE = `
  WITH used AS (DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id)
  SELECT (SELECT count(*) - 1 FROM recovery_codes WHERE user_id = $1)::text AS "left" FROM used`;

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
    const values = [id, pendingSecret, step, recoveryCodes.map(hashCode)];
    const confirmed =
      step !== null && (await this.database.transaction((manager) => setUpApp(manager, id, values)));
    if (!confirmed) {
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
    await this.database.transaction(async (manager) => {
      await removeApp(manager, id);
      await removeUselessCodes(manager, id);
    });
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
      : await this.useRecoveryCode(userId, compact);
    if (!refusal) await this.limiter.refund(limit.key);
    return refusal;
  }

  private async useAppCode(userId: number, compact: string): Promise<DomainError | null> {
    const { secret } = await this.secretsOf(userId);
    if (!secret) return invalidCode();
    const step = stepOf(secret, compact);
    if (step !== null) {
      const values = [userId, secret, step, explainedKey(userId, step)];
      const used = await this.database.query<unknown[]>(USE_STEP, values);
      return used.length > 0 ? null : invalidCode();
    }
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

  private useRecoveryCode(userId: number, compact: string): Promise<DomainError | null> {
    return this.database.transaction(async (manager) => {
      const values = [userId, hashCode(compact)];
      const [detail] = await manager.query<{ left: string }[]>(USE_RECOVERY_CODE, values);
      if (!detail) return invalidCode();
      await auditAccount(manager, userId, 'recovery-code-used');
      await enqueueMail(manager, { kind: 'recovery-code-used', userId, detail });
      return null;
    });
  }
}

/** Starts to require the app of a user. Returns false if the secret has changed or has ended. */
async function setUpApp(
  manager: EntityManager,
  userId: number,
  values: readonly unknown[],
): Promise<boolean> {
  const confirmed = await manager.query<unknown[]>(CONFIRM, [...values]);
  if (confirmed.length === 0) return false;
  await recordApp(manager, userId, 'added');
  return true;
}

/** @param other the time of a code that is right for another time */
function invalidCode(other: ReturnType<typeof otherTimeOf> = null): DomainError {
  if (!other) return new DomainError('invalid_code');
  const timing = { reason: 'one-time code', secondsLate: other.secondsLate };
  return new DomainError('invalid_code', { message: TEXTS.codeOfOtherTime, timing });
}
