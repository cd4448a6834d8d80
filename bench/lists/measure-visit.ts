import type { Browser, Page } from '@playwright/test';
import type { MeasuredPage } from './pages.ts';
import { signIn, type People } from './people.ts';

const WINDOW = { width: 1440, height: 900 };
/** Letters of the words in the titles: each narrows the list, and each removal widens it. */
const KEYS = ['q', 'z', 'Backspace', 'Backspace'];
const FRAMES = 60;
const STEP_PX = 300;

/** Where the product runs, and who has the entries. */
export interface Product {
  url: string;
  people: People;
}

/** One visit of a page; times in ms. */
export interface Visit {
  /** From asking for the address until an entry stands there. */
  firstEntry: number;
  /** From a key press in the search until what it leaves is painted, for each key. */
  keys: number[];
  /** Between two frames while somebody scrolls. */
  frames: number[];
  /** Elements of the page, at the most. */
  nodes: number;
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Begins to wait for a key press: the time from it to the paint after the line that counts the matches has changed. */
const expectAnswer = (page: Page) =>
  page.evaluateHandle(() => {
    const line = document.querySelector('main [role="status"]');
    if (!line) throw new Error('No line counts the matches');
    const pressed = new Promise<number>((resolve) => {
      addEventListener('keydown', () => resolve(performance.now()), { once: true, capture: true });
    });
    const painted = new Promise<number>((resolve, reject) => {
      setTimeout(
        () => reject(new Error('No key press has changed the line that counts the matches')),
        30_000,
      );
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      });
      observer.observe(line, { subtree: true, childList: true, characterData: true });
    });
    return { pressed, painted };
  });

async function pressKeys(page: Page): Promise<number[]> {
  await page.getByRole('searchbox').focus();
  const times: number[] = [];
  for (const key of KEYS) {
    const answer = await expectAnswer(page);
    await page.keyboard.press(key);
    times.push(await answer.evaluate(async ({ pressed, painted }) => (await painted) - (await pressed)));
  }
  return times;
}

const scroll = (page: Page) =>
  page.evaluate(
    async ([frames, step]) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      let last = await frame();
      while (times.length < frames) {
        scrollBy(0, step);
        const now = await frame();
        times.push(now - last);
        last = now;
      }
      return times;
    },
    [FRAMES, STEP_PX] as const,
  );

/** Visits a page as a browser does that has never seen it, and uses its list. */
export async function measureVisit(
  browser: Browser,
  { url, people }: Product,
  measured: MeasuredPage,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: WINDOW, baseURL: url });
  try {
    await signIn(context, url, people[measured.who]);
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(measured.path);
    await measured.entries(page).first().waitFor();
    const firstEntry = performance.now() - start;
    const keys = measured.searched ? await pressKeys(page) : [];
    const atRest = await nodesOf(page);
    const frames = await scroll(page);
    return { firstEntry, keys, frames, nodes: Math.max(atRest, await nodesOf(page)) };
  } finally {
    await context.close();
  }
}
