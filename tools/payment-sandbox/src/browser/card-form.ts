import * as checks from './card-checks.ts';
import { element } from './styles.ts';
import { texts, VALIDATION_MESSAGES, type ValidationCode } from './texts.ts';

interface FieldOptions {
  id: string;
  label: string;
  placeholder: string;
  autocomplete: AutoFill;
}

/** A labelled input of the card form. It formats the text, and shows a problem when the user leaves it. */
class Field {
  readonly root = document.createElement('div');
  readonly input: HTMLInputElement;
  readonly #error: HTMLParagraphElement;
  readonly #check: checks.Check;

  constructor(
    { id, label, placeholder, autocomplete }: FieldOptions,
    check: checks.Check,
    format: (text: string) => string,
  ) {
    this.#check = check;
    const attributes = { id, name: id, type: 'text', inputMode: 'numeric', required: true };
    this.input = element('input', { ...attributes, placeholder, autocomplete });
    this.input.setAttribute('aria-describedby', `${id}-error`);
    this.#error = element('p', { id: `${id}-error`, className: 'error' });
    this.#error.setAttribute('role', 'alert');
    this.root.className = id;
    this.root.append(element('label', { htmlFor: id, textContent: label }), this.input, this.#error);
    this.input.addEventListener('input', () => {
      const { value, selectionStart } = this.input;
      // A new value moves the caret to the end.
      if (selectionStart === value.length) this.input.value = format(value);
      const problem = check(this.value);
      // An incomplete text is not a problem while the user types.
      this.#show(problem?.startsWith('incomplete') ? null : problem);
    });
    this.input.addEventListener('blur', () => {
      if (this.value !== '') this.validate();
    });
  }

  get value(): string {
    return this.input.value;
  }

  /** Shows the problem of the text. Returns it, or null. */
  validate(): ValidationCode | null {
    const problem = this.#check(this.value);
    this.#show(problem);
    return problem;
  }

  #show(problem: ValidationCode | null): void {
    this.#error.textContent = problem ? VALIDATION_MESSAGES[problem] : '';
    this.input.setAttribute('aria-invalid', String(problem !== null));
  }
}

/** The card form of the Payment Element. */
export class CardForm {
  readonly root = element('form', { noValidate: true });
  readonly #number = new Field(texts.number, checks.checkNumber, checks.formatNumber);
  readonly #expiry = new Field(texts.expiry, checks.checkExpiry, checks.formatExpiry);
  readonly #cvc = new Field(texts.cvc, checks.checkCvc, checks.firstDigits(3));
  readonly #postalCode = new Field(texts.postalCode, checks.checkPostalCode, checks.firstDigits(5));
  readonly #fields = [this.#number, this.#expiry, this.#cvc, this.#postalCode];

  constructor() {
    const notice = element('p', { className: 'notice', textContent: texts.notice });
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
    const expiry = checks.readExpiry(this.#expiry.value);
    return {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': checks.digitsOf(this.#number.value),
      'payment_method_data[card][exp_month]': String(expiry?.month),
      'payment_method_data[card][exp_year]': String(expiry?.year),
      'payment_method_data[card][cvc]': this.#cvc.value,
      'payment_method_data[billing_details][address][postal_code]': this.#postalCode.value,
    };
  }
}
