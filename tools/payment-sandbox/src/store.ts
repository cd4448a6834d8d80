import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type Stripe from 'stripe';
import type { SentEvent } from './event.ts';
import { IdempotencyKeys, type StoredAnswer } from './http/idempotency.ts';

/** Version of the state file. Files of earlier versions are replaced: they hold test payments only. */
const VERSION = 2;

/** The content of the state file. */
interface State {
  version: typeof VERSION;
  paymentIntents: Stripe.PaymentIntent[];
  paymentMethods: Stripe.PaymentMethod[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  events: SentEvent[];
  answers: StoredAnswer[];
}

// Delivered events have no use but inspection: the file holds this many of them.
const SAVED_EVENTS = 1000;

// Limits the memory per kind of object; the oldest objects are removed first.
const MAX_OBJECTS = 20_000;

/** The objects of the sandbox in the API's own form, in memory and optionally in a file. */
export class Store {
  readonly paymentIntents = new Map<string, Stripe.PaymentIntent>();
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events = new Map<string, SentEvent>();
  readonly keys = new IdempotencyKeys();
  readonly #file: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  private constructor(file: string | undefined) {
    this.#file = file;
  }

  /**
   * Opens the store with the content of the file, or empty if the file does not exist.
   * @throws Error that names the file if it is not a state file.
   */
  static async open(file: string | undefined): Promise<Store> {
    const store = new Store(file);
    if (file === undefined || !existsSync(file)) return store;
    try {
      store.#restore(parseState(await readFile(file, 'utf8')));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `The payment sandbox cannot read its state from ${file}: ${reason}. Remove the file to start again.`;
      throw new Error(message, { cause });
    }
    return store;
  }

  /** Resolves when the state at the time of the call is in the file. Calls during a write share the next one. */
  save(): Promise<void> {
    for (const objects of this.#objects()) removeOldest(objects);
    const file = this.#file;
    if (file === undefined) return Promise.resolve();
    this.#queued ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#queued = null;
        this.#writing = this.#write(file);
        return this.#writing;
      });
    return this.#queued;
  }

  #objects(): Map<string, unknown>[] {
    return [this.paymentIntents, this.paymentMethods, this.charges, this.refunds, this.disputes, this.events];
  }

  async #write(file: string): Promise<void> {
    const events = [...this.events.values()];
    const recent = new Set(events.slice(-SAVED_EVENTS));
    const state: State = {
      version: VERSION,
      paymentIntents: [...this.paymentIntents.values()],
      paymentMethods: [...this.paymentMethods.values()],
      charges: [...this.charges.values()],
      refunds: [...this.refunds.values()],
      disputes: [...this.disputes.values()],
      events: events.filter((sent) => sent.delivery === 'pending' || recent.has(sent)),
      answers: this.keys.all(),
    };
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  #restore(state: State | null): void {
    if (!state) return;
    for (const intent of state.paymentIntents) this.paymentIntents.set(intent.id, intent);
    for (const method of state.paymentMethods) this.paymentMethods.set(method.id, method);
    for (const charge of state.charges) this.charges.set(charge.id, charge);
    for (const refund of state.refunds) this.refunds.set(refund.id, refund);
    for (const dispute of state.disputes) this.disputes.set(dispute.id, dispute);
    for (const sent of state.events) this.events.set(sent.event.id, sent);
    for (const answer of state.answers) this.keys.restore(answer);
  }
}

/** Returns the state, or null for a file of an earlier version. */
function parseState(text: string): State | null {
  const value: unknown = JSON.parse(text);
  if (isState(value)) return value;
  if (typeof value === 'object' && value !== null && 'version' in value && value.version === 1) return null;
  throw new Error('it holds no state of the sandbox');
}

// Only the sandbox writes the file, and always completely, so its version identifies its content.
function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION;
}

function removeOldest(objects: Map<string, unknown>): void {
  // A map iterates in insertion order.
  for (const id of objects.keys()) {
    if (objects.size <= MAX_OBJECTS) return;
    objects.delete(id);
  }
}
