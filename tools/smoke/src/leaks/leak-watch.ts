import type { JSHandle, Page } from '@playwright/test';
import { markProblems, readMarks, type DocumentMarks } from './document-marks.ts';
import { compareGlobals, globalProblems, photographGlobals, type GlobalPhoto } from './globals.ts';
import {
  meetOthers,
  newStyles,
  readStyles,
  styleProblems,
  type NewStyles,
  type PageStyles,
} from './styles.ts';

const NONE: NewStyles = { pageWide: [], others: [], taken: [] };

function together(one: NewStyles, other: NewStyles): NewStyles {
  return {
    pageWide: [...one.pageWide, ...other.pageWide],
    others: [...one.others, ...other.others],
    taken: [...one.taken, ...other.taken],
  };
}

/** Finds what pages do to a document besides standing in it. Within one document: one that is loaded anew knows nothing. */
export class LeakWatch {
  readonly #page: Page;
  readonly #photo: JSHandle<GlobalPhoto>;
  readonly #styles: PageStyles;
  readonly #marks: DocumentMarks;
  #new = NONE;
  readonly #meeting = new Set<string>();

  private constructor(page: Page, photo: JSHandle<GlobalPhoto>, styles: PageStyles, marks: DocumentMarks) {
    this.#page = page;
    this.#photo = photo;
    this.#styles = styles;
    this.#marks = marks;
  }

  /** Remembers the document as it is before it meets the candidate. */
  static async begin(page: Page): Promise<LeakWatch> {
    const photo = await page.evaluateHandle(photographGlobals);
    return new LeakWatch(page, photo, await page.evaluate(readStyles), await page.evaluate(readMarks));
  }

  /** Looks at a page of the candidate: some of its rules go when it goes. */
  async look(): Promise<void> {
    const found = newStyles(this.#styles, await this.#page.evaluate(readStyles));
    this.#new = together(this.#new, found);
    await this.#meet(found.others, false);
  }

  /** What the candidate has left behind, in sentences, once the page of before is shown again. */
  async end(containers: readonly string[]): Promise<string[]> {
    await this.#meet(this.#new.others, true);
    const pageWide = new Set([...this.#new.pageWide, ...this.#meeting]);
    return [
      ...globalProblems(await this.#page.evaluate(compareGlobals, this.#photo), containers),
      ...styleProblems([...pageWide], [...new Set(this.#new.taken)]),
      ...markProblems(this.#marks, await this.#page.evaluate(readMarks)),
    ];
  }

  async #meet(given: [string, string][], isGone: boolean): Promise<void> {
    for (const each of await this.#page.evaluate(meetOthers, { given, isGone })) this.#meeting.add(each);
  }
}
