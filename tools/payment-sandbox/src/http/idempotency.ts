import { ApiError } from './error.ts';
import type { Form } from './params.ts';

/** An HTTP answer of the API. */
export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
  /** Whether the call was carried out, or failed at the provider: the same key then gives the same answer. */
  stored: boolean;
}

/** A call with an idempotency key. */
export interface KeyedCall {
  key: string;
  path: string;
  form: Form;
}

/** The answer to a call with an idempotency key, for further calls with that key. */
export interface StoredAnswer extends Pick<Answer, 'status' | 'body'> {
  path: string;
  /** The parameters of the call, sorted. */
  params: string;
}

/** The answers to calls with an idempotency key, and the keys of calls in progress. */
export class IdempotencyKeys {
  readonly #answers: Map<string, StoredAnswer>;
  readonly #inUse = new Set<string>();

  /** @param answers keeps the answers, by key. */
  constructor(answers: Map<string, StoredAnswer>) {
    this.#answers = answers;
  }

  /**
   * Carries out a call, or returns the stored answer to an earlier call with the same key.
   * @throws ApiError 400 if the key belongs to a different call, 409 while a call with the key is in progress.
   */
  async run(call: KeyedCall, carryOut: () => Promise<Answer>): Promise<Answer> {
    const earlier = this.#find(call);
    if (earlier) return { ...earlier, headers: { 'idempotent-replayed': 'true' }, stored: true };
    if (this.#inUse.has(call.key)) throw keyInUse(call.key);
    this.#inUse.add(call.key);
    try {
      const answer = await carryOut();
      this.store(call, answer);
      return answer;
    } finally {
      this.#inUse.delete(call.key);
    }
  }

  /** Stores the answer to a call, unless a further call with the same key should be carried out. */
  store({ key, path, form }: KeyedCall, { status, body, stored }: Answer): void {
    if (stored) this.#answers.set(key, { path, params: canonical(form), status, body });
  }

  #find({ key, path, form }: KeyedCall): StoredAnswer | undefined {
    const answer = this.#answers.get(key);
    if (!answer || (answer.path === path && answer.params === canonical(form))) return answer;
    const use =
      answer.path === path
        ? 'with the same parameters they were first used with'
        : `for the same endpoint they were first used for ('${answer.path}' vs '${path}')`;
    const message =
      `Keys for idempotent requests can only be used ${use}. ` +
      `Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new ApiError(400, { type: 'idempotency_error', message });
  }
}

/** Returns the same text for the same parameters in any order. */
function canonical(form: Form): string {
  return JSON.stringify([...form].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function keyInUse(key: string): ApiError {
  return new ApiError(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
      `twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}
