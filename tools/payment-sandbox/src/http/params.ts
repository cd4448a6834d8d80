import { emptyForm, type Form } from './form.ts';
import { invalidRequest } from './api-error.ts';

const TRUE_AND_FALSE = ['true', 'false'] as const;

/**
 * Reads the parameters of one call by name and type, with Stripe's errors. Whatever was not read when `rejectUnknown`
 * is called was sent in error.
 */
export class Params {
  readonly #form: Form;
  readonly #prefix: string;
  readonly #known = new Set<string>();
  readonly #groups: Params[] = [];

  constructor(form: Form, prefix = '') {
    this.#form = form;
    this.#prefix = prefix;
  }

  /** The text sent, or undefined. An empty text is a value: it clears a field. */
  text(name: string, maxLength = 5000): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.#invalid('Invalid string', name, 'parameter_invalid_string');
    if (value.length > maxLength) {
      throw this.#invalid(`Invalid string: must be at most ${maxLength} characters`, name);
    }
    return value;
  }

  /** A text that must be there and not be empty. */
  requiredText(name: string): string {
    return this.text(name) || this.#missing(name);
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(value)) {
      throw this.#invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
    }
    return Number(value);
  }

  requiredInteger(name: string): number {
    return this.integer(name) ?? this.#missing(name);
  }

  boolean(name: string): boolean | undefined {
    const value = this.oneOf(name, TRUE_AND_FALSE);
    return value === undefined ? undefined : value === 'true';
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const choice = choices.find((one) => one === value);
    if (choice === undefined)
      throw this.#invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, name);
    return choice;
  }

  /** The group of parameters under a name, to be read with the same methods; undefined if none was sent. */
  group(name: string): Params | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') throw this.#invalid('Invalid object', name, 'parameter_invalid_object');
    const group = new Params(value, this.#fullName(name));
    this.#groups.push(group);
    return group;
  }

  /** All texts of a flat group (metadata, or the items of a list), by name. An empty text stands for an empty group. */
  texts(name: string): Record<string, string> | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    const group = new Params(value === '' ? emptyForm() : this.#groupForm(value, name), this.#fullName(name));
    return Object.fromEntries(Object.keys(group.#form).map((key) => [key, group.text(key) ?? '']));
  }

  /** @throws ApiError (400) that names the first parameter nobody asked for. */
  rejectUnknown(): void {
    const unknown = Object.keys(this.#form).find((name) => !this.#known.has(name));
    if (unknown !== undefined) {
      const name = this.#fullName(unknown);
      throw invalidRequest(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
    }
    for (const group of this.#groups) group.rejectUnknown();
  }

  #value(name: string): string | Form | undefined {
    this.#known.add(name);
    return this.#form[name];
  }

  #groupForm(value: string | Form, name: string): Form {
    if (typeof value === 'string') throw this.#invalid('Invalid object', name, 'parameter_invalid_object');
    return value;
  }

  #fullName(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}[${name}]`;
  }

  #missing(name: string): never {
    const fullName = this.#fullName(name);
    throw invalidRequest(`Missing required param: ${fullName}.`, 'parameter_missing', fullName);
  }

  #invalid(message: string, name: string, code = 'parameter_invalid') {
    return invalidRequest(message, code, this.#fullName(name));
  }
}
