import type { Caller } from '../http/authenticate.ts';
import type { ChargeService } from '../charges/charge.service.ts';
import type { DisputeService } from '../disputes/dispute.service.ts';
import { ApiError, invalidRequest, noSuch } from '../http/api-error.ts';
import { newId, randomToken } from '../ids.ts';
import type { SandboxStore } from '../state/sandbox-store.ts';
import { BY_ITSELF, type EventOutbox, type Origin } from '../webhooks/event-outbox.ts';
import type { CancellationReason, PaymentIntent } from './payment-intent.ts';
import type { ConfirmInput, CreateInput, UpdateInput } from './payment-intent.params.ts';
import * as transitions from './payment-intent.transitions.ts';
import { presentToServer } from './payment-intent.view.ts';

interface PaymentIntentServiceOptions {
  store: SandboxStore;
  charges: ChargeService;
  disputes: DisputeService;
  outbox: EventOutbox;
  /** How long money is under way after a successful confirmation, in milliseconds. */
  settleDelayMs: number;
  onError: (error: unknown) => void;
}

/** The life of payment intents. Changes are made at once, in one piece; the caller commits the outbox. */
export class PaymentIntentService {
  readonly #options: PaymentIntentServiceOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  #settleDelayMs: number;

  constructor(options: PaymentIntentServiceOptions) {
    this.#options = options;
    this.#settleDelayMs = options.settleDelayMs;
  }

  /** Changes how long the next confirmed payments stay `processing`, in milliseconds. */
  settleAfter(delayMs: number): void {
    this.#settleDelayMs = delayMs;
  }

  /**
   * The intent with this id, for a caller who may see it.
   * @throws ApiError 404 for an unknown id, 400 for a page without the intent's client secret.
   */
  find(id: string, caller: Caller): PaymentIntent {
    const intent = this.#options.store.paymentIntents.get(id);
    if (!intent) throw noSuch('payment_intent', id, 'intent');
    if (caller.kind === 'secret') return intent;
    if (!caller.clientSecret) {
      throw invalidRequest('Missing required param: client_secret.', 'parameter_missing', 'client_secret');
    }
    if (caller.clientSecret === intent.clientSecret) return intent;
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      'payment_intent_invalid_parameter',
      'client_secret',
    );
  }

  create(input: CreateInput, now: Date, origin: Origin): PaymentIntent {
    const intent = newIntent(input, now);
    if (input.confirm) return this.#confirm(intent, input.confirm, now, origin);
    return this.#apply({ intent, event: null, error: null }, now, origin);
  }

  update(intent: PaymentIntent, input: UpdateInput, now: Date, origin: Origin): PaymentIntent {
    const { metadata, ...change } = input;
    const merged = metadata ? { metadata: mergedMetadata(intent.metadata, metadata) } : {};
    return this.#apply(transitions.update(intent, { ...change, ...merged }), now, origin);
  }

  /** @throws ApiError 402 when the card is declined; the intent then waits for another card. */
  confirm(intent: PaymentIntent, input: ConfirmInput, now: Date, origin: Origin): PaymentIntent {
    return this.#confirm(intent, input, now, origin);
  }

  cancel(intent: PaymentIntent, reason: CancellationReason | null, now: Date, origin: Origin): PaymentIntent {
    return this.#apply(transitions.cancel(intent, reason, seconds(now)), now, origin);
  }

  answerChallenge(
    intent: PaymentIntent,
    outcome: 'complete' | 'fail',
    now: Date,
    origin: Origin,
  ): PaymentIntent {
    return this.#apply(transitions.answerChallenge(intent, outcome, this.#attempt()), now, origin);
  }

  /** Takes up what an earlier sandbox left unfinished. */
  resume(): void {
    for (const intent of this.#options.store.paymentIntents.values()) {
      if (intent.status === 'processing') this.#settleLater(intent.id);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #confirm(intent: PaymentIntent, input: ConfirmInput, now: Date, origin: Origin): PaymentIntent {
    if (intent.redirects === 'always' && !input.canReturn) throw returnUrlMissing(intent);
    return this.#apply(transitions.confirm(intent, input.paymentMethod, this.#attempt()), now, origin);
  }

  #apply({ intent, event, error }: transitions.Transition, now: Date, origin: Origin): PaymentIntent {
    const { store, charges, outbox } = this.#options;
    const before = store.paymentIntents.get(intent.id);
    store.paymentIntents.set(intent.id, intent);
    charges.follow(before, intent, now);
    if (intent.status === 'processing') this.#settleLater(intent.id);
    if (event) outbox.add({ type: event, object: presentToServer(intent) }, now, origin);
    if (event === 'payment_intent.succeeded') this.#disputeAtOnce(intent, now);
    if (error) throw new ApiError(402, error, intent);
    return intent;
  }

  #disputeAtOnce({ paymentMethod, latestCharge }: PaymentIntent, now: Date): void {
    const { charges, disputes } = this.#options;
    if (!paymentMethod?.behaviour.disputes || latestCharge === null) return;
    disputes.open(charges.find(latestCharge), 'fraudulent', now, BY_ITSELF);
  }

  #settleLater(id: string): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const intent = this.#options.store.paymentIntents.get(id);
      if (!intent) return;
      this.#apply(transitions.settle(intent), new Date(), BY_ITSELF);
      this.#options.outbox.commit().catch(this.#options.onError);
    }, this.#settleDelayMs);
    this.#timers.add(timer);
  }

  #attempt(): transitions.ChargeAttempt {
    return {
      chargeId: newId('ch'),
      challengeId: newId('payatt'),
      settlesLater: this.#settleDelayMs > 0,
    };
  }
}

function newIntent(input: CreateInput, now: Date): PaymentIntent {
  const id = newId('pi');
  return {
    id,
    clientSecret: `${id}_secret_${randomToken(25)}`,
    status: input.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    amount: input.amount,
    currency: 'usd',
    description: input.description ?? null,
    receiptEmail: input.receiptEmail ?? null,
    metadata: mergedMetadata({}, input.metadata ?? {}),
    redirects: input.redirects,
    created: seconds(now),
    canceledAt: null,
    cancellationReason: null,
    paymentMethod: input.paymentMethod,
    lastError: null,
    challenge: null,
    latestCharge: null,
  };
}

function mergedMetadata(present: Record<string, string>, given: Record<string, string>) {
  if (Object.keys(given).length === 0) return {};
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(([, value]) => value !== ''));
}

function returnUrlMissing(intent: PaymentIntent): ApiError {
  return new ApiError(
    400,
    {
      type: 'invalid_request_error',
      message:
        'This PaymentIntent is configured to accept payment methods that might redirect your customer off of your ' +
        'page: you must provide a `return_url`, or create it with automatic_payment_methods[allow_redirects] `never`.',
      param: 'return_url',
    },
    intent,
  );
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
