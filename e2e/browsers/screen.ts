import { setTimeout as delay } from 'node:timers/promises';
import type { EngineWindow, Key, PageElement } from './engine.ts';
import {
  CLICK_MISSED,
  clickTargetOf,
  countOf,
  describePlace,
  elementOf,
  fileInputOf,
  FOCUSED_VALUE,
  HAS_LIBRARY,
  LIBRARY,
  type Place,
  watchClickOf,
} from './in-page.ts';

/** Maximum time of an action, in milliseconds. Not a measurement: a machine that does other work takes long, too. */
const WITHIN_MS = 90_000;
const POLL_MS = 50;

/** Makes a place of a role and a name. */
export const the = (
  role: string,
  name?: string | RegExp,
  more: Omit<Place, 'role' | 'name'> = {},
): Place => ({
  role,
  ...(name !== undefined && { name }),
  ...more,
});

/** The window of one user. Each action waits until it is possible, and throws an Error with the place if it stays impossible. */
export class Screen {
  readonly window: EngineWindow;
  /** The place that the last action was about, for the message of a check that takes too long. */
  lastPlace = '';
  readonly #origin: string;

  constructor(window: EngineWindow, origin: string) {
    this.window = window;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.window.open(this.#origin + path);
  }

  /** Waits until exactly one visible element is at the place. */
  async see(place: Place): Promise<void> {
    await this.#until(place, async () => {
      const count = Number(await this.#evaluate(countOf(place)));
      return count === 1 ? true : `${count} elements`;
    });
  }

  async seeNo(place: Place): Promise<void> {
    await this.#until(place, async () => {
      const count = Number(await this.#evaluate(countOf(place)));
      return count === 0 ? true : `still ${count} elements`;
    });
  }

  /** Clicks with the mouse, when the element neither moves nor is disabled or covered. */
  async click(place: Place): Promise<void> {
    await this.#until(place, async () => {
      const element = await this.#reachable(place);
      await this.#evaluate(watchClickOf(place));
      await element.click();
      // After a click that opens another document, there is no record.
      const isMissed = await this.window.evaluate(CLICK_MISSED).catch(() => false);
      return isMissed === true ? 'the element moved during the click' : true;
    });
  }

  /** Replaces the text of a field with the keyboard. */
  async enter(place: Place, text: string): Promise<void> {
    await this.click(place);
    await this.window.selectAll();
    await this.window.type(text);
    const plain = (value: string) => value.replaceAll(' ', '');
    await this.#until(place, async () => {
      const value = String(await this.#evaluate(FOCUSED_VALUE));
      return plain(value) === plain(text) ? true : `the field contains "${value}"`;
    });
  }

  /** Enters a date in a date field, in the order of the fields in the United States. */
  async enterDate(place: Place, [year, month, day]: readonly [string, string, string]): Promise<void> {
    await this.#reachable(place);
    const iso = `${year}-${month}-${day}`;
    await this.#evaluate(`${elementOf(place)}.focus()`);
    await this.window.type(`${month}/${day}/${year}`);
    await this.#until(place, async () => {
      const value = String(await this.#evaluate(FOCUSED_VALUE));
      return value === iso ? true : `the field contains "${value}"`;
    });
  }

  /** Opens a list and chooses an option. */
  async choose(place: Place, option: string): Promise<void> {
    await this.click(place);
    await this.click(the('option', option));
    await this.seeNo(the('listbox'));
  }

  /** Chooses files in a file input, which may be hidden behind a button. */
  async chooseFiles(place: Place, files: readonly string[]): Promise<void> {
    await this.#until(place, async () => {
      const isThere = await this.#evaluate(`${fileInputOf(place)} !== undefined`);
      return isThere === true ? true : 'no file input';
    });
    await (await this.window.element(fileInputOf(place))).chooseFiles(files);
  }

  /** Focuses an element and presses a key. */
  async press(place: Place, key: Key): Promise<void> {
    await this.#reachable(place);
    await this.#evaluate(`${elementOf(place)}.focus()`);
    await this.window.press(key);
  }

  /** Waits until the path with its query matches. */
  async seePath(pattern: RegExp): Promise<void> {
    await waitUntil(`address ${String(pattern)}`, async () => {
      const { pathname, search } = new URL(await this.window.url());
      return pattern.test(pathname + search) ? true : pathname + search;
    });
  }

  /** Waits until the page has loaded, and throws an Error if it is wider than the window. */
  async seeLoaded(): Promise<void> {
    await this.see({ role: 'heading', level: 1 });
    await waitUntil('the end of loading', async () => {
      const busy = Number(await this.#evaluate(`document.querySelectorAll('[aria-busy="true"]').length`));
      return busy === 0 ? true : `${busy} busy elements`;
    });
    await this.seeNo({ text: /is unavailable|^Something went wrong$/ });
    await this.fits();
  }

  async fits(): Promise<void> {
    await waitUntil('a page that fits into the window', async () => {
      const extra = Number(await this.#evaluate('document.documentElement.scrollWidth - window.innerWidth'));
      return extra <= 0 ? true : `${extra} px wider than the window`;
    });
  }

  /** Resolves with the element of a place when a click reaches it, twice at the same position. */
  async #reachable(place: Place): Promise<PageElement> {
    let last = '';
    let element: PageElement | undefined;
    await this.#until(place, async () => {
      const target: unknown = JSON.parse(String(await this.#evaluate(clickTargetOf(place))));
      const now = JSON.stringify(target);
      const isStill = now === last && now.startsWith('{"at"');
      last = now;
      if (!isStill) return now;
      element = await this.window.element(elementOf(place));
      return true;
    });
    if (!element) throw new Error(`${describePlace(place)}: no element`);
    return element;
  }

  async #prepare(): Promise<void> {
    if ((await this.window.evaluate(HAS_LIBRARY)) !== true) await this.window.evaluate(LIBRARY);
  }

  async #evaluate(expression: string): Promise<unknown> {
    await this.#prepare();
    return this.window.evaluate(expression);
  }

  #until(place: Place, attempt: () => Promise<true | string>): Promise<void> {
    this.lastPlace = describePlace(place);
    return waitUntil(this.lastPlace, attempt);
  }
}

/** Repeats an attempt until it returns true. Throws an Error with the last reason. A navigation can interrupt an attempt. */
export async function waitUntil(subject: string, attempt: () => Promise<true | string>): Promise<void> {
  const start = performance.now();
  for (;;) {
    const reason = await attempt().catch((error: unknown) => String(error));
    if (reason === true) return;
    if (performance.now() - start > WITHIN_MS) throw new Error(`${subject}: ${reason}`);
    await delay(POLL_MS);
  }
}
