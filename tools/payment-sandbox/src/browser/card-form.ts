import * as details from './card-details.ts';
import { Field } from './field.ts';
import { texts, type ValidationCode } from './texts.ts';

/** The fields of a card in the API. */
export interface CardFields {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

/** The card form of the Payment Element. */
export class CardForm {
  readonly root = document.createElement('form');
  readonly #number: Field;
  readonly #expiry: Field;
  readonly #cvc: Field;
  readonly #postalCode: Field;
  readonly #fields: readonly Field[];

  constructor() {
    const notice = document.createElement('p');
    notice.className = 'notice';
    notice.textContent = texts.notice;
    this.#number = new Field({
      ...texts.number,
      id: 'number',
      autocomplete: 'cc-number',
      wide: true,
      format: details.formatNumber,
      check: details.checkNumber,
    });
    this.#expiry = new Field({
      ...texts.expiry,
      id: 'expiry',
      autocomplete: 'cc-exp',
      wide: false,
      format: details.formatExpiry,
      check: (text) => details.checkExpiry(text, new Date()),
    });
    this.#cvc = new Field({
      ...texts.cvc,
      id: 'cvc',
      autocomplete: 'cc-csc',
      wide: false,
      format: (text) => details.formatCvc(text, this.#number.value),
      check: (text) => details.checkCvc(text, this.#number.value),
    });
    this.#postalCode = new Field({
      ...texts.postalCode,
      id: 'postal-code',
      autocomplete: 'billing postal-code',
      wide: true,
      format: details.formatPostalCode,
      check: details.checkPostalCode,
    });
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

  /** Returns the card and its ZIP code after a validation without problems. */
  read(): { card: CardFields; postalCode: string } {
    const { month, year } = details.readExpiry(this.#expiry.value);
    return {
      card: {
        number: details.digitsOf(this.#number.value),
        exp_month: month ?? 0,
        exp_year: year ?? 0,
        cvc: this.#cvc.value,
      },
      postalCode: this.#postalCode.value,
    };
  }
}
