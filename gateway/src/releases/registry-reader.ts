import { messageOf } from '@dps/release-store/refusal';
import { REGISTRY_FILE, type ReleaseStore } from '@dps/release-store/release-store';
import { isSigned, parseRegistry, type Registry } from '@dps/shared-contracts';
import { texts } from '../texts.ts';

/** The last valid registry, or the reason why there is none yet. */
export type RegistryReading = { registry: Registry } | { problem: string };

export interface RegistryReaderOptions {
  store: Pick<ReleaseStore, 'address' | 'readFile'>;
  /** Ed25519 public keys in base64 SPKI form. One of them must have signed the registry. */
  publicKeys: readonly string[];
  /** Age in milliseconds after which the next request reads the store again. */
  maxAgeMs: number;
  /** Milliseconds that a request waits for a slow store if there is a valid registry. */
  waitMs: number;
  /** Receives a line for each new problem. */
  log: (line: string) => void;
}

/** Resolves when the work ends or the timeout passes. */
function settledWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Reads the registry of a store. Keeps the last valid registry while the store is unavailable or damaged. */
export class RegistryReader {
  readonly #options: RegistryReaderOptions;
  #reading: RegistryReading = { problem: texts.registryProblem.unread };
  #problem: string | undefined;
  /** The last text that was verified. */
  #text: string | undefined;
  #readAt = -Infinity;
  #reload: { done: Promise<void>; soon: Promise<void> } | undefined;

  constructor(options: RegistryReaderOptions) {
    this.#options = options;
  }

  /** Returns the current registry. Reads the store first if the last reading is too old. */
  async read(): Promise<RegistryReading> {
    if (this.#reload === undefined && performance.now() - this.#readAt >= this.#options.maxAgeMs) {
      const done = this.#load().finally(() => {
        this.#reload = undefined;
      });
      this.#reload = {
        done,
        soon: settledWithin(done, this.#options.waitMs),
      };
    }
    await ('registry' in this.#reading ? this.#reload?.soon : this.#reload?.done);
    return this.#reading;
  }

  async #load(): Promise<void> {
    try {
      await this.#use(await this.#readText());
    } finally {
      this.#readAt = performance.now();
    }
  }

  /** Reads the registry file, which folders and buckets both have. */
  async #readText(): Promise<{ text: string | undefined } | { cause: string }> {
    try {
      return { text: (await this.#options.store.readFile(REGISTRY_FILE))?.toString() };
    } catch (error) {
      return { cause: messageOf(error) };
    }
  }

  async #use(found: { text: string | undefined } | { cause: string }): Promise<void> {
    if ('cause' in found) return this.#report(texts.registryProblem.unavailable, found.cause);
    const isUnchanged = found.text !== undefined && found.text === this.#text;
    if (isUnchanged && this.#problem === undefined) return;
    this.#text = found.text;
    try {
      this.#reading = { registry: await this.#check(found.text) };
      this.#problem = undefined;
    } catch (error) {
      this.#report(messageOf(error));
    }
  }

  async #check(text: string | undefined): Promise<Registry> {
    if (text === undefined) throw new Error(texts.registryProblem.missing);
    const registry = parseRegistry(text);
    if (await isSigned(registry, this.#options.publicKeys)) return registry;
    throw new Error(registry.signature ? texts.registryProblem.untrusted : texts.registryProblem.unsigned);
  }

  /** The page shows the problem. Only the log has its cause, which may contain internal network addresses. */
  #report(problem: string, cause?: string): void {
    if (!('registry' in this.#reading)) this.#reading = { problem };
    if (problem === this.#problem) return;
    this.#problem = problem;
    const file = `${this.#options.store.address.replace(/\/$/, '')}/${REGISTRY_FILE}`;
    const kept =
      'registry' in this.#reading ? `; revision ${this.#reading.registry.revision} stays in use` : '';
    const why = cause === undefined ? '' : ` (${cause})`;
    this.#options.log(`${file} cannot be used: ${problem}${why}${kept}`);
  }
}
