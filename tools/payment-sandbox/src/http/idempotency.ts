import { ApiError } from './api-error.ts';
import type { Form } from './form.ts';

/** An answer that is given again when the same call comes again. */
export interface StoredAnswer {
  key: string;
  path: string;
  /** The parameters of the call, in an order of their own. */
  params: string;
  status: number;
  body: string;
  requestId: string;
  /** Milliseconds since 1970. */
  created: number;
}

// Stripe forgets keys when they are at least a day old.
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;
// More answers than this are not kept; the oldest are forgotten first.
const MAX_ANSWERS = 20_000;

/** The answers given to calls with an idempotency key. */
export class AnswerBook {
  readonly #answers = new Map<string, StoredAnswer>();

  /**
   * The answer to an earlier call with this key, or null if this is the first one.
   * @throws ApiError (400) when the key was used for another call.
   */
  find(key: string, path: string, form: Form, now: Date): StoredAnswer | null {
    if (key.length > MAX_KEY_LENGTH) {
      throw idempotencyError(`Idempotency keys may be up to ${MAX_KEY_LENGTH} characters long.`);
    }
    this.#forgetOld(now);
    const answer = this.#answers.get(key);
    if (!answer) return null;
    const hint = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (answer.path !== path) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ` +
          `('${answer.path}' vs '${path}'). ${hint}`,
      );
    }
    if (answer.params !== canonicalParams(form)) {
      throw idempotencyError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${hint}`,
      );
    }
    return answer;
  }

  keep(answer: StoredAnswer): void {
    this.#answers.set(answer.key, answer);
  }

  all(): StoredAnswer[] {
    return [...this.#answers.values()];
  }

  #forgetOld(now: Date): void {
    // A map iterates in the order of insertion, so the first young answer ends the search.
    for (const answer of this.#answers.values()) {
      if (now.getTime() - answer.created < KEPT_FOR_MS && this.#answers.size <= MAX_ANSWERS) return;
      this.#answers.delete(answer.key);
    }
  }
}

/** The same text for the same parameters, whatever their order. */
export function canonicalParams(form: Form): string {
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
