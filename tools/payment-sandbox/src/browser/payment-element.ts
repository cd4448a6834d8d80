import type { StripeError } from '@stripe/stripe-js';
import { applyAppearance, styledShadow, type Appearance } from './appearance.ts';
import { CardForm } from './card-form.ts';
import { FORM_STYLES } from './styles.ts';
import { VALIDATION_MESSAGES } from './texts.ts';

interface PaymentElementEvents {
  ready: { elementType: 'payment' };
  loaderror: { elementType: 'payment'; error: StripeError };
}

type Handlers = { [Name in keyof PaymentElementEvents]: Set<(event: PaymentElementEvents[Name]) => void> };

interface PaymentElementContext {
  appearance: Appearance;
  /** Resolves with the error that prevents the payment, or null. */
  load: () => Promise<StripeError | null>;
  onDestroy: () => void;
}

/** The Payment Element: a card form in a shadow tree, where Stripe uses a frame. */
export class PaymentElement {
  readonly #host = document.createElement('div');
  readonly #form = new CardForm();
  readonly #context: PaymentElementContext;
  readonly #handlers: Handlers = { ready: new Set(), loaderror: new Set() };

  constructor(context: PaymentElementContext) {
    this.#context = context;
    this.restyle(context.appearance);
    styledShadow(this.#host, FORM_STYLES).append(this.#form.root);
    this.#host.addEventListener('keydown', ({ key }) => {
      // As in any form, Enter presses the submit button of the form around the element.
      if (key === 'Enter') this.#host.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.click();
    });
  }

  on<Name extends keyof Handlers>(name: Name, handler: (event: PaymentElementEvents[Name]) => void): void {
    this.#handlers[name].add(handler);
  }

  off<Name extends keyof Handlers>(name: Name, handler: (event: PaymentElementEvents[Name]) => void): void {
    this.#handlers[name].delete(handler);
  }

  mount(parent: HTMLElement): void {
    parent.replaceChildren(this.#host);
    void this.#load();
  }

  /** Part of the interface of every element; this one has no options. */
  update(): void {}

  destroy(): void {
    this.#host.remove();
    this.#context.onDestroy();
  }

  restyle(appearance: Appearance): void {
    applyAppearance(this.#host, appearance);
  }

  /** Shows the problems at their fields. Returns the first one as an error, or null. */
  validate(): StripeError | null {
    const code = this.#form.validate();
    return code && { type: 'validation_error', code, message: VALIDATION_MESSAGES[code] };
  }

  read(): Record<string, string> {
    return this.#form.read();
  }

  async #load(): Promise<void> {
    const error = await this.#context.load();
    if (!this.#host.isConnected) return;
    const elementType = 'payment';
    if (error) for (const handler of this.#handlers.loaderror) handler({ elementType, error });
    else for (const handler of this.#handlers.ready) handler({ elementType });
  }
}
