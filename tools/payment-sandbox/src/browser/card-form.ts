import * as details from './card-details.ts';
import { Field } from './field.ts';
import { texts, type ValidationCode } from './texts.ts';

/** The card form of the Payment Element. */
export class CardForm {
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
