import type { StripeError, StripePaymentElementChangeEvent } from '@stripe/stripe-js';
import { applyAppearance, styledShadow, type Appearance } from './appearance.ts';
import { CardForm } from './card-form.ts';
import { Emitter } from './emitter.ts';
import { IntegrationError } from './integration-error.ts';
import { FORM_STYLES } from './styles.ts';
import { VALIDATION_MESSAGES } from './texts.ts';

interface ElementEvent {
  elementType: 'payment';
}

interface PaymentElementEvents {
  ready: ElementEvent;
  loaderstart: ElementEvent;
  loaderror: ElementEvent & { error: StripeError };
  change: StripePaymentElementChangeEvent;
  focus: ElementEvent;
  blur: ElementEvent;
  escape: ElementEvent;
}

export interface PaymentElementOptions {
  readOnly?: boolean;
}

interface PaymentElementContext {
  appearance: Appearance;
  /** Finds out whether there is a payment to make; null when there is. */
  load: () => Promise<StripeError | null>;
  onDestroy: () => void;
}

const EVENT: ElementEvent = { elementType: 'payment' };

/** The Payment Element: a card form in a shadow tree, where Stripe has a frame. */
export class PaymentElement extends Emitter<PaymentElementEvents> {
  readonly #host = document.createElement('div');
  readonly #form = new CardForm(() => this.#changed());
  readonly #context: PaymentElementContext;
  #destroyed = false;

  constructor(context: PaymentElementContext, options: PaymentElementOptions) {
    super();
    this.#context = context;
    applyAppearance(this.#host, context.appearance);
    styledShadow(this.#host, FORM_STYLES).append(this.#form.root);
    this.update(options);
    this.#forwardEvents();
  }

  /** @throws IntegrationError when there is no such place in the document, or the element was destroyed. */
  mount(place: string | HTMLElement): void {
    const parent = typeof place === 'string' ? document.querySelector(place) : place;
    if (this.#destroyed) throw new IntegrationError('This Element has already been destroyed.');
    if (!parent)
      throw new IntegrationError('There is no such place in the document to mount the Element at.');
    parent.replaceChildren(this.#host);
    void this.#load();
  }

  unmount(): void {
    this.#host.remove();
  }

  destroy(): void {
    this.unmount();
    this.#destroyed = true;
    this.#context.onDestroy();
  }

  update({ readOnly }: PaymentElementOptions): void {
    if (readOnly !== undefined) this.#form.readOnly = readOnly;
  }

  focus(): void {
    this.#form.focus();
  }

  blur(): void {
    this.#form.blur();
  }

  clear(): void {
    this.#form.clear();
    this.#changed();
  }

  /** There is one payment method, so there is nothing to collapse. */
  collapse(): this {
    return this;
  }

  restyle(appearance: Appearance): void {
    applyAppearance(this.#host, appearance);
  }

  /** What keeps the card from being charged, shown at its fields; null when nothing does. */
  validate(): StripeError | null {
    const code = this.#form.validate();
    return code && { type: 'validation_error', code, message: VALIDATION_MESSAGES[code] };
  }

  read(): ReturnType<CardForm['read']> {
    return this.#form.read();
  }

  async #load(): Promise<void> {
    this.emit('loaderstart', EVENT);
    const error = await this.#context.load();
    if (!this.#host.isConnected) return;
    if (error) this.emit('loaderror', { ...EVENT, error });
    else this.emit('ready', EVENT);
  }

  #changed(): void {
    const { empty, complete } = this.#form;
    this.emit('change', { ...EVENT, empty, complete, collapsed: false, value: { type: 'card' } });
  }

  #forwardEvents(): void {
    this.#host.addEventListener('focusin', () => this.emit('focus', EVENT));
    this.#host.addEventListener('focusout', () => this.emit('blur', EVENT));
    this.#host.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.emit('escape', EVENT);
      // As in any form, Enter presses the submit button of the form around the element.
      if (key === 'Enter') this.#host.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.click();
    });
  }
}
