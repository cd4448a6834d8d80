import { digitsOf } from './card-details.ts';
import { VALIDATION_MESSAGES, type ValidationCode } from './texts.ts';

export interface FieldOptions {
  id: string;
  label: string;
  placeholder: string;
  autocomplete: AutoFill;
  wide: boolean;
  format: (text: string, deleting: boolean) => string;
  check: (text: string) => ValidationCode | null;
}

/** A labelled input of the card form. It formats the text, and shows a problem when the user leaves it. */
export class Field {
  readonly root = document.createElement('div');
  readonly input = document.createElement('input');
  readonly #error = document.createElement('p');
  readonly #options: FieldOptions;

  constructor(options: FieldOptions) {
    const { id, label, placeholder, autocomplete, wide } = options;
    this.#options = options;
    Object.assign(this.input, {
      id,
      name: id,
      type: 'text',
      inputMode: 'numeric',
      placeholder,
      autocomplete,
    });
    this.input.required = true;
    this.input.setAttribute('aria-describedby', `${id}-error`);
    Object.assign(this.#error, { id: `${id}-error`, className: 'error' });
    this.#error.setAttribute('role', 'alert');
    const caption = document.createElement('label');
    caption.htmlFor = id;
    caption.textContent = label;
    if (wide) this.root.className = 'wide';
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
    const problem = this.#options.check(this.value);
    this.#show(problem);
    return problem;
  }

  #typed(event: Event): void {
    const deleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    this.#reformat(deleting);
    const problem = this.#options.check(this.value);
    // An incomplete text is not a problem while the user types.
    this.#show(problem?.startsWith('incomplete') ? null : problem);
  }

  /** Formats the text and keeps the caret after the same digit. */
  #reformat(deleting: boolean): void {
    const { value, selectionStart } = this.input;
    const formatted = this.#options.format(value, deleting);
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
