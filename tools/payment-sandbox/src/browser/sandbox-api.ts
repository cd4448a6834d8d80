import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { texts } from './texts.ts';

/** The result of a call: the intent, or an error. */
export type IntentResult =
  { paymentIntent: PaymentIntent; error?: undefined } | { error: StripeError; paymentIntent?: undefined };

/** Parameters and groups of parameters for a form. */
export interface FormFields {
  [name: string]: string | number | boolean | FormFields | undefined;
}

/** Calls the sandbox with the publishable key and the client secret of one intent. */
export class SandboxApi {
  readonly #base: string;
  readonly #publishableKey: string;

  /** @param base address of the sandbox, with a slash at the end. */
  constructor(base: string, publishableKey: string) {
    this.#base = base;
    this.#publishableKey = publishableKey;
  }

  retrieve(clientSecret: string): Promise<IntentResult> {
    const query = new URLSearchParams({ key: this.#publishableKey, client_secret: clientSecret });
    return this.#call(`${intentId(clientSecret)}?${query.toString()}`);
  }

  confirm(clientSecret: string, fields: FormFields): Promise<IntentResult> {
    return this.#post(clientSecret, 'confirm', { ...fields, use_stripe_sdk: true });
  }

  completeChallenge(clientSecret: string, outcome: 'complete' | 'fail'): Promise<IntentResult> {
    return this.#post(clientSecret, 'challenge', { outcome });
  }

  #post(clientSecret: string, action: string, fields: FormFields): Promise<IntentResult> {
    const body = encode({ ...fields, key: this.#publishableKey, client_secret: clientSecret });
    return this.#call(`${intentId(clientSecret)}/${action}`, { method: 'POST', body });
  }

  async #call(path: string, init?: RequestInit): Promise<IntentResult> {
    try {
      const response = await fetch(`${this.#base}v1/payment_intents/${path}`, init);
      const body: unknown = await response.json();
      if (isIntent(body)) return { paymentIntent: body };
      if (isFailure(body)) return { error: body.error };
      return { error: { type: 'api_error', message: texts.unreachable } };
    } catch {
      return { error: { type: 'api_connection_error', message: texts.unreachable } };
    }
  }
}

function intentId(clientSecret: string): string {
  return encodeURIComponent(clientSecret.split('_secret_')[0] ?? '');
}

function encode(fields: FormFields, form = new URLSearchParams(), prefix = ''): URLSearchParams {
  for (const [name, value] of Object.entries(fields)) {
    const fullName = prefix === '' ? name : `${prefix}[${name}]`;
    if (typeof value === 'object') encode(value, form, fullName);
    else if (value !== undefined) form.set(fullName, String(value));
  }
  return form;
}

function isIntent(body: unknown): body is PaymentIntent {
  return typeof body === 'object' && body !== null && 'object' in body && body.object === 'payment_intent';
}

function isFailure(body: unknown): body is { error: StripeError } {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
}
