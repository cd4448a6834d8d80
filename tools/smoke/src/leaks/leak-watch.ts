import type { JSHandle, Page } from '@playwright/test';
import { markProblems, readMarks, type DocumentMarks } from './document-marks.ts';
import { compareGlobals, globalProblems, snapshotGlobals, type GlobalSnapshot } from './globals.ts';
import {
  matchForeignElements,
  newStyles,
  readStyles,
  styleProblems,
  type NewStyles,
  type PageStyles,
} from './styles.ts';

const NONE: NewStyles = { pageWide: [], others: [], taken: [] };

function merged(one: NewStyles, other: NewStyles): NewStyles {
  return {
    pageWide: [...one.pageWide, ...other.pageWide],
    others: [...one.others, ...other.others],
    taken: [...one.taken, ...other.taken],
  };
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
    const snapshot = await page.evaluateHandle(snapshotGlobals);
    return new LeakWatch(page, snapshot, await page.evaluate(readStyles), await page.evaluate(readMarks));
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
      ...markProblems(this.#marks, await this.#page.evaluate(readMarks)),
    ];
  }

  async #match(given: [string, string][], isGone: boolean): Promise<void> {
    for (const each of await this.#page.evaluate(matchForeignElements, { given, isGone }))
      this.#matches.add(each);
  }
}
