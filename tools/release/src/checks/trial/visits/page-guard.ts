import type { Page } from '@playwright/test';
import { recordedProblems } from './recorded-problems.ts';

const GUARD = '__smokeGuard';
/** A script of another origin in the message of a content security policy has at most this many characters. */
const SAMPLE_LENGTH = 40;

interface GuardOptions {
  guard: string;
  sampleLength: number;
  /** Base path of the candidate's files: `/modules/jobs/1.0.0/`. */
  base: string;
}

/**
 * Runs in a page before all other scripts. Records what the candidate does to the storage of other parts, and which scripts
 * the browser refuses. A call belongs to the release whose file is the innermost one in the call stack.
 */
function installGuard({ guard, sampleLength, base }: GuardOptions): void {
  const problems = new Set<string>();
  const nativeOf = (name: string) => {
    const method: unknown = Reflect.get(Storage.prototype, name);
    return (storage: Storage, ...given: string[]): void => {
      if (typeof method === 'function') Reflect.apply(method, storage, given);
    };
  };
  const [setItem, removeItem, clear] = [nativeOf('setItem'), nativeOf('removeItem'), nativeOf('clear')];
  const storages = Object.entries({ localStorage, sessionStorage });
  const nameOf = (storage: Storage) => storages.find(([, each]) => each === storage)?.[0] ?? 'storage';
  /** Keys of the candidate in both storages, for the next documents of the visit. */
  const ownRecord = 'smoke:own-keys';
  const ownKeys = new Set<string>(JSON.parse(sessionStorage.getItem(ownRecord) ?? '[]'));
  for (const [, storage] of storages) setItem(storage, 'another-module:data', 'kept');
  const expected = new Map(storages.map(([name, storage]) => [name, new Map(Object.entries(storage))]));

  const isCandidate = () => {
    const [file] = /\/(?:modules|shell)\/[^\s:)]+/.exec(new Error().stack ?? '') ?? [base];
    return file.startsWith(base);
  };
  const isForeign = (name: string, key: string) =>
    expected.get(name)?.has(key) === true && !ownKeys.has(`${name} ${key}`);
  const removes = (name: string, key: string) =>
    problems.add(
      `removes the key ${JSON.stringify(key)} of another part from ${name}. Remove only keys that the module wrote`,
    );
  const overwrites = (name: string, key: string) =>
    problems.add(
      `overwrites the key ${JSON.stringify(key)} of another part in ${name}. Start own keys with the name of the module`,
    );

  Storage.prototype.setItem = function (key: string, value: string) {
    const name = nameOf(this);
    if (isCandidate()) {
      if (isForeign(name, key)) overwrites(name, key);
      else ownKeys.add(`${name} ${key}`);
      setItem(sessionStorage, ownRecord, JSON.stringify([...ownKeys]));
    }
    setItem(this, key, value);
    expected.get(name)?.set(key, this.getItem(key) ?? '');
  };
  Storage.prototype.removeItem = function (key: string) {
    const name = nameOf(this);
    if (isCandidate() && isForeign(name, key)) removes(name, key);
    removeItem(this, key);
    expected.get(name)?.delete(key);
  };
  Storage.prototype.clear = function () {
    const name = nameOf(this);
    if (isCandidate())
      problems.add(
        `calls ${name}.clear(), which deletes the data of the shell and of other modules. Remove each own key with removeItem`,
      );
    clear(this);
    expected.get(name)?.clear();
  };

  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    const [, start] = /^HTMLScriptElement src\|(.*)$/s.exec(sample) ?? [];
    const address = effectiveDirective.startsWith('script-src') ? blockedURI : start;
    const origin = URL.parse(address ?? '', location.href)?.origin;
    if (address === undefined || origin === undefined || !/^https?:/.test(origin)) return;
    const rest = address === start && address.length === sampleLength ? '…' : '';
    const what = origin === location.origin ? 'that is no file of a release' : 'of another origin';
    problems.add(`loads a script ${what}: ${address}${rest}. Bundle its code into the module`);
  });

  /** Compares the storage with the recorded calls: `delete localStorage.key` is no call. */
  const checkStorage = () => {
    for (const [name, storage] of storages) {
      const known = expected.get(name) ?? new Map<string, string>();
      for (const [key, value] of known) {
        const now = storage.getItem(key);
        if (now === value || key === ownRecord || !isForeign(name, key)) continue;
        if (now === null) removes(name, key);
        else overwrites(name, key);
      }
      expected.set(name, new Map(Object.entries(storage)));
    }
  };
  const take = () => {
    checkStorage();
    const found = [...problems];
    problems.clear();
    return found;
  };
  Object.defineProperty(globalThis, guard, { value: take });
}

/** Records from now on what a candidate does in all documents of a page. `base` is the base path of its files. */
export async function guardPage(page: Page, base: string): Promise<void> {
  await page.addInitScript(installGuard, { guard: GUARD, sampleLength: SAMPLE_LENGTH, base });
}

/** Returns the recorded problems since the last call, one sentence each. Without a guard, returns none. */
export const guardProblems = (page: Page): Promise<string[]> => recordedProblems(page, GUARD);
