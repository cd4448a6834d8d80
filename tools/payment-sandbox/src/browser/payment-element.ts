import type { StripeError } from '@stripe/stripe-js';
import { applyAppearance, styledShadow, type Appearance } from './appearance.ts';
import { FORM_STYLES } from './styles.ts';
import { VALIDATION_MESSAGES, texts, type ValidationCode } from './texts.ts';
import * as details from './card-details.ts';
import { Field } from './field.ts';

/** The card form of the Payment Element. */
class CardForm {
  readonly root = document.createElement('form');
  readonly #number: Field;
  readonly #expiry: Field;
  readonly #cvc: Field;
  readonly #postalCode: Field;
  readonly #fields: readonly Field[];

  constructor() {
    const notice = Object.assign(document.createElement('p'), {
      className: 'notice',
      textContent: texts.notice,
    });
    this.#number = new Field(texts.number, details.formatNumber, details.checkNumber);
    this.#expiry = new Field(texts.expiry, details.formatExpiry, (text) =>
      details.checkExpiry(text, new Date()),
    );
    this.#cvc = new Field(
      texts.cvc,
      (text) => details.formatCvc(text, this.#number.value),
      (text) => details.checkCvc(text, this.#number.value),
    );
    this.#postalCode = new Field(texts.postalCode, details.formatPostalCode, details.checkPostalCode);
    this.#fields = [this.#number, this.#expiry, this.#cvc, this.#postalCode];
    this.root.noValidate = true;
    this.root.append(notice, ...this.#fields.map((field) => field.root));
    // The page has its own submit button; a native submission would load another page.
    this.root.addEventListener('submit', (event) => event.preventDefault());
  }

  /** Shows the problem of every field and focuses the first invalid one. Returns its problem, or null. */
  validate(): ValidationCode | null {
    const problems = this.#fields.map((field) => field.validate());
    const first = problems.findIndex((problem) => problem !== null);
    this.#fields[first]?.input.focus();
    return problems[first] ?? null;
  }

  /** Returns the parameters of a confirmation with the card, after a validation without problems. */
  read(): Record<string, string> {
    const { month, year } = details.readExpiry(this.#expiry.value);
    return {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': details.digitsOf(this.#number.value),
      'payment_method_data[card][exp_month]': String(month),
      'payment_method_data[card][exp_year]': String(year),
      'payment_method_data[card][cvc]': this.#cvc.value,
      'payment_method_data[billing_details][address][postal_code]': this.#postalCode.value,
      'payment_method_data[billing_details][address][country]': 'US',
    };
  }
}

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
