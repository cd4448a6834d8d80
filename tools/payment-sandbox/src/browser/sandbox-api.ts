import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { texts } from './texts.ts';

/** The result of a call: the intent, or an error. */
export type IntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { error: StripeError; paymentIntent?: undefined };

/** Calls the sandbox with the publishable key and the client secret of one intent. */
export class SandboxApi {
  readonly #base: string;
  readonly #publishableKey: string;

  /** @param base address of the sandbox, with a slash at the end. */
  constructor(base: string, publishableKey: string) {
    this.#base = base;
    this.#publishableKey = publishableKey;
  }

  /** Returns the address of a page of the sandbox. */
  addressOf(path: string): string {
    return new URL(path, this.#base).href;
  }

  retrieve(clientSecret: string): Promise<IntentResult> {
    return this.#call(clientSecret, `?${this.#form(clientSecret).toString()}`);
  }

  /** @param fields parameters by their full names, such as `payment_method_data[type]`. */
  post(
    clientSecret: string,
    call: 'confirm' | 'challenge',
    fields: Record<string, string>,
  ): Promise<IntentResult> {
    const body = this.#form(clientSecret, fields);
    return this.#call(clientSecret, `/${call}`, { method: 'POST', body });
  }

  #form(clientSecret: string, fields: Record<string, string> = {}): URLSearchParams {
    return new URLSearchParams({ ...fields, key: this.#publishableKey, client_secret: clientSecret });
  }

  async #call(clientSecret: string, path: string, init?: RequestInit): Promise<IntentResult> {
    const id = encodeURIComponent(clientSecret.split('_secret_')[0] ?? '');
    try {
      const response = await fetch(`${this.#base}v1/payment_intents/${id}${path}`, init);
      const body: PaymentIntent | { object?: undefined; error?: StripeError } = await response.json();
      if (body.object) return { paymentIntent: body };
      return { error: body.error ?? { type: 'api_error', message: texts.unreachable } };
    } catch {
      return { error: { type: 'api_connection_error', message: texts.unreachable } };
    }
  }
}
