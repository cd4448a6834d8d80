import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../ids.ts';
import { isMeant, type Fault } from './fault.ts';

/** A fault that waits for calls, or holds some. */
export interface ActiveFault extends Fault {
  id: string;
  /** How many calls it has met. */
  met: number;
  /** How many calls it holds now. */
  held: number;
}

interface Entry {
  fault: ActiveFault;
  /** Ends the wait of the calls that it holds. */
  taken: AbortController;
  firstMet: PromiseWithResolvers<void>;
}

// Faults that nobody takes back are forgotten beyond this many.
const MAX_FAULTS = 100;

/** The faults that are to happen, in the order in which they were asked for. */
export class FaultBook {
  readonly #entries = new Map<string, Entry>();

  /** The id of the fault, and a promise of its first call. */
  add(asked: Fault): { id: string; met: Promise<void> } {
    const fault = { ...asked, id: newId('fault'), met: 0, held: 0 };
    const entry = { fault, taken: new AbortController(), firstMet: Promise.withResolvers<void>() };
    this.#entries.set(fault.id, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_FAULTS && oldest !== undefined) this.remove(oldest);
    return { id: fault.id, met: entry.firstMet.promise };
  }

  list(): ActiveFault[] {
    return [...this.#entries.values()].map(({ fault }) => fault);
  }

  /** Takes a fault back; the calls that it holds go on. */
  remove(id: string): void {
    this.#entries.get(id)?.taken.abort();
    this.#entries.delete(id);
  }

  clear(): void {
    for (const id of this.#entries.keys()) this.remove(id);
  }

  /** The fault that is meant for this call at this point of it, after the time that it takes; null when there is none. */
  async meet(call: { method: string; url: string }, when: Fault['when']): Promise<Fault | null> {
    const entry = [...this.#entries.values()].find(
      ({ fault }) => fault.when === when && fault.met < fault.times && isMeant(fault, call),
    );
    if (!entry) return null;
    const { fault, taken, firstMet } = entry;
    fault.met += 1;
    firstMet.resolve();
    if (fault.kind === 'hang' || fault.kind === 'delay') await this.#hold(fault, taken.signal);
    if (fault.met === fault.times && fault.held === 0) this.#entries.delete(fault.id);
    return fault;
  }

  async #hold(fault: ActiveFault, signal: AbortSignal): Promise<void> {
    fault.held += 1;
    const ms = fault.kind === 'hang' ? LONGER_THAN_ANYBODY_WAITS_MS : fault.delayMs;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    fault.held -= 1;
  }
}

const LONGER_THAN_ANYBODY_WAITS_MS = 60 * 60 * 1000;
