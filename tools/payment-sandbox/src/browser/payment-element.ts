import type { StripeError } from '@stripe/stripe-js';
import { CardForm } from './card-form.ts';
import type { SandboxApi } from './sandbox-api.ts';
import { applyAppearance, styledShadow, type Appearance } from './styles.ts';

type Handler = (event: { elementType: 'payment'; error?: StripeError }) => void;

/** Returns the button that submits a form. It can be outside the form. */
function submitButton(form: HTMLFormElement | null): HTMLButtonElement | undefined {
  const controls = [...(form?.elements ?? [])];
  return controls.filter((each) => each instanceof HTMLButtonElement).find(({ type }) => type === 'submit');
}

/** The Payment Element: a card form in a shadow tree, where Stripe uses a frame. */
class PaymentElement {
  readonly host = document.createElement('div');
  readonly form = new CardForm();
  readonly #load: () => Promise<StripeError | null>;
  /** The React component sets one handler for each event. */
  readonly #handlers = new Map<string, Handler>();

  /** @param load resolves with the error that prevents the payment, or null. */
  constructor(appearance: Appearance, load: () => Promise<StripeError | null>) {
    this.#load = load;
    applyAppearance(this.host, appearance);
    styledShadow(this.host).append(this.form.root);
    this.host.addEventListener('keydown', ({ key }) => {
      // As in any form, Enter presses the submit button of the form around the element.
      if (key === 'Enter') submitButton(this.host.closest('form'))?.click();
    });
    this.host.addEventListener('input', () => this.#handlers.get('change')?.({ elementType: 'payment' }));
  }

  on(event: 'ready' | 'loaderror' | 'change', handler: Handler): void {
    this.#handlers.set(event, handler);
  }

  off(event: 'ready' | 'loaderror' | 'change'): void {
    this.#handlers.delete(event);
  }

  mount(parent: HTMLElement): void {
    parent.replaceChildren(this.host);
    void this.#report();
  }

  /** Part of the interface of every element; this one has no options. */
  update(): void {}

  destroy(): void {
    this.host.remove();
  }

  async #report(): Promise<void> {
    const error = await this.#load();
    if (!this.host.isConnected) return;
    this.#handlers.get(error ? 'loaderror' : 'ready')?.({ elementType: 'payment', ...(error && { error }) });
  }
}

export interface ElementsOptions {
  clientSecret: string;
  appearance?: Appearance;
}

/** The elements of one payment: the Payment Element alone. */
export class Elements {
  readonly clientSecret: string;
  appearance: Appearance;
  readonly payment: PaymentElement;

  constructor(api: SandboxApi, { clientSecret, appearance = {} }: ElementsOptions) {
    this.clientSecret = clientSecret;
    this.appearance = appearance;
    this.payment = new PaymentElement(appearance, async () => {
      const { paymentIntent, error } = await api.retrieve(clientSecret);
      if (error || !['succeeded', 'canceled'].includes(paymentIntent.status)) return error ?? null;
      const message = `This PaymentIntent is ${paymentIntent.status} and cannot be used to initialize Elements.`;
      const code = 'payment_intent_unexpected_state';
      return { type: 'invalid_request_error', code, message, payment_intent: paymentIntent };
    });
  }

  /** Returns the Payment Element, for the type `payment`. */
  create(): PaymentElement {
    return this.payment;
  }

  update({ appearance = this.appearance }: Partial<ElementsOptions>): void {
    this.appearance = appearance;
    applyAppearance(this.payment.host, appearance);
  }
}
