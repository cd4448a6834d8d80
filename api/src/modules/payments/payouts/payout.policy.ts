import { PAYOUT_MINIMUM_CENTS, type PayoutStatus } from '@dps/contract';

/** The share of a payment at the account of its pilot. */
export interface ShareAtAccount {
  paymentId: number;
  jobId: number;
  /** Negative if money returned to the client after it was paid out. */
  cents: number;
}

/**
 * Returns the shares of a payout: all that are owed to the platform, and the oldest others as far as the available money suffices. Empty
 * if together they are below the minimum; the last payout of an account that is deleted has none.
 */
export function choosePayout(
  shares: readonly ShareAtAccount[],
  availableCents: number,
  isLast: boolean,
): readonly ShareAtAccount[] {
  const owed = shares.filter(({ cents }) => cents < 0);
  const chosen = [...owed];
  let total = owed.reduce((sum, { cents }) => sum + cents, 0);
  for (const share of shares.filter(({ cents }) => cents > 0)) {
    if (total + share.cents > availableCents) break;
    chosen.push(share);
    total += share.cents;
  }
  return total >= (isLast ? 1 : PAYOUT_MINIMUM_CENTS) ? chosen : [];
}

const ORDER: readonly PayoutStatus[] = ['requested', 'in-transit', 'paid', 'failed'];

/** True if a payout can take a status. A bank can return a payout that was paid; earlier responses can come later. */
export function isLater(status: PayoutStatus, than: PayoutStatus): boolean {
  return ORDER.indexOf(status) > ORDER.indexOf(than);
}
