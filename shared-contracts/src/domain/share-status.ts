import type { PayoutStatus } from './payout.ts';
import type { PilotTransferStatus } from './pilot-transfer.ts';

/**
 * Statuses of a pilot's share of a card payment: it waits for a ready payout account; the client's bank disputes the payment; the
 * transfer has started; the provider has refused it; the share is at the account; a payout has it; the payout has arrived; the
 * client's money was returned.
 */
export const SHARE_STATUSES = [
  'waiting',
  'held',
  'transferring',
  'failed',
  'available',
  'on-the-way',
  'paid-out',
  'returned',
] as const;
export type ShareStatus = (typeof SHARE_STATUSES)[number];

/** The newest transfer of a payment. */
export interface ShareFacts {
  status: PilotTransferStatus;
  /** The provider has taken all of it back. */
  isReversed: boolean;
  /** The pilot's account can receive money. */
  isReady: boolean;
  /** The status of the payout with the money; null without one. */
  payout: PayoutStatus | null;
}

const OF_PAYOUT = {
  requested: 'on-the-way',
  'in-transit': 'on-the-way',
  paid: 'paid-out',
  failed: 'available',
} as const satisfies Record<PayoutStatus, ShareStatus>;

/** Returns the status of a share. The money of a failed payout is at the account again. */
export function shareStatus({ status, isReversed, isReady, payout }: ShareFacts): ShareStatus {
  switch (status) {
    case 'waiting':
      return isReady ? 'transferring' : 'waiting';
    case 'sending':
      return 'transferring';
    case 'canceled':
      return 'returned';
    case 'transferred':
      if (isReversed) return 'returned';
      return payout ? OF_PAYOUT[payout] : 'available';
    case 'held':
    case 'failed':
      return status;
  }
}
