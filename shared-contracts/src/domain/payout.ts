/**
 * States of a pilot's account at the payment provider: none yet; its set-up has started; the provider needs information; it can
 * receive money; the provider has refused or closed it.
 */
export const PAYOUT_ACCOUNT_STATES = ['nothing', 'started', 'needs-information', 'ready', 'refused'] as const;
export type PayoutAccountState = (typeof PAYOUT_ACCOUNT_STATES)[number];

/**
 * States of a payout from a pilot's payout account to the pilot's bank: requested from the provider; on its way; arrived; refused or
 * returned, also after it arrived. The money of a failed payout is at the account again.
 */
export const PAYOUT_STATUSES = ['requested', 'in-transit', 'paid', 'failed'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The smallest balance that is paid out, in cents. */
export const PAYOUT_MINIMUM_CENTS = 5000;

const DAY_MS = 86_400_000;
const FRIDAY = 5;

/** Returns the date of the last Friday until a time, in UTC: 2026-11-29 → `2026-11-27`. It names the week of a payout. */
export function payoutWeek(at: Date): string {
  const daysSince = (at.getUTCDay() - FRIDAY + 7) % 7;
  return new Date(at.getTime() - daysSince * DAY_MS).toISOString().slice(0, 10);
}
