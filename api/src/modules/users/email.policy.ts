import type { Config } from '../../platform/config/config.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { limitKey, type RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { TEXTS } from '../../texts.ts';

/** The providers that deliver mail regardless of dots in the name, all to the first domain. */
const DOMAINS_WITHOUT_DOTS = ['gmail.com', 'googlemail.com'] as const;

/** An operator has to set a mail server first. */
const NO_MAIL_RETRY_SECONDS = 3600;
/** A sign-up mails the first link without a request, and five an hour go to one mailbox. */
const MOST_TO_MAILBOX = 4;
const MOST_OF_ACCOUNT = 10;
const WINDOW_SECONDS = 60 * 60;

/** Returns the address of the mailbox in lower case: an address without its tag, and without dots where they have no effect. */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase();
  const at = address.lastIndexOf('@');
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)];
  const untagged = name.replace(/(?<!^)\+.*$/, '');
  const ignoresDots = DOMAINS_WITHOUT_DOTS.some((each) => each === domain);
  return ignoresDots ? `${untagged.replaceAll('.', '')}@${DOMAINS_WITHOUT_DOTS[0]}` : `${untagged}@${domain}`;
}

/**
 * Returns whether a user has to confirm the email address before posting and accepting jobs. A deployment that does not send mail
 * does not require a confirmation, because no user could confirm an address.
 */
export function mustConfirmEmail(isConfirmed: boolean, { mail }: Pick<Config, 'mail'>): boolean {
  return mail !== null && !isConfirmed;
}

/** Counts a mail that an account requests to a mailbox, which may be that of another user. Throws `rate_limited`. */
export function limitConfirmations(limiter: RateLimiter, accountId: number, email: string): Promise<void> {
  const windowSeconds = WINDOW_SECONDS;
  return limiter.hit(
    { key: limitKey('confirmation:address', mailboxOf(email)), most: MOST_TO_MAILBOX, windowSeconds },
    { key: limitKey('confirmation:account', accountId), most: MOST_OF_ACCOUNT, windowSeconds },
  );
}

/** Returns the error for a link that a deployment without mail cannot send. */
export function noMail(): DomainError {
  return new DomainError('unavailable', { message: TEXTS.noMail, retryAfterSeconds: NO_MAIL_RETRY_SECONDS });
}
