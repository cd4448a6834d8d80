import { isDeepStrictEqual } from 'node:util';
import type { PaymentStatus } from '@dps/contract';
import type { Payment } from './payment.entity.ts';
import type { PaymentIntent, ReturnedMoney } from './provider/payment-intent.ts';

export type IntentOutcome = 'settle' | 'wait' | 'fail' | 'cancel';

const OUTCOMES = {
  succeeded: 'settle',
  processing: 'wait',
  requires_capture: 'wait',
  requires_action: 'fail',
  requires_confirmation: 'fail',
  requires_payment_method: 'fail',
  canceled: 'cancel',
} as const satisfies Record<PaymentIntent['status'], IntentOutcome>;

/** Returns the meaning of an intent's status for its payment. */
export function judge({ status }: Pick<PaymentIntent, 'status'>): IntentOutcome {
  return OUTCOMES[status];
}

/**
 * State of a payment at the provider: no money yet (`unpaid`, also after a failed card), cancelled (`ended`), or `paid`. If
 * returned money was checked as well: `kept`, `refunded` or `disputed`.
 */
export type ProviderState = 'unpaid' | 'ended' | 'paid' | 'kept' | 'refunded' | 'disputed';

const LATER = { kept: 'completed', refunded: 'refunded', disputed: 'disputed' } as const;

/** The next status, by the current status and the provider's state. Received money stays recorded. */
const TRANSITIONS = {
  pending: { unpaid: 'pending', ended: 'canceled', paid: 'completed', ...LATER },
  failed: { unpaid: 'failed', ended: 'failed', paid: 'completed', ...LATER },
  canceled: { unpaid: 'canceled', ended: 'canceled', paid: 'completed', ...LATER },
  completed: { unpaid: 'completed', ended: 'completed', paid: 'completed', ...LATER },
  refunded: { unpaid: 'refunded', ended: 'refunded', paid: 'refunded', ...LATER },
  disputed: { unpaid: 'disputed', ended: 'disputed', paid: 'disputed', ...LATER },
} as const satisfies Record<PaymentStatus, Record<ProviderState, PaymentStatus>>;

export function nextStatus(status: PaymentStatus, state: ProviderState): PaymentStatus {
  return TRANSITIONS[status][state];
}

/** True if the provider has received the payment's money. */
export function hasSettled(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'refunded' || status === 'disputed';
}

const STATE_BY_OUTCOME = {
  settle: 'paid',
  wait: 'unpaid',
  fail: 'unpaid',
  cancel: 'ended',
} as const satisfies Record<IntentOutcome, ProviderState>;

/** Returns the provider's state of an intent. `returned` is null if returned money was not checked. */
export function providerStateOf(
  intent: Pick<PaymentIntent, 'status' | 'amount'>,
  returned: ReturnedMoney | null,
): ProviderState {
  const outcome = judge(intent);
  if (outcome !== 'settle' || !returned) return STATE_BY_OUTCOME[outcome];
  if (returned.disputedAmount > 0 || returned.lostAmount > 0) return 'disputed';
  return returned.refundedAmount >= intent.amount ? 'refunded' : 'kept';
}

/** The statuses of an intent whose client has submitted the form, while the outcome is open. */
const SUBMITTED: ReadonlySet<PaymentIntent['status']> = new Set([
  'processing',
  'requires_action',
  'requires_capture',
  'requires_confirmation',
]);

/** The columns of a payment that depend on the provider's state. */
export type Changes = Pick<
  Payment,
  | 'status'
  | 'failureCode'
  | 'refundedAmount'
  | 'refundedAt'
  | 'disputedAmount'
  | 'lostAmount'
  | 'cardBrand'
  | 'cardLast4'
  | 'submitted'
>;

/**
 * Returns the parts of the money that went back, or may go back. Together they are at most the amount: a bank can inquire about money
 * that was refunded, and dispute more than the amount.
 */
function partsOf({ amount }: Pick<PaymentIntent, 'amount'>, returned: ReturnedMoney): ReturnedMoney {
  const lostAmount = Math.min(returned.lostAmount, amount - returned.refundedAmount);
  const rest = amount - returned.refundedAmount - lostAmount;
  return { ...returned, lostAmount, disputedAmount: Math.min(returned.disputedAmount, rest) };
}

/**
 * Returns the changes of a stored payment after its intent was read, or null if nothing changes. After a failed card the
 * payment stays open. `returned` is null if returned money was not checked.
 */
export function changesOf(
  stored: Changes,
  intent: Pick<PaymentIntent, 'status' | 'amount' | 'failureCode' | 'card'>,
  returned: ReturnedMoney | null,
): Changes | null {
  const { status, failureCode, refundedAmount, refundedAt, disputedAmount, lostAmount } = stored;
  const { cardBrand, cardLast4, submitted } = stored;
  const money = { refundedAmount, refundedAt, disputedAmount, lostAmount };
  const current: Changes = { ...money, status, failureCode, cardBrand, cardLast4, submitted };
  // Without a check of returned money, a settled payment must not change.
  const mayCharge = judge(intent) === 'settle' && (returned !== null || !hasSettled(status));
  const card = mayCharge ? intent.card : null;
  const next: Changes = {
    ...(returned ? partsOf(intent, returned) : money),
    status: nextStatus(status, providerStateOf(intent, returned)),
    failureCode: status === 'pending' ? intent.failureCode : failureCode,
    cardBrand: card?.brand ?? cardBrand,
    cardLast4: card?.last4 ?? cardLast4,
    submitted: SUBMITTED.has(intent.status),
  };
  return isDeepStrictEqual(next, current) ? null : next;
}
