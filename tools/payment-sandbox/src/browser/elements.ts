import type { StripeError } from '@stripe/stripe-js';
import type { Appearance } from './appearance.ts';
import { Emitter } from './emitter.ts';
import { IntegrationError } from './integration-error.ts';
import { PaymentElement, type PaymentElementOptions } from './payment-element.ts';
import type { SandboxApi } from './sandbox-api.ts';
import { texts } from './texts.ts';

/** What `stripe.elements()` takes, as far as it matters here: an intent's secret, or none yet. */
export interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

interface ElementsEvents {
  'update-end': undefined;
}

/** React components name their element's type in a property. */
type ElementType = string | { __elementType?: string };

const ENDED = new Set(['succeeded', 'canceled']);

/** The elements of one payment; the sandbox has the Payment Element. */
export class Elements extends Emitter<ElementsEvents> {
  readonly #api: SandboxApi;
  #options: ElementsOptions;
  #payment: PaymentElement | null = null;
  #submitted = false;

  constructor(api: SandboxApi, options: ElementsOptions = {}) {
    super();
    this.#api = api;
    this.#options = options;
  }

  get clientSecret(): string | null {
    return this.#options.clientSecret ?? null;
  }

  get appearance(): Appearance {
    return this.#options.appearance ?? {};
  }

  /** Whether the fields have been checked since the elements were made. */
  get submitted(): boolean {
    return this.#submitted;
  }

  /** @throws IntegrationError for another type than `payment`, and for a second one. */
  create(type: string, options: PaymentElementOptions = {}): PaymentElement {
    if (type !== 'payment') throw new IntegrationError(texts.notOffered(`the element "${type}"`));
    if (this.#payment) throw new IntegrationError('Can only create one Element of type payment.');
    const context = {
      appearance: this.appearance,
      load: () => this.#load(),
      onDestroy: () => {
        this.#payment = null;
      },
    };
    this.#payment = new PaymentElement(context, options);
    return this.#payment;
  }

  getElement(type: ElementType): PaymentElement | null {
    const name = typeof type === 'string' ? type : type.__elementType;
    return name === 'payment' ? this.#payment : null;
  }

  update(change: Omit<ElementsOptions, 'clientSecret'>): Promise<void> {
    this.#options = { ...this.#options, ...change };
    this.#payment?.restyle(this.appearance);
    this.emit('update-end', undefined);
    return Promise.resolve();
  }

  async fetchUpdates(): Promise<{ error?: { message: string } }> {
    const error = await this.#load();
    return error ? { error: { message: error.message ?? '' } } : {};
  }

  /** Checks the fields; what is wrong stands at them, and the first of it in the answer. */
  submit(): Promise<{ selectedPaymentMethod: string } | { error: StripeError }> {
    if (!this.#payment) throw new IntegrationError('There is no Payment Element to submit.');
    const error = this.#payment.validate();
    this.#submitted = error === null;
    return Promise.resolve(error ? { error } : { selectedPaymentMethod: 'card' });
  }

  async #load(): Promise<StripeError | null> {
    if (this.clientSecret === null) return null;
    const { paymentIntent, error } = await this.#api.retrieve(this.clientSecret);
    if (error) return error;
    if (!ENDED.has(paymentIntent.status)) return null;
    return {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent is ${paymentIntent.status} and cannot be used to initialize Elements.`,
      payment_intent: paymentIntent,
    };
  }
}
