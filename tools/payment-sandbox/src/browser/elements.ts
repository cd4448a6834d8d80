import type { StripeError } from '@stripe/stripe-js';
import type { Appearance } from './appearance.ts';
import { PaymentElement } from './payment-element.ts';
import type { SandboxApi } from './sandbox-api.ts';

export interface ElementsOptions {
  clientSecret: string;
  appearance?: Appearance;
}

const ENDED = new Set(['succeeded', 'canceled']);

/** The elements of one payment: the Payment Element alone. */
export class Elements {
  readonly #api: SandboxApi;
  #options: ElementsOptions;
  #payment: PaymentElement | null = null;

  constructor(api: SandboxApi, options: ElementsOptions) {
    this.#api = api;
    this.#options = options;
  }

  get clientSecret(): string {
    return this.#options.clientSecret;
  }

  get appearance(): Appearance {
    return this.#options.appearance ?? {};
  }

  get payment(): PaymentElement {
    if (!this.#payment) throw new Error('There is no Payment Element.');
    return this.#payment;
  }

  /** @throws Error for another type than `payment`. */
  create(type: string): PaymentElement {
    if (type !== 'payment') throw new Error(`The payment sandbox has no element "${type}".`);
    this.#payment = new PaymentElement({
      appearance: this.appearance,
      load: () => this.#load(),
      onDestroy: () => {
        this.#payment = null;
      },
    });
    return this.#payment;
  }

  update(change: Pick<ElementsOptions, 'appearance'>): void {
    this.#options = { ...this.#options, ...change };
    this.#payment?.restyle(this.appearance);
  }

  async #load(): Promise<StripeError | null> {
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
