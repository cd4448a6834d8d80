import type { Page } from '@playwright/test';
import type { ModuleBuild } from '@dps/contract';
import { recordedProblems } from './recorded-problems.ts';

const GUARD = '__visitGuard';

interface GuardOptions {
  guard: string;
  /** Name of the candidate: `jobs`. */
  name: string;
  /** Base path of the candidate's files: `/modules/jobs/1.0.0/`. */
  base: string;
}

/**
 * Runs in a page before all other scripts. Records which databases and caches of other parts the candidate deletes, which
 * custom elements without its name it defines, and where it leads the browser. A call belongs to the release whose file is the innermost one in the call stack.
 */
function installGuard({ guard, name: module, base }: GuardOptions): void {
  const problems = new Set<string>();
  const other = 'another-module:data';
  /** The databases that the candidate opened, also in earlier documents of the visit. */
  const ownRecord = 'smoke:own-databases';
  const own = new Set<string>(JSON.parse(sessionStorage.getItem(ownRecord) ?? '[]'));
  // A candidate that deletes everything it finds must find something.
  indexedDB.open(other);
  void caches.open(other);

  const isCandidate = () => {
    const [file] = /\/(?:modules|shell)\/[^\s:)]+/.exec(new Error().stack ?? '') ?? [];
    return file?.startsWith(base) === true;
  };
  const opened = (kind: string, name: string) => {
    if (!isCandidate() || name === other) return;
    own.add(`${kind} ${name}`);
    sessionStorage.setItem(ownRecord, JSON.stringify([...own]));
  };
  const deleted = (kind: string, name: string) => {
    if (isCandidate() && !own.has(`${kind} ${name}`))
      problems.add(
        `deletes the ${kind} ${JSON.stringify(name)} of another part. Delete only what the module opened`,
      );
  };
  /** Calls `record` with the first argument before each call of a method. */
  const observe = (prototype: object, method: string, record: (name: string) => void) => {
    const native: unknown = Reflect.get(prototype, method);
    Reflect.set(prototype, method, function (this: unknown, ...given: unknown[]) {
      record(String(given[0]));
      return typeof native === 'function' ? Reflect.apply(native, this, given) : undefined;
    });
  };
  for (const [kind, prototype, remove] of [
    ['database', IDBFactory.prototype, 'deleteDatabase'],
    ['cache', CacheStorage.prototype, 'delete'],
  ] as const) {
    observe(prototype, 'open', (name) => opened(kind, name));
    observe(prototype, remove, (name) => deleted(kind, name));
  }

  observe(CustomElementRegistry.prototype, 'define', (name) => {
    if (isCandidate() && !name.startsWith(`${module}-`))
      problems.add(
        `defines the element ${name}, which can collide with other modules. Start its name with "${module}-"`,
      );
  });

  /** Records a navigation that the candidate starts without a click, and prevents it, so that the visit continues. */
  const onNavigate = (event: NavigateEvent) => {
    if (event.userInitiated || !isCandidate()) return;
    const target = new URL(event.destination.url);
    const place = target.origin === location.origin ? target.pathname : target.origin;
    if (event.navigationType === 'reload')
      problems.add('reloads the page, which discards the input of the user. Read the data again instead');
    else if (place !== location.pathname)
      problems.add(`leads the browser to ${place} without a click. Show a link instead`);
    else return;
    event.preventDefault();
  };
  navigation.addEventListener('navigate', onNavigate);

  const take = () => {
    const found = [...problems];
    problems.clear();
    return found;
  };
  Object.defineProperty(globalThis, guard, { value: take });
}

/** Records from now on what a candidate deletes, which elements it defines and where it leads the browser, in all documents of a page. */
export async function guardVisit(
  page: Page,
  { name, base }: Pick<ModuleBuild, 'name' | 'base'>,
): Promise<void> {
  await page.addInitScript(installGuard, { guard: GUARD, name, base });
}

/** Returns the recorded problems since the last call, one sentence each. Without a guard, returns none. */
export const visitProblems = (page: Page): Promise<string[]> => recordedProblems(page, GUARD);
