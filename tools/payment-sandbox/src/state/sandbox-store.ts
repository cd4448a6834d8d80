import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chargeOf, type Charge } from '../charges/charge.ts';
import type { Dispute } from '../disputes/dispute.ts';
import { AnswerBook } from '../http/idempotency.ts';
import type { PaymentIntent } from '../payment-intents/payment-intent.ts';
import type { Refund } from '../refunds/refund.ts';
import type { SentEvent } from '../webhooks/payment-event.ts';
import { parseState, type SandboxState } from './sandbox-state.ts';

// Events that need no more attention are kept in the file for looking at, up to this many.
const KEPT_EVENTS = 1000;

// So many objects of each kind are remembered; the oldest are forgotten first.
const REMEMBERED = 20_000;

/** What the sandbox knows, in memory and, where a file is given, in that file. */
export class SandboxStore {
  readonly paymentIntents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly events = new Map<string, SentEvent>();
  readonly answers = new AnswerBook();
  readonly #file: string | null;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  private constructor(file: string | null) {
    this.#file = file;
  }

  /**
   * Opens the store with what the file holds; a file that does not exist yet is an empty store.
   * @throws Error that names the file when it cannot be read.
   */
  static async open(file: string | undefined): Promise<SandboxStore> {
    const store = new SandboxStore(file ?? null);
    if (file === undefined || !existsSync(file)) return store;
    try {
      store.#restore(parseState(await readFile(file, 'utf8')));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `The payment sandbox cannot read its state from ${file}: ${reason}. Remove the file to begin anew.`,
        { cause },
      );
    }
    return store;
  }

  /** Resolves once everything that is true at the time of the call is in the file. Calls meanwhile share one write. */
  save(): Promise<void> {
    for (const kind of [this.paymentIntents, this.charges, this.refunds, this.disputes, this.events]) {
      forgetOldest(kind);
    }
    const file = this.#file;
    if (file === null) return Promise.resolve();
    this.#queued ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#queued = null;
        this.#writing = this.#write(file);
        return this.#writing;
      });
    return this.#queued;
  }

  async #write(file: string): Promise<void> {
    const text = JSON.stringify(this.#snapshot());
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  #snapshot(): SandboxState {
    return {
      version: 1,
      paymentIntents: [...this.paymentIntents.values()],
      answers: this.answers.all(),
      events: this.#eventsWorthKeeping(),
      charges: [...this.charges.values()],
      refunds: [...this.refunds.values()],
      disputes: [...this.disputes.values()],
    };
  }

  #eventsWorthKeeping(): SentEvent[] {
    const events = [...this.events.values()];
    const recent = new Set(events.slice(-KEPT_EVENTS));
    return events.filter((sent) => sent.delivery === 'pending' || recent.has(sent));
  }

  #restore({ charges, refunds = [], disputes = [], ...state }: SandboxState): void {
    for (const intent of state.paymentIntents) this.paymentIntents.set(intent.id, intent);
    for (const sent of state.events) this.events.set(sent.event.id, sent);
    for (const answer of state.answers) this.answers.keep(answer);
    for (const charge of charges ?? chargesOf(state.paymentIntents)) this.charges.set(charge.id, charge);
    for (const refund of refunds) this.refunds.set(refund.id, refund);
    for (const dispute of disputes) this.disputes.set(dispute.id, dispute);
  }
}

function chargesOf(intents: readonly PaymentIntent[]): Charge[] {
  return intents.flatMap((intent) =>
    intent.latestCharge === null ? [] : [chargeOf(intent, intent.latestCharge, intent.created)],
  );
}

function forgetOldest(kind: Map<string, unknown>): void {
  // A map iterates in the order of insertion.
  for (const id of kind.keys()) {
    if (kind.size <= REMEMBERED) return;
    kind.delete(id);
  }
}
