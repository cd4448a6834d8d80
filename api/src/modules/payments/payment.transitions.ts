import type { PaymentStatus } from '@dps/shared-contracts';
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

/** What an intent as it stands at the provider means for its payment. */
export function judge({ status }: Pick<PaymentIntent, 'status'>): IntentOutcome {
  return OUTCOMES[status];
}

/**
 * What is heard of a payment: no money yet (`unpaid`, a failed card among it), no money ever (`ended`), money (`paid`), or
 * what has become of that money: it is ours still (`kept`), it went back (`refunded`), or the payer's bank asks for it
 * (`disputed`).
 */
export type ProviderState = 'unpaid' | 'ended' | 'paid' | 'kept' | 'refunded' | 'disputed';

const LATER = { kept: 'completed', refunded: 'refunded', disputed: 'disputed' } as const;

/** Every state that follows a state after some news. No news takes money back that the provider has. */
const TRANSITIONS = {
  pending: { unpaid: 'pending', ended: 'canceled', paid: 'completed', ...LATER },
  failed: { unpaid: 'failed', ended: 'failed', paid: 'completed', ...LATER },
  canceled: { unpaid: 'canceled', ended: 'canceled', paid: 'completed', ...LATER },
  completed: { unpaid: 'completed', ended: 'completed', paid: 'completed', ...LATER },
  refunded: { unpaid: 'refunded', ended: 'refunded', paid: 'refunded', ...LATER },
  disputed: { unpaid: 'disputed', ended: 'disputed', paid: 'disputed', ...LATER },
} as const satisfies Record<PaymentStatus, Record<ProviderState, PaymentStatus>>;

/** The state of a payment after some news. */
export function nextStatus(status: PaymentStatus, news: ProviderState): PaymentStatus {
  return TRANSITIONS[status][news];
}

/** Whether the provider has had the payment's money. */
export function hasSettled(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'refunded' || status === 'disputed';
}

const STATE_BY_OUTCOME = {
  settle: 'paid',
  wait: 'unpaid',
  fail: 'unpaid',
  cancel: 'ended',
} as const satisfies Record<IntentOutcome, ProviderState>;

/** The news in an intent, and in what has become of its money where that was asked as well. */
export function providerStateOf(intent: PaymentIntent, returned: ReturnedMoney | null): ProviderState {
  const outcome = judge(intent);
  if (outcome !== 'settle' || !returned) return STATE_BY_OUTCOME[outcome];
  if (returned.disputed) return 'disputed';
  return returned.refundedCents >= intent.amount ? 'refunded' : 'kept';
}

/** The columns of a payment that the provider's state decides. */
export type Changes = Pick<Payment, 'status' | 'failureCode' | 'refundedCents'>;

/**
 * What an intent, and what has become of its money where that was asked as well, change of a stored payment; null for
 * nothing. A failed card leaves the payment open for another one.
 */
export function changesOf(
  { status, failureCode, refundedCents }: Changes,
  intent: PaymentIntent,
  returned: ReturnedMoney | null,
): Changes | null {
  const next: Changes = {
    status: nextStatus(status, providerStateOf(intent, returned)),
    refundedCents: returned?.refundedCents ?? refundedCents,
    failureCode: status === 'pending' ? intent.failureCode : failureCode,
  };
  const isSame =
    next.status === status && next.refundedCents === refundedCents && next.failureCode === failureCode;
  return isSame ? null : next;
}
