import { digitsOf, type Check } from './card-details.ts';
import { VALIDATION_MESSAGES, type ValidationCode } from './texts.ts';

type Format = (text: string, deleting: boolean) => string;

interface FieldOptions {
  id: string;
  label: string;
  placeholder: string;
  autocomplete: AutoFill;
}

/** A labelled input of the card form. It formats the text, and shows a problem when the user leaves it. */
export class Field {
  readonly root = document.createElement('div');
  readonly input = document.createElement('input');
  readonly #error = document.createElement('p');
  readonly #format: Format;
  readonly #check: Check;

  constructor({ id, label, placeholder, autocomplete }: FieldOptions, format: Format, check: Check) {
    this.#format = format;
    this.#check = check;
    const attributes = { id, name: id, type: 'text', inputMode: 'numeric', placeholder, autocomplete };
    Object.assign(this.input, { ...attributes, required: true });
    this.input.setAttribute('aria-describedby', `${id}-error`);
    Object.assign(this.#error, { id: `${id}-error`, className: 'error' });
    this.#error.setAttribute('role', 'alert');
    const caption = Object.assign(document.createElement('label'), { htmlFor: id, textContent: label });
    this.root.className = id;
    this.root.append(caption, this.input, this.#error);
    this.input.addEventListener('input', (event) => this.#typed(event));
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

  #typed(event: Event): void {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    this.#reformat(deleting);
    const problem = this.#check(this.value);
    // An incomplete text is not a problem while the user types.
    this.#show(problem?.startsWith('incomplete') ? null : problem);
  }

  /** Formats the text and keeps the caret after the same digit. */
  #reformat(deleting: boolean): void {
    const { value, selectionStart } = this.input;
    const formatted = this.#format(value, deleting);
    if (formatted === value) return;
    const atEnd = selectionStart === null || selectionStart >= value.length;
    const digitsBefore = digitsOf(value.slice(0, selectionStart ?? 0)).length;
    this.input.value = formatted;
    if (atEnd) return;
    const caret = [...formatted.matchAll(/\d/g)][digitsBefore]?.index ?? formatted.length;
    this.input.setSelectionRange(caret, caret);
  }

  #show(problem: ValidationCode | null): void {
    this.#error.textContent = problem ? VALIDATION_MESSAGES[problem] : '';
    this.input.setAttribute('aria-invalid', String(problem !== null));
  }
}
