import { setTimeout as sleep } from 'node:timers/promises';

/** A fault to inject into calls of the API. */
export interface FaultRequest {
  /** Path without a query; `*` matches one segment, as in `/v1/payment_intents/*\/confirm`. */
  path: string;
  method?: 'GET' | 'POST';
  /** No response until the fault is removed, a response with this status, or a closed connection. */
  kind: 'hang' | '500' | 'reset';
  /** Number of calls that fail; one by default. */
  times?: number;
  /** `before`: the call is not executed. `after`: it is, and its response is lost. The default is `before`. */
  when?: 'before' | 'after';
}

interface Fault extends FaultRequest {
  times: number;
  /** Ends the wait of held calls. */
  removed: AbortController;
  firstCall: PromiseWithResolvers<void>;
}

const LONGER_THAN_ANY_CLIENT_WAITS_MS = 60 * 60 * 1000;

/** The faults to inject, in the order of their requests. */
export class FaultInjection {
  readonly #faults = new Set<Fault>();

  /** Returns a promise of the first failing call, and a function that removes the fault and releases held calls. */
  add(request: FaultRequest): { met: Promise<void>; remove(): void } {
    const removed = new AbortController();
    const fault = { times: 1, ...request, removed, firstCall: Promise.withResolvers<void>() };
    this.#faults.add(fault);
    return { met: fault.firstCall.promise, remove: () => this.#remove(fault) };
  }

  clear(): void {
    for (const fault of this.#faults) this.#remove(fault);
  }

  /** Applies the first matching fault. Resolves after the wait of `hang` with its kind, or with null if none matches. */
  async apply(
    call: { method: string; url: string },
    when: FaultRequest['when'],
  ): Promise<FaultRequest['kind'] | null> {
    const fault = [...this.#faults].find(
      (one) => (one.when ?? 'before') === when && one.times > 0 && matches(one, call),
    );
    if (!fault) return null;
    fault.times -= 1;
    fault.firstCall.resolve();
    const { signal } = fault.removed;
    if (fault.kind === 'hang')
      await sleep(LONGER_THAN_ANY_CLIENT_WAITS_MS, undefined, { signal }).catch(() => undefined);
    return fault.kind;
  }

  #remove(fault: Fault): void {
    fault.removed.abort();
    this.#faults.delete(fault);
  }
}

function matches({ path, method }: FaultRequest, call: { method: string; url: string }): boolean {
  if (method !== undefined && method !== call.method) return false;
  const expected = path.split('/');
  const given = (call.url.split('?')[0] ?? '').split('/');
  return (
    expected.length === given.length && expected.every((part, index) => part === '*' || part === given[index])
  );
}
