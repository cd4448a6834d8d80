import { invalidRequest, type ApiError } from './error.ts';

/** Parameters as sent: a text, or a group of parameters (`metadata[jobId]=1` is the group `metadata`). */
export interface Form {
  [name: string]: string | Form;
}

const MAX_DEPTH = 5;
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** An empty form. It has no prototype, so a parameter named `__proto__` is an ordinary parameter. */
export function emptyForm(): Form {
  const form: Form = {};
  return Object.setPrototypeOf(form, null);
}

/**
 * Parses a form body or a query string in Stripe's bracket notation. A list becomes a group with positions as names.
 * @throws ApiError 400 for an invalid name, and for a name that is both a text and a group.
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    const last = path.pop() ?? '';
    const group = path.reduce((parent, part) => {
      const child = (parent[part] ??= emptyForm());
      if (typeof child === 'string') throw invalidName(name);
      return child;
    }, form);
    const key = last === '' ? String(Object.keys(group).length) : last;
    if (typeof group[key] === 'object') throw invalidName(name);
    group[key] = value;
  }
  return form;
}

function pathOf(name: string): string[] {
  const [, first, brackets] = NAME.exec(name) ?? [];
  if (first === undefined || brackets === undefined) throw invalidName(name);
  const path = [first, ...Array.from(brackets.matchAll(/\[([^[\]]*)\]/g), ([, part]) => part ?? '')];
  if (path.length > MAX_DEPTH) throw invalidName(name);
  return path;
}

function invalidName(name: string): ApiError {
  return invalidRequest(`Invalid parameter name: ${name}`, 'parameter_unknown', name);
}

/** Reads the parameters of one call by name and type, and reports errors as Stripe does. */
export class Params {
  readonly #form: Form;
  readonly #prefix: string;
  readonly #read = new Set<string>();
  readonly #groups: Params[] = [];

  constructor(form: Form, prefix = '') {
    this.#form = form;
    this.#prefix = prefix;
  }

  /** Returns a text, or undefined if it is absent. An empty text is a value: it clears a field. */
  text(name: string, maxLength = 5000): string | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.#invalid('Invalid string', name);
    if (value.length > maxLength) {
      throw this.#invalid(`Invalid string: must be at most ${maxLength} characters`, name);
    }
    return value;
  }

  requiredText(name: string): string {
    return this.text(name) || this.#missing(name);
  }

  /** Returns an integer within the bounds, or undefined if it is absent. */
  integer(name: string, { min = -Infinity, max = Infinity } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    const problem = Number.isNaN(value)
      ? `Invalid integer: ${text}`
      : value < min
        ? `This value must be greater than or equal to ${min}.`
        : value > max && `This value must be less than or equal to ${max}.`;
    if (problem) throw this.#invalid(problem, name, 'parameter_invalid_integer');
    return value;
  }

  requiredInteger(name: string, bounds?: { min?: number; max?: number }): number {
    return this.integer(name, bounds) ?? this.#missing(name);
  }

  boolean(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false']);
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

  /** Returns the parameters of a group, or undefined if it is absent. */
  group(name: string): Params | undefined {
    const value = this.#value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') throw this.#invalid('Invalid object', name);
    const group = new Params(value, this.#fullName(name));
    this.#groups.push(group);
    return group;
  }

  /** Returns the texts of a flat group, by name. An empty text represents an empty group. */
  texts(name: string): Record<string, string> | undefined {
    if (this.#form[name] === '') return this.#read.add(name) && {};
    const group = this.group(name);
    return group && Object.fromEntries(Object.keys(group.#form).map((key) => [key, group.text(key) ?? '']));
  }

  /** Returns the metadata; an entry with an empty text is one to remove. */
  metadata(): Record<string, string> | undefined {
    const metadata = this.texts('metadata');
    const entries = Object.entries(metadata ?? {});
    const fits = entries.every(([key, value]) => key.length <= 40 && value.length <= 500);
    if (fits && entries.length <= 50) return metadata;
    throw this.#invalid(
      'Metadata can have up to 50 keys, with key names up to 40 characters long and values up to 500 characters long.',
      'metadata',
    );
  }

  /** @throws ApiError 400 that names the first parameter that no method has read. */
  rejectUnknown(): void {
    const unknown = Object.keys(this.#form).find((name) => !this.#read.has(name));
    if (unknown !== undefined) {
      const name = this.#fullName(unknown);
      throw invalidRequest(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
    }
    for (const group of this.#groups) group.rejectUnknown();
  }

  #value(name: string): string | Form | undefined {
    this.#read.add(name);
    return this.#form[name];
  }

  #fullName(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}[${name}]`;
  }

  #missing(name: string): never {
    const fullName = this.#fullName(name);
    throw invalidRequest(`Missing required param: ${fullName}.`, 'parameter_missing', fullName);
  }

  #invalid(message: string, name: string, code = 'parameter_invalid'): ApiError {
    return invalidRequest(message, code, this.#fullName(name));
  }
}
