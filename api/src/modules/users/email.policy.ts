import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { limitKey, type RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { TEXTS } from '../../texts.ts';

/** An operator has to set a mail server first. */
const NO_MAIL_RETRY_SECONDS = 3600;
const MOST_TO_ADDRESS = 5;
const MOST_OF_ACCOUNT = 10;
const WINDOW_SECONDS = 60 * 60;

/**
 * Returns whether a user has to confirm the email address before posting and accepting jobs. A deployment that sends no mail
 * requires no confirmation, because no user could confirm an address.
 */
export function mustConfirmEmail(isConfirmed: boolean, { mail }: Pick<Config, 'mail'>): boolean {
  return mail !== null && !isConfirmed;
}

/** Counts a mail that an account requests to an address, which may be that of another user. Throws `rate_limited`. */
export function limitConfirmations(limiter: RateLimiter, accountId: number, email: string): Promise<void> {
  const windowSeconds = WINDOW_SECONDS;
  return limiter.hit(
    { key: limitKey('confirmation:address', email.toLowerCase()), most: MOST_TO_ADDRESS, windowSeconds },
    { key: limitKey('confirmation:account', accountId), most: MOST_OF_ACCOUNT, windowSeconds },
  );
}

/** Returns the error for a link that a deployment without mail cannot send. */
export function noMail(): DomainError {
  return new DomainError('unavailable', { message: TEXTS.noMail, retryAfterSeconds: NO_MAIL_RETRY_SECONDS });
}
