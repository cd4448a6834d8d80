import type Stripe from 'stripe';
import type { Charging, Failure } from './charging.ts';
import type { Api, Call } from './http/api.ts';
import { requireClientSecret } from './http/authenticate.ts';
import { ApiError, find, invalidRequest, unexpectedState } from './http/error.ts';
import type { Params } from './http/params.ts';
import { idOf, newId, now } from './ids.ts';
import { merged, readNewIntent } from './new-payment-intent.ts';
import { behaviourOf, readPaymentMethod } from './payment-method.ts';
import type { Store } from './store.ts';

type Intent = Stripe.PaymentIntent;

/** The parameters of a confirmation, in a call of its own or as a part of the creation. */
interface Confirmation {
  method: Stripe.PaymentMethod | null;
  /** Whether the payer can return from another page: with a return address, or with Stripe.js around the call. */
  canReturn: boolean;
  returnUrl: string | undefined;
  errorOnRequiresAction: boolean;
}

const PATH = '/v1/payment_intents';

const CONFIRMABLE: readonly Intent['status'][] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE: readonly Intent['status'][] = [...CONFIRMABLE, 'processing'];

/** Payment intents, under `/v1/payment_intents`. A change takes effect at once; the API then commits its events. */
export class PaymentIntents {
  readonly #store: Store;
  readonly #charging: Charging;

  constructor(store: Store, charging: Charging) {
    this.#store = store;
    this.#charging = charging;
  }

  serve(api: Api): void {
    api.get(`${PATH}/:id`, 'page', (call) => {
      const expand = Object.values(call.params.group('expand'));
      return this.#expanded(this.#visible(call), expand);
    });

    api.post(PATH, 'server', ({ params }) => {
      const confirm = params.boolean('confirm') ?? false;
      const confirmation = readConfirmation(params);
      const intent = readNewIntent(params);
      return () => {
        const created = this.#attach(intent, confirmation.method);
        if (confirm) return this.#confirm(created, confirmation);
        return this.#keep({ ...created, ...(created.payment_method && { status: 'requires_confirmation' }) });
      };
    });

    // The product's tests change the metadata alone.
    api.post(`${PATH}/:id`, 'server', (call) => {
      const metadata = call.params.metadata();
      return () => {
        const intent = this.#visible(call);
        return this.#keep({ ...intent, metadata: merged(intent.metadata, metadata) });
      };
    });

    api.post(`${PATH}/:id/confirm`, 'page', (call) => {
      const confirmation = readConfirmation(call.params);
      return () => this.#confirm(this.#visible(call), confirmation);
    });

    api.post(`${PATH}/:id/cancel`, 'server', (call) => {
      const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
      const reason = call.params.oneOf('cancellation_reason', reasons) ?? null;
      return () => this.#cancel(this.#visible(call), reason);
    });

    // Stripe.js completes an authentication with calls that are not public; this one replaces them.
    api.post(`${PATH}/:id/challenge`, 'page', (call) => {
      call.params.requiredText('outcome');
      const outcome = call.params.oneOf('outcome', ['complete', 'fail']);
      return () => this.#completeChallenge(this.#visible(call), outcome === 'complete');
    });
  }

  #visible({ id, caller }: Call): Intent {
    const name = { object: 'payment_intent', param: 'intent' };
    const intent = find(this.#store.paymentIntents, id, name);
    requireClientSecret(caller, intent);
    return intent;
  }

  /** Replaces the id of the latest charge by the charge. @throws ApiError 400 for any other name in `expand`. */
  #expanded(intent: Intent, expand: readonly string[]): Intent {
    const other = expand.find((name) => name !== 'latest_charge');
    if (other !== undefined) throw invalidRequest(`This property cannot be expanded (${other}).`);
    const charge = this.#store.charges.get(idOf(intent.latest_charge));
    return expand.length > 0 && charge ? { ...intent, latest_charge: charge } : intent;
  }

  #keep(intent: Intent): Intent {
    this.#store.paymentIntents.set(intent.id, intent);
    return intent;
  }

  #attach(intent: Intent, method: Stripe.PaymentMethod | null): Intent {
    if (!method) return intent;
    this.#store.paymentMethods.set(method.id, method);
    return { ...intent, payment_method: method.id };
  }

  /** @throws ApiError 402 if the card is declined, and for a required authentication if that is to be an error. */
  #confirm(intent: Intent, confirmation: Confirmation): Intent {
    requireStatus(intent, 'confirm', CONFIRMABLE);
    if (intent.automatic_payment_methods && !confirmation.canReturn) {
      const message =
        'This PaymentIntent accepts payment methods that might redirect: you must provide a `return_url`.';
      throw new ApiError(400, { type: 'invalid_request_error', message, param: 'return_url' }, intent);
    }
    const attached = this.#attach(intent, confirmation.method);
    const confirmed: Intent = { ...attached, last_payment_error: null, next_action: null };
    const method = this.#store.paymentMethods.get(idOf(confirmed.payment_method));
    if (!method) {
      throw unexpectedState("You cannot confirm this PaymentIntent: it's missing a payment method.", intent);
    }
    const { authenticate } = behaviourOf(method);
    if (authenticate && !confirmation.errorOnRequiresAction) {
      const next_action = nextAction(authenticate === 'at-bank' ? confirmation.returnUrl : undefined);
      return this.#keep({ ...confirmed, status: 'requires_action', next_action });
    }
    const attempt = authenticate
      ? this.#charging.fail(confirmed, AUTHENTICATION_NOT_HANDLED)
      : this.#charging.charge(confirmed, method);
    if (attempt.failure) throw new ApiError(402, attempt.failure, attempt.intent);
    return attempt.intent;
  }

  /** Returns the amount of the payment that waits at the page of a bank. @throws ApiError 404 if none waits. */
  amountAtBank(attempt: string): string {
    const { amount, currency } = this.#atBank(attempt);
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
  }

  /**
   * Continues after an authentication at the page of a bank. Returns the address to which the payer returns.
   * @throws ApiError 404 if no payment waits there.
   */
  returnFromBank(attempt: string, completed: boolean): string {
    const intent = this.#atBank(attempt);
    const address = new URL(intent.next_action?.redirect_to_url?.return_url ?? '');
    const { id, client_secret, status } = this.#completeChallenge(intent, completed);
    address.searchParams.set('payment_intent', id);
    address.searchParams.set('payment_intent_client_secret', client_secret ?? '');
    address.searchParams.set(
      'redirect_status',
      status === 'requires_payment_method' ? 'failed' : 'succeeded',
    );
    return address.href;
  }

  #atBank(attempt: string): Intent {
    const waiting = [...this.#store.paymentIntents.values()].flatMap((intent) => {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? [[url, intent] as const] : [];
    });
    return find(new Map(waiting), bankPath(attempt), { object: 'page', param: 'attempt' });
  }

  /** Continues after an authentication. A failure is part of the answer, not an error of the call. */
  #completeChallenge(intent: Intent, completed: boolean): Intent {
    const method = this.#store.paymentMethods.get(idOf(intent.payment_method));
    if (intent.status !== 'requires_action' || !method) {
      throw unexpectedState('This PaymentIntent does not require an authentication.', intent);
    }
    const attempt = completed
      ? this.#charging.charge(intent, method)
      : this.#charging.fail(intent, AUTHENTICATION_FAILED);
    return attempt.intent;
  }

  #cancel(intent: Intent, reason: Intent['cancellation_reason']): Intent {
    requireStatus(intent, 'cancel', CANCELABLE);
    const charge = this.#store.charges.get(idOf(intent.latest_charge));
    if (intent.status === 'processing' && charge) {
      this.#store.charges.set(charge.id, { ...charge, status: 'failed' });
    }
    const canceled: Intent = {
      ...intent,
      status: 'canceled',
      canceled_at: now(),
      cancellation_reason: reason,
      last_payment_error: null,
      next_action: null,
    };
    return this.#charging.keep(canceled, 'canceled');
  }
}

function readConfirmation(params: Params): Confirmation {
  const method = readPaymentMethod(params);
  const returnUrl = params.text('return_url');
  const stripeJs = params.boolean('use_stripe_sdk') ?? false;
  const errorOnRequiresAction = params.boolean('error_on_requires_action') ?? false;
  return { method, canReturn: returnUrl !== undefined || stripeJs, returnUrl, errorOnRequiresAction };
}

const bankPath = (attempt: string) => `bank/${attempt}`;

/** Returns the step that authenticates the cardholder: at the page of a bank with a return address, else in the page. */
function nextAction(returnUrl: string | undefined): Stripe.PaymentIntent.NextAction {
  const attempt = newId('payatt');
  if (returnUrl === undefined)
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_challenge', challenge: attempt } };
  return { type: 'redirect_to_url', redirect_to_url: { url: bankPath(attempt), return_url: returnUrl } };
}

/** @throws ApiError 400 if the status is not one of those that allow the change. */
function requireStatus(intent: Intent, change: string, allowed: readonly Intent['status'][]): void {
  if (allowed.includes(intent.status)) return;
  throw unexpectedState(
    `You cannot ${change} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
      `one of the following statuses allows it: ${allowed.join(', ')}.`,
    intent,
  );
}

const AUTHENTICATION_FAILED: Failure = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication. You can provide a new PaymentMethod.',
};

const AUTHENTICATION_NOT_HANDLED: Failure = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_not_handled',
  message: 'This payment required an authentication action, but `error_on_requires_action` was set.',
};
