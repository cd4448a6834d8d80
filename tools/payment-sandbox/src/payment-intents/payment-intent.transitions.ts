import { unexpectedState } from '../http/api-error.ts';
import { declineError } from '../payment-methods/declines.ts';
import type { PaymentError } from '../payment-methods/payment-error.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';
import type { CancellationReason, PaymentIntent, PaymentIntentStatus } from './payment-intent.ts';

export type PaymentEventType =
  'payment_intent.succeeded' | 'payment_intent.payment_failed' | 'payment_intent.canceled';

/** A payment intent's next state, the event to announce it with, and the error to answer the call with. */
export interface Transition {
  intent: PaymentIntent;
  event: PaymentEventType | null;
  error: PaymentError | null;
}

/** What a charge needs besides the card: ids for its traces, and whether the money takes its time. */
export interface ChargeAttempt {
  chargeId: string;
  challengeId: string;
  settlesLater: boolean;
}

const CONFIRMABLE: readonly PaymentIntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE: readonly PaymentIntentStatus[] = [...CONFIRMABLE, 'processing'];

const AUTHENTICATION_FAILED: PaymentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
    'PaymentMethod to attempt to fulfill this PaymentIntent again.',
};

/** Fields that an update may carry; an absent one stays as it is. */
export interface IntentChange {
  amount?: number;
  description?: string | null;
  receiptEmail?: string | null;
  metadata?: Record<string, string>;
  paymentMethod?: PaymentMethod;
}

/** Applies an update. A new amount or card takes back a confirmation that has not led to a payment yet. */
export function update(intent: PaymentIntent, change: IntentChange): Transition {
  const { amount = intent.amount, paymentMethod = intent.paymentMethod } = change;
  const changesPayment = amount !== intent.amount || paymentMethod !== intent.paymentMethod;
  if (changesPayment && !CONFIRMABLE.includes(intent.status)) {
    throw unexpectedState(
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only ` +
        `update the amount of a PaymentIntent with one of the following statuses: ${CONFIRMABLE.join(', ')}.`,
      intent,
    );
  }
  const updated = { ...intent, ...change, lastError: null };
  if (!changesPayment) return { intent: updated, event: null, error: null };
  const status = paymentMethod ? 'requires_confirmation' : 'requires_payment_method';
  return { intent: { ...updated, status, challenge: null }, event: null, error: null };
}

/** Tries to charge: with the card given, else with the one that the intent has. */
export function confirm(
  intent: PaymentIntent,
  given: PaymentMethod | null,
  attempt: ChargeAttempt,
): Transition {
  if (!CONFIRMABLE.includes(intent.status)) throw notConfirmable(intent);
  const paymentMethod = given ?? intent.paymentMethod;
  if (!paymentMethod) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
      intent,
    );
  }
  const confirmed = { ...intent, paymentMethod, lastError: null, challenge: null };
  if (!paymentMethod.behaviour.authenticate) return charge(confirmed, paymentMethod, attempt);
  return {
    intent: { ...confirmed, status: 'requires_action', challenge: attempt.challengeId },
    event: null,
    error: null,
  };
}

/** Takes the payer's answer to the authentication that the intent waits for; what comes of it stands in the intent. */
export function answerChallenge(
  intent: PaymentIntent,
  outcome: 'complete' | 'fail',
  attempt: ChargeAttempt,
): Transition {
  const { paymentMethod } = intent;
  if (intent.status !== 'requires_action' || !paymentMethod) {
    throw unexpectedState('This PaymentIntent does not wait for an authentication.', intent);
  }
  const answered =
    outcome === 'fail'
      ? fail(intent, paymentMethod, AUTHENTICATION_FAILED)
      : charge({ ...intent, challenge: null }, paymentMethod, attempt);
  return { ...answered, error: null };
}

/** Money that took its time has arrived. An intent that is not processing any more stays as it is. */
export function settle(intent: PaymentIntent): Transition {
  if (intent.status !== 'processing') return { intent, event: null, error: null };
  return { intent: { ...intent, status: 'succeeded' }, event: 'payment_intent.succeeded', error: null };
}

/** Ends an intent without a payment; `now` in seconds since 1970. */
export function cancel(intent: PaymentIntent, reason: CancellationReason | null, now: number): Transition {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
        `one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      intent,
    );
  }
  return {
    intent: {
      ...intent,
      status: 'canceled',
      canceledAt: now,
      cancellationReason: reason,
      challenge: null,
      lastError: null,
    },
    event: 'payment_intent.canceled',
    error: null,
  };
}

function charge(intent: PaymentIntent, paymentMethod: PaymentMethod, attempt: ChargeAttempt): Transition {
  const charged = { ...intent, latestCharge: attempt.chargeId };
  const { decline } = paymentMethod.behaviour;
  if (decline) return fail(charged, paymentMethod, declineError(decline, attempt.chargeId));
  if (attempt.settlesLater) return { intent: { ...charged, status: 'processing' }, event: null, error: null };
  return { intent: { ...charged, status: 'succeeded' }, event: 'payment_intent.succeeded', error: null };
}

function fail(intent: PaymentIntent, paymentMethod: PaymentMethod, error: PaymentError): Transition {
  return {
    intent: {
      ...intent,
      status: 'requires_payment_method',
      paymentMethod: null,
      challenge: null,
      lastError: { error, paymentMethod },
    },
    event: 'payment_intent.payment_failed',
    error,
  };
}

function notConfirmable(intent: PaymentIntent) {
  return unexpectedState(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent ` +
          `with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`,
    intent,
  );
}
