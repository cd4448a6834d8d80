/**
 * States of a pilot's account at the payment provider: none yet; its set-up has started; the provider needs information; it can
 * receive money; the provider has refused or closed it.
 */
export const PAYOUT_ACCOUNT_STATES = ['nothing', 'started', 'needs-information', 'ready', 'refused'] as const;
export type PayoutAccountState = (typeof PAYOUT_ACCOUNT_STATES)[number];
