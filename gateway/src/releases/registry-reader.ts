import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '@dps/release/store/command-error';
import type { ReleaseStore } from '@dps/release/store/release-store';
import { findRegistry, revisionFile, type FoundRegistry } from '@dps/release/store/revisions';
import { settle, UntrustedEntries, type EntryProblem, type Settled } from '@dps/release/store/entries';
import { KeyRing, type TeamKey } from '@dps/release/store/key-ring';
import { parseRegistry, type Registry } from '@dps/contract';
import { texts } from '../texts.ts';

/** The last valid registry, or undefined if there is none yet. */
export type RegistryReading = Registry | undefined;

export interface RegistryReaderOptions {
  store: Pick<ReleaseStore, 'address' | 'readFile' | 'listFiles'>;
  /** The keys of the deployment, with the entries of the registry that each may sign. */
  keys: readonly TeamKey[];
  /** Absolute path of this process's copy of the last valid registry, which survives a restart. Its folder is created. */
  copy: string;
  /** Age in milliseconds after which the next request reads the store again. */
  maxAgeMs: number;
  /** Milliseconds that a request waits for a slow store if there is a valid registry. */
  waitMs: number;
  /** Receives a line for each new problem. */
  log: (line: string) => void;
}

/** A folder's change is visible at once, a bucket's within a second. A slow bucket delays a document by at most `waitMs`. */
export const FOLDER_TIMES = { maxAgeMs: 0, waitMs: 5_000 };
export const BUCKET_TIMES = { maxAgeMs: 500, waitMs: 300 };

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

/** Returns the entries that are not used as the store has them. */
const entriesText = (problems: readonly EntryProblem[]): string =>
  problems.map(({ name, why }) => `${name}: ${texts.registryProblem[why]}`).join('; ');

/**
 * Reads the registry of a store: the highest usable revision. An entry without a valid signature of its owner is replaced by its
 * last valid statement, or withdrawn. Keeps the registry while the store is unavailable or
 * damaged, also after a restart, and does not accept a lower revision afterwards.
 */
export class RegistryReader {
  readonly #options: RegistryReaderOptions;
  readonly #keys: KeyRing;
  /** Revision of the copy of an earlier process, which no lower one replaces. */
  #least = 0;
  /** Entries of the registry in use that were replaced. */
  #replaced: string | undefined;
  #registry: Registry | undefined;
  #problem: string | undefined = texts.registryProblem.unread;
  #reload: { done: Promise<void>; soon: Promise<void> } | undefined;
  #readAt = -Infinity;
  #isOpen = false;

  constructor(options: RegistryReaderOptions) {
    this.#options = options;
    this.#keys = new KeyRing(options.keys);
  }

  /** The revision in use, or 0 without a valid registry. Reads nothing. */
  get revision(): number {
    return this.#registry?.revision ?? 0;
  }

  /** The team of each module that names one. Reads nothing. */
  get owners(): ReadonlyMap<string, string> {
    const modules = this.#registry?.modules ?? [];
    return new Map(modules.flatMap(({ name, owner }) => (owner === undefined ? [] : [[name, owner]])));
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
      const accept = (registry: Registry, bases: readonly Registry[]) => this.#settle(registry, bases);
      await this.#use(await findRegistry(this.#options.store, accept, this.#registry));
    } catch (error) {
      this.#report(texts.registryProblem.unavailable, messageOf(error));
    } finally {
      this.#readAt = performance.now();
    }
  }

  async #use({ registry, entries, highest, problem }: FoundRegistry): Promise<void> {
    if (registry && registry.revision > this.revision && registry.revision >= this.#least) {
      this.#registry = registry;
      this.#replaced =
        entries.length > 0 ? `${revisionFile(registry.revision)}: ${entriesText(entries)}` : undefined;
      await this.#writeCopy(registry);
    }
    if (problem !== undefined) this.#report(problem);
    else if (highest === 0) this.#report(texts.registryProblem.missing);
    else if (highest < Math.max(this.revision, this.#least))
      this.#report(texts.registryProblem.older(highest));
    else if (this.#replaced !== undefined) this.#report(this.#replaced);
    else this.#problem = undefined;
  }

  #settle(registry: Registry, bases: readonly Registry[]): Settled {
    try {
      return settle(registry, bases, this.#keys);
    } catch (error) {
      if (!(error instanceof UntrustedEntries)) throw error;
      const isUnsigned = error.problems.every(({ why }) => why === 'unsigned');
      const { unsigned, untrusted } = texts.registryProblem;
      throw new Error(isUnsigned ? unsigned : untrusted, { cause: error });
    }
  }

  /** Reads the copy of an earlier process. A copy with an entry of a revoked key is not used, but bounds the revision. */
  async #readCopy(): Promise<void> {
    try {
      const copy = parseRegistry(await readFile(this.#options.copy, 'utf8'));
      const { registry, problems } = this.#settle(copy, []);
      if (problems.length === 0) this.#registry = registry;
      else this.#least = copy.revision;
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
