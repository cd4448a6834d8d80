import { invalidRequest, type ApiError } from './error.ts';

/** Parameters as sent, by their full names in Stripe's bracket notation, such as `metadata[jobId]`. */
export type Form = ReadonlyMap<string, string>;

/** Parses a form body or a query string. */
export function parseForm(text: string): Form {
  return new Map(new URLSearchParams(text));
}

/** Reads the parameters of one call by full name and type, and reports errors as Stripe does. */
export class Params {
  readonly #form: Form;
  readonly #read = new Set<string>();

  constructor(form: Form) {
    this.#form = form;
  }

  /** Returns a text, or undefined if it is absent. An empty text is a value: it clears a field. */
  text(name: string, maxLength = 5000): string | undefined {
    this.#read.add(name);
    const value = this.#form.get(name);
    if (value === undefined || value.length <= maxLength) return value;
    throw invalid(`Invalid string: must be at most ${maxLength} characters`, name);
  }

  requiredText(name: string): string {
    return this.text(name) || missing(name);
  }

  /** Returns an integer within the bounds, or undefined if it is absent. */
  integer(name: string, { min = -Infinity, max = Infinity } = {}): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^-?\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const bound = value < min ? `greater than or equal to ${min}` : `less than or equal to ${max}`;
    const problem = Number.isNaN(value) ? `Invalid integer: ${text}` : `This value must be ${bound}.`;
    throw invalid(problem, name, 'parameter_invalid_integer');
  }

  requiredInteger(name: string, bounds?: { min?: number; max?: number }): number {
    return this.integer(name, bounds) ?? missing(name);
  }

  boolean(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    const choice = choices.find((one) => one === value);
    if (value === choice) return choice;
    throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, name);
  }

  /** Returns the texts of a list or a group, by the names in brackets. */
  group(name: string): Record<string, string> {
    const given = [...this.#form.keys()].filter((one) => one.startsWith(name));
    const inner = given.filter((one) => /^\[[^[\]]+\]$/.test(one.slice(name.length)));
    return Object.fromEntries(inner.map((one) => [one.slice(name.length + 1, -1), this.text(one) ?? '']));
  }

  /** Returns the metadata; an entry with an empty text is one to remove. */
  metadata(): Record<string, string> {
    const metadata = this.group('metadata');
    const entries = Object.entries(metadata);
    const fits = entries.every(([key, value]) => key.length <= 40 && value.length <= 500);
    if (fits && entries.length <= 50) return metadata;
    throw invalid(
      'Metadata can have up to 50 keys, with key names up to 40 characters long and values up to 500 characters long.',
      'metadata',
    );
  }

  /** @throws ApiError 400 that names the first parameter that no method has read. */
  rejectUnknown(): void {
    const unknown = [...this.#form.keys()].find((name) => !this.#read.has(name));
    if (unknown === undefined) return;
    throw invalidRequest(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
  }
}

/** @throws ApiError 400 */
export function missing(name: string): never {
  throw invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
}

function invalid(message: string, name: string, code = 'parameter_invalid'): ApiError {
  return invalidRequest(message, code, name);
}
