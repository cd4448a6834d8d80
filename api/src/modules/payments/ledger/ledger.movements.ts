import { pilotShare } from '@dps/contract';
import type { Payment } from '../payment.entity.ts';
import { hasSettled } from '../payment.transitions.ts';

/** The accounts whose balances follow from the state of a payment. */
export const PAYMENT_ACCOUNTS = ['client', 'pilot', 'platform', 'dispute'] as const;

/**
 * The accounts of the ledger. The balance of `client` is the money that clients have paid and not received back, as a negative
 * amount; the other accounts divide it: the pilot's share until its transfer, the platform's fee, disputed money, which no party has,
 * and the transferred share, first at the pilot's payout account and then at the pilot's bank.
 */
export const LEDGER_ACCOUNTS = [...PAYMENT_ACCOUNTS, 'payout-account', 'bank'] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** Reasons of a movement. A refund that fails and a dispute that ends have the same reason, and the opposite signs. */
export const LEDGER_KINDS = ['charge', 'refund', 'dispute', 'transfer', 'reversal', 'payout'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Cents of a payment by account, before transfers. They sum to zero. */
export type Balances = Readonly<Record<(typeof PAYMENT_ACCOUNTS)[number], number>>;

/** A movement of money. Its cents sum to zero, and none is zero. */
export interface Movement {
  kind: LedgerKind;
  cents: Partial<Record<LedgerAccount, number>>;
}

/** The state of a payment that moves money. */
export type PaidState = Pick<
  Payment,
  'provider' | 'status' | 'amount' | 'refundedAmount' | 'disputedAmount' | 'lostAmount'
>;

/** Returns the balances of a payment in this state: none before the money arrives, or if the platform never had it. */
export function balancesOf(payment: PaidState): Balances {
  const { provider, status, amount, refundedAmount, disputedAmount, lostAmount } = payment;
  const kept = provider === 'stripe' && hasSettled(status) ? amount - refundedAmount : 0;
  // Between a refund of disputed money and the dispute's movement, a part would count twice.
  const disputed = Math.min(kept, disputedAmount + lostAmount);
  const share = pilotShare(kept - disputed);
  return { client: 0 - kept, pilot: share, platform: kept - disputed - share, dispute: disputed };
}

function difference(before: Balances, after: Balances): Movement['cents'] {
  const changed = PAYMENT_ACCOUNTS.filter((account) => before[account] !== after[account]);
  return Object.fromEntries(changed.map((account) => [account, after[account] - before[account]]));
}

/**
 * Returns the movements of a change of a payment, in their order: the complete charge, its refund, its dispute. The balances
 * after them are those of the new state.
 */
export function movementsOf(before: PaidState | null, after: PaidState): Movement[] {
  const unpaid: PaidState = {
    ...after,
    status: 'pending',
    refundedAmount: 0,
    disputedAmount: 0,
    lostAmount: 0,
  };
  const start = before ?? unpaid;
  const isCharge = !hasSettled(start.status) && hasSettled(after.status);
  const charged: PaidState = isCharge ? { ...unpaid, status: 'completed' } : start;
  const refunded: PaidState = { ...charged, refundedAmount: after.refundedAmount };
  const steps: [LedgerKind, PaidState, PaidState][] = [
    ['charge', start, charged],
    ['refund', charged, refunded],
    ['dispute', refunded, after],
  ];
  return steps
    .map(([kind, from, to]) => ({ kind, cents: difference(balancesOf(from), balancesOf(to)) }))
    .filter(({ cents }) => Object.keys(cents).length > 0);
}
