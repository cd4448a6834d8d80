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
  requestId: string;
  now: Date;
}

/** The answer to a call with an idempotency key, for further calls with that key. */
export interface StoredAnswer {
  key: string;
  path: string;
  /** The parameters of the call, sorted. */
  params: string;
  status: number;
  body: string;
  requestId: string;
  /** Milliseconds since 1970. */
  created: number;
}

// Stripe removes keys when they are at least a day old.
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;
// Limits the memory; the oldest answers are removed first.
const MAX_ANSWERS = 20_000;

/** The answers to calls with an idempotency key, and the keys of calls in progress. */
export class IdempotencyKeys {
  readonly #answers = new Map<string, StoredAnswer>();
  readonly #inUse = new Set<string>();

  /**
   * Carries out a call, or returns the stored answer to an earlier call with the same key.
   * @throws ApiError 400 if the key belongs to a different call, 409 while a call with the key is in progress.
   */
  async run(call: KeyedCall, carryOut: () => Promise<Answer>): Promise<Answer> {
    const earlier = this.#find(call);
    if (earlier) {
      const headers = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId };
      return { status: earlier.status, body: earlier.body, headers, stored: true };
    }
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
  store({ key, path, form, requestId, now }: KeyedCall, { status, body, stored }: Answer): void {
    if (!stored) return;
    this.restore({ key, path, params: canonical(form), status, body, requestId, created: now.getTime() });
  }

  restore(answer: StoredAnswer): void {
    this.#answers.set(answer.key, answer);
  }

  all(): StoredAnswer[] {
    return [...this.#answers.values()];
  }

  #find({ key, path, form, now }: KeyedCall): StoredAnswer | undefined {
    if (key.length > MAX_KEY_LENGTH) {
      throw idempotencyError(`Idempotency keys may be up to ${MAX_KEY_LENGTH} characters long.`);
    }
    this.#removeOld(now);
    const answer = this.#answers.get(key);
    const hint = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (answer && answer.path !== path) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ` +
          `('${answer.path}' vs '${path}'). ${hint}`,
      );
    }
    if (answer && answer.params !== canonical(form)) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${hint}`,
      );
    }
    return answer;
  }

  #removeOld(now: Date): void {
    // A map iterates in insertion order, so the first recent answer ends the loop.
    for (const answer of this.#answers.values()) {
      if (now.getTime() - answer.created < KEPT_FOR_MS && this.#answers.size <= MAX_ANSWERS) return;
      this.#answers.delete(answer.key);
    }
  }
}

/** Returns the same text for the same parameters in any order. */
function canonical(form: Form): string {
  return JSON.stringify(sorted(form));
}

function sorted(form: Form): unknown {
  return Object.entries(form)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, typeof value === 'string' ? value : sorted(value)]);
}

function idempotencyError(message: string): ApiError {
  return new ApiError(400, { type: 'idempotency_error', message });
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
