import type Stripe from 'stripe';
import { newId, now } from './ids.ts';
import type { Store } from './store.ts';

/** Stripe's price of a card payment in the United States: a part of the amount, and cents. */
const CARD_FEE = { rate: 0.029, cents: 30 };
/** Stripe's price of a dispute, in cents. */
const DISPUTE_FEE = 1500;
const AVAILABLE_AFTER_SECONDS = 2 * 86_400;

const CATEGORIES = { charge: 'charge', refund: 'refund', adjustment: 'dispute' } as const;

interface Change {
  type: keyof typeof CATEGORIES;
  /** Cents; negative if money leaves the balance. */
  amount: number;
  /** The id of the charge, the refund or the dispute. */
  source: string;
}

function feeOf({ type, amount }: Change): number {
  if (type === 'charge') return Math.round(amount * CARD_FEE.rate) + CARD_FEE.cents;
  return type === 'adjustment' && amount < 0 ? DISPUTE_FEE : 0;
}

/** Stores a change of the balance of the account, with Stripe's usual fee. */
export function addTransaction(
  { balanceTransactions }: Pick<Store, 'balanceTransactions'>,
  change: Change,
): Stripe.BalanceTransaction {
  const { type, amount, source } = change;
  const fee = feeOf(change);
  const detail = { amount: fee, application: null, currency: 'usd', type: 'stripe_fee' };
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: now() + AVAILABLE_AFTER_SECONDS,
    balance_type: 'payments',
    created: now(),
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ ...detail, description: 'Stripe processing fees' }],
    net: amount - fee,
    reporting_category: CATEGORIES[type],
    source,
    status: 'pending',
    type,
  };
  balanceTransactions.set(transaction.id, transaction);
  return transaction;
}
