import type Stripe from 'stripe';
import { chargeOf, settled } from './charge.ts';
import type { Context } from './context.ts';
import type { Disputes } from './dispute.ts';
import type { Cause } from './event.ts';
import type { Api, Call } from './http/api.ts';
import { requireClientSecret } from './http/authenticate.ts';
import { ApiError, docUrl, invalidRequest, noSuch, unexpectedState } from './http/error.ts';
import type { Params } from './http/params.ts';
import { idOf, newId, randomToken } from './ids.ts';
import { behaviourOf, readPaymentMethod } from './payment-method.ts';
import { DECLINES } from './test-cards.ts';

type Intent = Stripe.PaymentIntent;
type Failure = Stripe.PaymentIntent.LastPaymentError & { message: string };

/** The parameters of a confirmation, in a call of its own or as a part of the creation. */
interface Confirmation {
  method: Stripe.PaymentMethod | null;
  /** Whether the payer can return from another page: with a return address, or with Stripe.js around the call. */
  canReturn: boolean;
  errorOnRequiresAction: boolean;
}

const PATH = '/v1/payment_intents';

// Stripe's limits for charges in US dollars, in cents.
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

const CONFIRMABLE: readonly Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE: readonly Intent['status'][] = [...CONFIRMABLE, 'processing'];

/** Payment intents, under `/v1/payment_intents`. A change takes effect at once; the API then commits its events. */
export class PaymentIntents {
  /** Duration of the state `processing` after a confirmation, in milliseconds; 0 for none. */
  settleDelayMs = 0;
  readonly #context: Context;
  readonly #disputes: Disputes;

  constructor(context: Context, disputes: Disputes) {
    this.#context = context;
    this.#disputes = disputes;
  }

  serve(api: Api): void {
    api.get(`${PATH}/:id`, 'page', (call) => this.#visible(call));

    api.post(PATH, 'server', ({ params, cause }) => {
      const confirm = params.boolean('confirm') ?? false;
      const confirmation = readConfirmation(params, cause.now);
      const intent = readCreate(params, cause.now);
      const { method } = confirmation;
      return () => {
        const created = this.#attach(intent, method);
        if (confirm) return this.#confirm(created, confirmation, cause);
        return this.#keep({ ...created, ...(method && { status: 'requires_confirmation' }) });
      };
    });

    // The product's tests change the metadata alone.
    api.post(`${PATH}/:id`, 'server', (call) => {
      const metadata = call.params.metadata() ?? {};
      return () => {
        const intent = this.#visible(call);
        return this.#keep({ ...intent, metadata: merged(intent.metadata, metadata) });
      };
    });

    api.post(`${PATH}/:id/confirm`, 'page', (call) => {
      const confirmation = readConfirmation(call.params, call.cause.now);
      return () => this.#confirm(this.#visible(call), confirmation, call.cause);
    });

    api.post(`${PATH}/:id/cancel`, 'server', (call) => {
      const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
      const reason = call.params.oneOf('cancellation_reason', reasons) ?? null;
      return () => this.#cancel(this.#visible(call), reason, call.cause);
    });

    // Stripe.js completes an authentication with calls that are not public; this one replaces them.
    api.post(`${PATH}/:id/challenge`, 'page', (call) => {
      call.params.requiredText('outcome');
      const outcome = call.params.oneOf('outcome', ['complete', 'fail']);
      return () => this.#completeChallenge(this.#visible(call), outcome === 'complete', call.cause);
    });
  }

  /** Continues the payments that the previous run left in the state `processing`. */
  resume(): void {
    for (const { id, status } of this.#context.store.paymentIntents.values()) {
      if (status === 'processing') this.#settleLater(id);
    }
  }

  #visible({ id, caller }: Call): Intent {
    const intent = this.#context.store.paymentIntents.get(id);
    if (!intent) throw noSuch('payment_intent', id, 'intent');
    requireClientSecret(caller, intent);
    return intent;
  }

  #keep(intent: Intent): Intent {
    this.#context.store.paymentIntents.set(intent.id, intent);
    return intent;
  }

  #attach(intent: Intent, method: Stripe.PaymentMethod | null): Intent {
    if (!method) return intent;
    this.#context.store.paymentMethods.set(method.id, method);
    return { ...intent, payment_method: method.id };
  }

  #methodOf(intent: Intent): Stripe.PaymentMethod | undefined {
    return this.#context.store.paymentMethods.get(idOf(intent.payment_method));
  }

  #confirm(intent: Intent, confirmation: Confirmation, cause: Cause): Intent {
    if (!CONFIRMABLE.includes(intent.status)) throw notConfirmable(intent);
    if (intent.automatic_payment_methods?.allow_redirects === 'always' && !confirmation.canReturn) {
      throw returnUrlMissing(intent);
    }
    const confirmed = {
      ...this.#attach(intent, confirmation.method),
      last_payment_error: null,
      next_action: null,
    };
    const method = this.#methodOf(confirmed);
    if (!method) throw methodMissing(intent);
    if (!behaviourOf(method).authenticate) return this.#charge(confirmed, method, cause);
    if (confirmation.errorOnRequiresAction) {
      throw this.#fail(confirmed, method, AUTHENTICATION_NOT_HANDLED, cause);
    }
    const challenge = { type: 'sandbox_challenge', challenge: newId('payatt') };
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: challenge };
    return this.#keep({ ...confirmed, status: 'requires_action', next_action });
  }

  /** Continues after an authentication. A failure is part of the answer, not an error of the call. */
  #completeChallenge(intent: Intent, completed: boolean, cause: Cause): Intent {
    const method = this.#methodOf(intent);
    if (intent.status !== 'requires_action' || !method) {
      throw unexpectedState('This PaymentIntent does not require an authentication.', intent);
    }
    try {
      if (completed) return this.#charge({ ...intent, next_action: null }, method, cause);
      throw this.#fail(intent, method, AUTHENTICATION_FAILED, cause);
    } catch (error) {
      if (error instanceof ApiError) return this.#context.store.paymentIntents.get(intent.id) ?? intent;
      throw error;
    }
  }

  /** @throws ApiError 402 if the card is declined; the intent then requires another card. */
  #charge(intent: Intent, method: Stripe.PaymentMethod, cause: Cause): Intent {
    const { store } = this.#context;
    const { decline } = behaviourOf(method);
    const id = newId('ch');
    const charged = { ...intent, latest_charge: id };
    if (decline) {
      const failure: Failure = { type: 'card_error', ...DECLINES[decline], charge: id };
      store.charges.set(id, chargeOf(charged, method, { id, status: 'failed', failure, now: cause.now }));
      throw this.#fail(charged, method, failure, cause);
    }
    const status = this.settleDelayMs > 0 ? 'pending' : 'succeeded';
    store.charges.set(id, chargeOf(charged, method, { id, status, now: cause.now }));
    if (status === 'succeeded') return this.#succeed(charged, cause);
    const processing = this.#keep({ ...charged, status: 'processing' });
    this.#context.outbox.add({ type: 'payment_intent.processing', object: processing }, cause);
    this.#settleLater(intent.id);
    return processing;
  }

  #succeed(intent: Intent, cause: Cause): Intent {
    const { store, outbox } = this.#context;
    const paid = this.#keep({ ...intent, status: 'succeeded', amount_received: intent.amount });
    outbox.add({ type: 'payment_intent.succeeded', object: paid }, cause);
    for (const dispute of behaviourOf(this.#methodOf(paid)).disputes ?? []) {
      const charge = store.charges.get(idOf(paid.latest_charge));
      if (charge) this.#disputes.open(charge, dispute, cause);
    }
    return paid;
  }

  #settleLater(id: string): void {
    const { store, timers } = this.#context;
    timers.later(this.settleDelayMs, (cause) => {
      const intent = store.paymentIntents.get(id);
      const charge = store.charges.get(idOf(intent?.latest_charge));
      if (intent?.status !== 'processing' || !charge) return;
      store.charges.set(charge.id, settled(charge));
      this.#succeed(intent, cause);
    });
  }

  /** Records a failed attempt and returns the error for its call. */
  #fail(intent: Intent, method: Stripe.PaymentMethod, failure: Failure, cause: Cause): ApiError {
    const { code = '' } = failure;
    const error: Failure = { ...failure, doc_url: docUrl(code), payment_method: method };
    const failed = this.#keep({
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: error,
    });
    this.#context.outbox.add({ type: 'payment_intent.payment_failed', object: failed }, cause);
    return new ApiError(402, error, failed);
  }

  #cancel(intent: Intent, reason: Intent['cancellation_reason'], cause: Cause): Intent {
    if (!CANCELABLE.includes(intent.status)) {
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
          `one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
        intent,
      );
    }
    const { store, outbox } = this.#context;
    const charge = store.charges.get(idOf(intent.latest_charge));
    if (intent.status === 'processing' && charge) {
      store.charges.set(charge.id, { ...charge, status: 'failed' });
    }
    const canceled = this.#keep({
      ...intent,
      status: 'canceled',
      canceled_at: cause.now,
      cancellation_reason: reason,
      last_payment_error: null,
      next_action: null,
    });
    outbox.add({ type: 'payment_intent.canceled', object: canceled }, cause);
    return canceled;
  }
}

function readConfirmation(params: Params, now: number): Confirmation {
  const method = readPaymentMethod(params, now);
  const returnUrl = params.text('return_url');
  const stripeJs = params.boolean('use_stripe_sdk') ?? false;
  return {
    method,
    canReturn: returnUrl !== undefined || stripeJs,
    errorOnRequiresAction: params.boolean('error_on_requires_action') ?? false,
  };
}

function readCreate(params: Params, now: number): Intent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount: checkedAmount(params.requiredInteger('amount', { min: 1 })),
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    ...readPaymentMethodTypes(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: checkedCurrency(params.requiredText('currency')),
    customer: null,
    customer_account: null,
    description: params.text('description', 1000) || null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: merged({}, params.metadata() ?? {}),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.text('receipt_email', 800) || null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Reads the list of allowed types, or the settings of automatic payment methods, which are the default. */
function readPaymentMethodTypes(
  params: Params,
): Pick<Intent, 'allowed_payment_method_types' | 'automatic_payment_methods'> {
  const types = params.texts('allowed_payment_method_types');
  const automatic = params.group('automatic_payment_methods');
  const enabled = automatic?.boolean('enabled') ?? types === undefined;
  const allow_redirects = automatic?.oneOf('allow_redirects', ['always', 'never']) ?? 'always';
  if (types && enabled) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'parameter_invalid',
    );
  }
  const allowed = types && Object.values(types);
  if (allowed && !allowed.includes('card')) {
    throw invalidRequest(
      'None of the allowed payment method types is available. The payment sandbox offers cards only.',
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    );
  }
  return {
    allowed_payment_method_types: allowed ?? null,
    automatic_payment_methods: enabled ? { allow_redirects, enabled } : null,
  };
}

function merged(present: Record<string, string>, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(([, value]) => value !== ''));
}

function checkedAmount(amount: number): number {
  if (amount < MIN_AMOUNT) {
    throw invalidRequest('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  }
  return amount;
}

function checkedCurrency(currency: string): string {
  if (currency.toLowerCase() === 'usd') return 'usd';
  const message = `Invalid currency: ${currency}. The payment sandbox supports these currencies: usd`;
  throw invalidRequest(message, undefined, 'currency');
}

const AUTHENTICATION_FAILED: Failure = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
    'PaymentMethod to attempt to fulfill this PaymentIntent again.',
};

const AUTHENTICATION_NOT_HANDLED: Failure = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_not_handled',
  message:
    'This payment required an authentication action to complete, but `error_on_requires_action` was set. When ' +
    "you're ready, you can upgrade your integration to handle actions at " +
    'https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.',
};

function notConfirmable(intent: Intent): ApiError {
  return unexpectedState(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent ` +
          `with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`,
    intent,
  );
}

function methodMissing(intent: Intent): ApiError {
  return unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
      'method or ConfirmationToken.',
    intent,
  );
}

function returnUrlMissing(intent: Intent): ApiError {
  const message =
    'This PaymentIntent is configured to accept payment methods that might redirect your customer off of your ' +
    'page: you must provide a `return_url`, or create it with automatic_payment_methods[allow_redirects] `never`.';
  return new ApiError(400, { type: 'invalid_request_error', message, param: 'return_url' }, intent);
}
