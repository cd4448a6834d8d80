import {
  formatCents,
  formatDay,
  PAYOUT_MINIMUM_CENTS,
  type MoneyFact,
  type PayoutBalanceView,
  type PayoutView,
} from '@dps/contract';
import { payoutTexts as t } from '../texts/payouts.ts';

/** The failures that end when the pilot corrects the bank account (Stripe, "Payout failures"). */
const OF_BANK_ACCOUNT: ReadonlySet<string> = new Set([
  'account_closed',
  'account_frozen',
  'bank_account_restricted',
  'bank_ownership_changed',
  'debit_not_authorized',
  'incorrect_account_holder_address',
  'incorrect_account_holder_name',
  'incorrect_account_holder_tax_id',
  'incorrect_account_type',
  'invalid_account_number',
  'invalid_account_number_length',
  'invalid_currency',
  'no_account',
  'unsupported_card',
]);

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Returns the state of a payout; for a failed one with the reason and what to do. */
export function payoutStateText(payout: PayoutView): string {
  const { status, arrivesOn, failureCode, failureMessage } = payout;
  if (status === 'paid') return t.states.paid;
  if (status === 'failed') {
    const next = failureCode && OF_BANK_ACCOUNT.has(failureCode) ? t.next.bank : t.next.wait;
    return t.states.failed(sentence(failureMessage ?? t.unknownReason), next);
  }
  return arrivesOn === null ? t.states.requested : t.states.arrives(formatDay(arrivesOn));
}

/**
 * Returns the figures of a pilot's money: the three of each pilot, and the money that waits or is held, if there is any.
 *
 * @param isReady the payout account can receive money
 */
export function balanceFacts(
  balance: PayoutBalanceView,
  payouts: readonly PayoutView[],
  isReady: boolean,
): MoneyFact[] {
  const { availableAmount, onTheWayAmount, paidOutAmount, waitingAmount, heldAmount } = balance;
  const { figures } = t;
  const [next] = payouts.filter(({ status }) => status === 'in-transit').map(({ arrivesOn }) => arrivesOn);
  const isNegative = availableAmount < 0;
  return [
    {
      label: figures.available,
      value: formatCents(availableAmount),
      note: isNegative ? figures.negative : figures.schedule(formatCents(PAYOUT_MINIMUM_CENTS)),
    },
    {
      label: figures.onTheWay,
      value: formatCents(onTheWayAmount),
      ...(next && { note: figures.arrives(formatDay(next)) }),
    },
    { label: figures.paidOut, value: formatCents(paidOutAmount) },
    ...(waitingAmount > 0
      ? [{ label: figures.waiting[isReady ? 'ready' : 'other'], value: formatCents(waitingAmount) }]
      : []),
    ...(heldAmount > 0 ? [{ label: figures.held, value: formatCents(heldAmount) }] : []),
  ];
}
