import type Stripe from 'stripe';

import { requireClientSecret, type Api, type Call } from './api.ts';
import { addTransaction } from './balance-transactions.ts';
import { ApiError, find, invalidRequest, unexpectedState, type Params } from './call.ts';
import { chargeOf } from './charges.ts';
import type { EventOutbox } from './events.ts';
import { idOf, newId, now, nulls, randomToken } from './ids.ts';
import type { Store } from './store.ts';
import { readCard, type Card } from './test-cards.ts';

type Intent = Stripe.PaymentIntent;
type Event = 'canceled' | 'payment_failed' | 'processing' | 'succeeded';
type Failure = Stripe.PaymentIntent.LastPaymentError & { message: string };

const PATH = '/v1/payment_intents';

/** Statuses of an intent without money, which can be confirmed and canceled. */
const OPEN: readonly Intent['status'][] = ['requires_payment_method', 'requires_action'];

/** Payment intents, under `/v1/payment_intents`. A change takes effect at once; the API then commits its events. */
export class PaymentIntents {
  /** Whether a confirmed payment stays `processing`. */
  held = false;
  readonly #store: Store;
  readonly #outbox: EventOutbox;

  constructor(store: Store, outbox: EventOutbox) {
    this.#store = store;
    this.#outbox = outbox;
  }

  serve(api: Api): void {
    api.get(`${PATH}/:id`, 'page', (call) => {
      const expand = Object.values(call.params.group('expand'));
      return this.#expanded(this.#visible(call), expand);
    });

    api.post(PATH, 'server', ({ params }) => {
      const intent = readNewIntent(params);
      return () => this.#keep(intent);
    });

    // The product's tests change the metadata alone.
    api.post(`${PATH}/:id`, 'server', (call) => {
      const metadata = call.params.group('metadata');
      return () => {
        const intent = this.#visible(call);
        return this.#keep({ ...intent, metadata: { ...intent.metadata, ...metadata } });
      };
    });

    api.post(`${PATH}/:id/confirm`, 'page', (call) => {
      const card = readCard(call.params);
      const returnUrl = call.params.text('return_url');
      return () => this.#confirm(this.#visible(call), card, returnUrl);
    });

    api.post(`${PATH}/:id/cancel`, 'server', (call) => () => this.#cancel(this.#visible(call)));

    // Stripe.js completes an authentication with calls that are not public; this one replaces them.
    api.post(`${PATH}/:id/challenge`, 'page', (call) => {
      const outcome = call.params.requiredChoice('outcome', ['complete', 'fail']);
      return () => this.#completeChallenge(this.#visible(call), outcome === 'complete');
    });
  }

  #visible({ id, caller }: Call): Intent {
    const intent = find(this.#store.paymentIntents, id, 'payment_intent');
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

  /** Stores a new or changed intent, and adds the event of the change. */
  #keep(intent: Intent, event?: Event): Intent {
    this.#store.paymentIntents.set(intent.id, intent);
    if (event) this.#outbox.add({ type: `payment_intent.${event}`, object: intent });
    return intent;
  }

  /** @throws ApiError 402 if the card is declined. */
  #confirm(intent: Intent, card: Card | null, returnUrl: string | undefined): Intent {
    requireOpen(intent, 'confirm');
    if (!card) throw unexpectedState('You cannot confirm this PaymentIntent without a card.', intent);
    const payment_method = newId('pm');
    this.#store.cards.set(payment_method, card);
    const confirmed: Intent = { ...intent, payment_method, last_payment_error: null, next_action: null };
    if (!card.authenticate) {
      const { intent: attempted, failure } = this.#charge(confirmed, card);
      if (failure) throw new ApiError(402, failure, attempted);
      return attempted;
    }
    const next_action = nextAction(card.authenticate === 'at-bank' ? returnUrl : undefined);
    return this.#keep({ ...confirmed, status: 'requires_action', next_action });
  }

  #charge(intent: Intent, card: Card): { intent: Intent; failure?: Failure } {
    const id = newId('ch');
    const charged: Intent = { ...intent, latest_charge: id, next_action: null };
    const status = card.decline ? 'failed' : this.held ? 'pending' : 'succeeded';
    const money = { type: 'charge', amount: intent.amount, source: id } as const;
    const transaction = status === 'succeeded' ? addTransaction(this.#store, money) : null;
    this.#store.charges.set(id, chargeOf(charged, card, { id, status, transaction }));
    if (card.decline) {
      const failure: Failure = { type: 'card_error', code: 'card_declined', ...card.decline, charge: id };
      return { intent: this.#fail(charged, failure), failure };
    }
    if (status === 'pending')
      return { intent: this.#keep({ ...charged, status: 'processing' }, 'processing') };
    const paid: Intent = { ...charged, status: 'succeeded', amount_received: intent.amount };
    return { intent: this.#keep(paid, 'succeeded') };
  }

  /** Records a failed attempt; the intent then requires another card. */
  #fail(intent: Intent, failure: Failure): Intent {
    const reset = { payment_method: null, next_action: null, last_payment_error: failure };
    return this.#keep({ ...intent, status: 'requires_payment_method', ...reset }, 'payment_failed');
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
    const result = status === 'requires_payment_method' ? 'failed' : 'succeeded';
    address.searchParams.set('redirect_status', result);
    return address.href;
  }

  #atBank(attempt: string): Intent {
    const waiting = [...this.#store.paymentIntents.values()].flatMap((intent) => {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? [[url, intent] as const] : [];
    });
    return find(new Map(waiting), bankPath(attempt), 'page');
  }

  /** Continues after an authentication. A failure is part of the response, not an error of the call. */
  #completeChallenge(intent: Intent, completed: boolean): Intent {
    const card = this.#store.cards.get(idOf(intent.payment_method));
    if (intent.status !== 'requires_action' || !card)
      throw unexpectedState('This PaymentIntent does not require an authentication.', intent);
    return completed ? this.#charge(intent, card).intent : this.#fail(intent, AUTHENTICATION_FAILED);
  }

  #cancel(intent: Intent): Intent {
    requireOpen(intent, 'cancel');
    const reset = { last_payment_error: null, next_action: null };
    return this.#keep({ ...intent, ...reset, status: 'canceled', canceled_at: now() }, 'canceled');
  }
}

/** Returns the intent that the parameters of a creation describe. @throws ApiError 400 for invalid ones. */
function readNewIntent(params: Params): Intent {
  const id = newId('pi');
  return {
    ...nulls(
      'application application_fee_amount automatic_payment_methods canceled_at cancellation_reason customer',
      'customer_account excluded_payment_method_types last_payment_error latest_charge managed_payments next_action',
      'on_behalf_of payment_method payment_method_configuration_details payment_method_options payment_record',
      'processing review setup_future_usage shipping source statement_descriptor statement_descriptor_suffix',
      'transfer_data transfer_group',
    ),
    id,
    object: 'payment_intent',
    allowed_payment_method_types: Object.values(params.group('allowed_payment_method_types')),
    amount: params.requiredInteger('amount'),
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: 'automatic',
    created: now(),
    currency: params.requiredText('currency'),
    description: params.text('description') ?? null,
    livemode: false,
    metadata: params.group('metadata'),
    payment_method_types: ['card'],
    receipt_email: params.text('receipt_email') ?? null,
    status: 'requires_payment_method',
  };
}

const bankPath = (attempt: string) => `bank/${attempt}`;

/** Returns the step that authenticates the cardholder: at the page of a bank with a return address, else in the page. */
function nextAction(returnUrl: string | undefined): Stripe.PaymentIntent.NextAction {
  const attempt = newId('payatt');
  if (returnUrl === undefined)
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_challenge', challenge: attempt } };
  return { type: 'redirect_to_url', redirect_to_url: { url: bankPath(attempt), return_url: returnUrl } };
}

/** @throws ApiError 400 if the intent has money or has ended. */
function requireOpen(intent: Intent, change: string): void {
  if (OPEN.includes(intent.status)) return;
  throw unexpectedState(
    `You cannot ${change} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
      `one of the following statuses allows it: ${OPEN.join(', ')}.`,
    intent,
  );
}

const AUTHENTICATION_FAILED: Failure = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication. You can provide a new PaymentMethod.',
};
