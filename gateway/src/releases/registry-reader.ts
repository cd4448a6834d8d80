import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '@dps/release-store/refusal';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { findRegistry, type FoundRegistry } from '@dps/release-store/revisions';
import { isSigned, parseRegistry, type Registry } from '@dps/contract';
import { texts } from '../texts.ts';

/** The last valid registry, or undefined if there is none yet. */
export type RegistryReading = Registry | undefined;

export interface RegistryReaderOptions {
  store: Pick<ReleaseStore, 'address' | 'readFile' | 'listFiles'>;
  /** Ed25519 public keys in base64 SPKI form. One of them must have signed the registry. */
  publicKeys: readonly string[];
  /** Absolute path of this process's copy of the last valid registry, which survives a restart. Its folder is created. */
  copy: string;
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

/**
 * Reads the registry of a store: the highest revision with a valid signature. Keeps it while the store is unavailable or
 * damaged, also after a restart, and accepts no lower revision afterwards.
 */
export class RegistryReader {
  readonly #options: RegistryReaderOptions;
  #registry: Registry | undefined;
  #problem: string | undefined = texts.registryProblem.unread;
  #reload: { done: Promise<void>; soon: Promise<void> } | undefined;
  #readAt = -Infinity;
  #isOpen = false;

  constructor(options: RegistryReaderOptions) {
    this.#options = options;
  }

  /** The revision in use, or 0 without a valid registry. Reads nothing. */
  get revision(): number {
    return this.#registry?.revision ?? 0;
  }

  /** The problem of the last reading, without internal network addresses. Undefined without one. Reads nothing. */
  get problem(): string | undefined {
    return this.#problem;
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
    await (this.#registry ? this.#reload?.soon : this.#reload?.done);
    return this.#registry;
  }

  async #load(): Promise<void> {
    try {
      if (!this.#isOpen) await this.#readCopy();
      this.#isOpen = true;
      await this.#use(
        await findRegistry(this.#options.store, (registry) => this.#verify(registry), this.revision),
      );
    } catch (error) {
      this.#report(texts.registryProblem.unavailable, messageOf(error));
    } finally {
      this.#readAt = performance.now();
    }
  }

  async #use({ registry, highest, problem }: FoundRegistry): Promise<void> {
    if (registry && registry.revision > this.revision) {
      this.#registry = registry;
      await this.#writeCopy(registry);
    }
    if (problem !== undefined) this.#report(problem);
    else if (highest === 0) this.#report(texts.registryProblem.missing);
    else if (highest < this.revision) this.#report(texts.registryProblem.older(highest));
    else this.#problem = undefined;
  }

  async #verify(registry: Registry): Promise<void> {
    if (await isSigned(registry, this.#options.publicKeys)) return;
    throw new Error(registry.signature ? texts.registryProblem.untrusted : texts.registryProblem.unsigned);
  }

  /** Reads the copy of an earlier process. Any other file counts as none. */
  async #readCopy(): Promise<void> {
    try {
      const registry = parseRegistry(await readFile(this.#options.copy, 'utf8'));
      await this.#verify(registry);
      this.#registry = registry;
    } catch {
      // The store has the registry.
    }
  }

  async #writeCopy(registry: Registry): Promise<void> {
    const { copy, log } = this.#options;
    try {
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      await writeFile(`${copy}.draft`, JSON.stringify(registry), { mode: 0o600 });
      await rename(`${copy}.draft`, copy);
    } catch (error) {
      log(`${copy}: the registry was not copied for the next start: ${messageOf(error)}`);
    }
  }

  /** Only the log has the cause, which may contain internal network addresses. */
  #report(problem: string, cause?: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    const kept = this.#registry ? `revision ${this.revision} stays in use` : 'no page can be served';
    const why = cause === undefined ? '' : ` (${cause})`;
    this.#options.log(
      `The registry in ${this.#options.store.address} cannot be used: ${problem}${why}; ${kept}`,
    );
  }
}
