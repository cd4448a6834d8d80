import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './http/error.ts';
import type { Answer } from './http/idempotency.ts';

/** A fault to inject into calls of the API. */
export interface FaultRequest {
  /** Path without a query; `*` matches one segment, as in `/v1/payment_intents/*\/confirm`. */
  path: string;
  method?: 'GET' | 'POST';
  /** No answer until the fault is removed, a late answer, an answer with this status, or a closed connection. */
  kind: 'hang' | 'delay' | '500' | '429' | 'reset';
  /** Number of calls that fail; one by default. */
  times?: number;
  /** `before`: the call is not carried out. `after`: it is, and its answer is lost. The default is `before`. */
  when?: 'before' | 'after';
  /** For `delay`; one second by default. */
  delayMs?: number;
}

interface Fault extends Required<Omit<FaultRequest, 'method'>> {
  method: FaultRequest['method'];
  /** Ends the wait of held calls. */
  removed: AbortController;
  firstCall: PromiseWithResolvers<void>;
}

const FAILURES: Partial<Record<Fault['kind'], Answer>> = {
  '500': {
    status: 500,
    body: bodyOf('api_error', 'Something went wrong on our end (injected fault).'),
    // Stripe also stores its own failures under the idempotency key.
    stored: true,
  },
  '429': {
    status: 429,
    body: bodyOf('rate_limit_error', 'Request rate limit exceeded (injected fault).', 'rate_limit'),
    headers: { 'stripe-should-retry': 'true' },
    stored: false,
  },
};

const LONGER_THAN_ANY_CLIENT_WAITS_MS = 60 * 60 * 1000;

/** The faults to inject, in the order of their requests. */
export class FaultInjection {
  readonly #faults = new Set<Fault>();

  /** Returns a promise of the first failing call, and a function that removes the fault and releases held calls. */
  add({ method, ...request }: FaultRequest): { met: Promise<void>; remove(): void } {
    const fault: Fault = {
      times: 1,
      when: 'before',
      delayMs: 1000,
      ...request,
      method,
      removed: new AbortController(),
      firstCall: Promise.withResolvers(),
    };
    this.#faults.add(fault);
    return { met: fault.firstCall.promise, remove: () => this.#remove(fault) };
  }

  clear(): void {
    for (const fault of this.#faults) this.#remove(fault);
  }

  /** Applies the first matching fault: waits, and returns the failing answer, `reset`, or null to continue. */
  async apply(call: { method: string; url: string }, when: Fault['when']): Promise<Answer | 'reset' | null> {
    const fault = [...this.#faults].find((one) => one.when === when && one.times > 0 && matches(one, call));
    if (!fault) return null;
    fault.times -= 1;
    fault.firstCall.resolve();
    if (fault.kind === 'reset') return 'reset';
    if (fault.kind === 'hang' || fault.kind === 'delay') {
      const ms = fault.kind === 'hang' ? LONGER_THAN_ANY_CLIENT_WAITS_MS : fault.delayMs;
      await sleep(ms, undefined, { signal: fault.removed.signal }).catch(() => undefined);
    }
    return FAILURES[fault.kind] ?? null;
  }

  #remove(fault: Fault): void {
    fault.removed.abort();
    this.#faults.delete(fault);
  }
}

function matches({ path, method }: Fault, call: { method: string; url: string }): boolean {
  if (method !== undefined && method !== call.method) return false;
  const expected = path.split('/');
  const given = (call.url.split('?')[0] ?? '').split('/');
  return (
    expected.length === given.length && expected.every((part, index) => part === '*' || part === given[index])
  );
}

function bodyOf(type: 'api_error' | 'rate_limit_error', message: string, code?: string): string {
  return JSON.stringify(new ApiError(0, { type, message, ...(code && { code }) }).body);
}
