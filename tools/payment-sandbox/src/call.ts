import type Stripe from 'stripe';

type Details = Stripe.PaymentIntent.LastPaymentError | RequestError;

interface RequestError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string | undefined;
  /** The parameter at fault. */
  param?: string | undefined;
}

/** A failed call: HTTP status, the fields of Stripe's `error` object, and the payment intent in question. */
export class ApiError extends Error {
  readonly status: number;
  /** The body of the response. */
  readonly body: object;

  constructor(status: number, details: Details, intent?: Stripe.PaymentIntent) {
    super(details.message);
    this.status = status;
    this.body = { error: { ...details, ...(intent && { payment_intent: intent }) } };
  }
}

/** A 400 for an invalid request; `param` names the parameter at fault. */
export function invalidRequest(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, code, param });
}

/** A 400 for a call that the current state of the payment intent does not allow. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): ApiError {
  const code = 'payment_intent_unexpected_state';
  return new ApiError(400, { type: 'invalid_request_error', code, message }, intent);
}

/** Returns an object by its id. @throws ApiError 404 for an unknown id. */
export function find<Item>(objects: ReadonlyMap<string, Item>, id: string, object: string): Item {
  const item = objects.get(id);
  if (item !== undefined) return item;
  const message = `No such ${object}: '${id}'`;
  throw new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message });
}

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

  /** Returns a text, or undefined if it is absent. */
  text(name: string): string | undefined {
    this.#read.add(name);
    return this.#form.get(name);
  }

  requiredText(name: string): string {
    return this.text(name) || missing(name);
  }

  /** Returns a positive integer, or undefined if it is absent. */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined || /^[1-9]\d{0,14}$/.test(text)) return text === undefined ? text : Number(text);
    throw invalidRequest(`Invalid positive integer: ${text}`, 'parameter_invalid_integer', name);
  }

  requiredInteger(name: string): number {
    return this.integer(name) ?? missing(name);
  }

  /** Returns one of the choices. @throws ApiError 400 for another text, and for none. */
  requiredChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.requiredText(name);
    const choice = choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, 'parameter_invalid', name);
  }

  /** Returns the texts of a list or a group, by the names in brackets. */
  group(name: string): Record<string, string> {
    const given = [...this.#form.keys()].filter((one) => one.startsWith(name));
    const inner = given.filter((one) => /^\[[^[\]]+\]$/.test(one.slice(name.length)));
    return Object.fromEntries(inner.map((one) => [one.slice(name.length + 1, -1), this.text(one) ?? '']));
  }

  /** @throws ApiError 400 that names the first parameter that no method has read. */
  rejectUnknown(): void {
    const unknown = [...this.#form.keys()].find((name) => !this.#read.has(name));
    if (unknown === undefined) return;
    throw invalidRequest(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
  }
}

/** @throws ApiError 400 */
function missing(name: string): never {
  throw invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
}
