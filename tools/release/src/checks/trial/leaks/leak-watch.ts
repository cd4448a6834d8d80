import { setTimeout as delay } from 'node:timers/promises';
import type { JSHandle, Page } from '@playwright/test';
import { takeLastingWork } from '../visits/page-guard.ts';
import { compareGlobals, globalProblems, snapshotGlobals, type GlobalSnapshot } from './globals.ts';
import {
  matchForeignElements,
  newStyles,
  readStyles,
  styleProblems,
  type NewStyles,
  type PageStyles,
} from './styles.ts';

/** The attributes of `html` and `body`, by `html lang`. */
type DocumentMarks = Record<string, string>;

/** Runs in a page. Reads the attributes. */
function readMarks(): DocumentMarks {
  const elements = [document.documentElement, document.body];
  return Object.fromEntries(
    elements.flatMap((element) =>
      [...element.attributes].map(({ name, value }) => [`${element.localName} ${name}`, value]),
    ),
  );
}

/** Returns a sentence if attributes are still changed after a page. */
export function markProblems(before: DocumentMarks, after: DocumentMarks): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => (before[name] ?? '') !== (after[name] ?? ''));
  if (changed.length === 0) return [];
  const values = changed.map((name) => `${name}="${after[name] ?? ''}"`).join(', ');
  return [`leaves changes in the document after its page: ${values}. Undo them on unmount`];
}

/** React shows a part at most 300 ms after its script has loaded, when the network is idle already. */
const SETTLE_MS = 400;
const SETTLE_WITHIN_MS = 4_000;

const NONE: NewStyles = { pageWide: [], others: [], taken: [] };

function merged(one: NewStyles, other: NewStyles): NewStyles {
  return {
    pageWide: [...one.pageWide, ...other.pageWide],
    others: [...one.others, ...other.others],
    taken: [...one.taken, ...other.taken],
  };
}

/** Returns the styles of a page when no rule was added for a while: the shell adds some after its first paint. */
async function settledStyles(page: Page): Promise<PageStyles> {
  const end = performance.now() + SETTLE_WITHIN_MS;
  let styles = await page.evaluate(readStyles);
  for (let before = -1; before !== styles.rules.length && performance.now() < end;) {
    before = styles.rules.length;
    await delay(SETTLE_MS);
    styles = await page.evaluate(readStyles);
  }
  return styles;
}

/** Finds side effects of pages on the document. A reload of the document discards the state of the watch. */
export class LeakWatch {
  readonly #page: Page;
  readonly #snapshot: JSHandle<GlobalSnapshot>;
  readonly #styles: PageStyles;
  readonly #marks: DocumentMarks;
  #new = NONE;
  readonly #matches = new Set<string>();

  private constructor(
    page: Page,
    snapshot: JSHandle<GlobalSnapshot>,
    styles: PageStyles,
    marks: DocumentMarks,
  ) {
    this.#page = page;
    this.#snapshot = snapshot;
    this.#styles = styles;
    this.#marks = marks;
  }

  /** Records the document before the candidate runs. */
  static async begin(page: Page): Promise<LeakWatch> {
    const styles = await settledStyles(page);
    const snapshot = await page.evaluateHandle(snapshotGlobals);
    return new LeakWatch(page, snapshot, styles, await page.evaluate(readMarks));
  }

  /** Checks a page of the candidate while its styles are active. */
  async check(): Promise<void> {
    const found = newStyles(this.#styles, await this.#page.evaluate(readStyles));
    this.#new = merged(this.#new, found);
    await this.#match(found.others, false);
  }

  /** Returns one sentence for each side effect, after a return to the first page. */
  async end(containers: readonly string[]): Promise<string[]> {
    await this.#match(this.#new.others, true);
    const pageWide = new Set([...this.#new.pageWide, ...this.#matches]);
    return [
      ...globalProblems(await this.#page.evaluate(compareGlobals, this.#snapshot), containers),
      ...styleProblems([...pageWide], [...new Set(this.#new.taken)]),
      ...(await takeLastingWork(this.#page)),
      ...markProblems(this.#marks, await this.#page.evaluate(readMarks)),
    ];
  }

  async #match(given: [string, string][], isGone: boolean): Promise<void> {
    for (const each of await this.#page.evaluate(matchForeignElements, { given, isGone }))
      this.#matches.add(each);
  }
}
