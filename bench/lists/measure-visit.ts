import type { Browser, Page } from '@playwright/test';
import type { MeasuredPage } from './pages.ts';
import type { Users } from '../accounts.ts';

const WINDOW = { width: 1440, height: 900 };
/** Each letter occurs in some titles only: it shortens the list, and its removal extends the list. */
const KEYS = ['q', 'z', 'Backspace', 'Backspace'];
const FRAMES = 60;
const STEP_PX = 300;
/** Scripts in a page have no time limit, and wait without end if the browser draws no frame. */
const LONGEST_VISIT_MS = 600_000;

/** A running product and the users who have its entries. */
export interface Product {
  url: string;
  users: Users;
}

/** One visit of a page; times in ms. */
export interface Visit {
  /** From the navigation to the first visible entry. */
  firstEntry: number;
  /** From a key press in the search to the paint of its result, by key. */
  keys: number[];
  /** Between two frames during a scroll. */
  frames: number[];
  /** Maximum number of elements in the page. */
  nodes: number;
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Observes the next key press: the times of the press and of the paint that shows the new number of matches. */
const observeKeyPress = (page: Page) =>
  page.evaluateHandle(() => {
    const statuses = [...document.querySelectorAll('main [role="status"]')];
    const line = statuses.find(({ textContent }) => /\d/.test(textContent));
    if (!line) throw new Error('The page shows no number of matches');
    const pressed = new Promise<number>((resolve) => {
      addEventListener('keydown', () => resolve(performance.now()), { once: true, capture: true });
    });
    const painted = new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error('No key press has changed the number of matches')), 30_000);
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
    const observed = await observeKeyPress(page);
    await page.keyboard.press(key);
    times.push(await observed.evaluate(async ({ pressed, painted }) => (await painted) - (await pressed)));
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

/** Opens a page and uses its list. */
async function useList(page: Page, measured: MeasuredPage): Promise<Visit> {
  const start = performance.now();
  await page.goto(measured.path);
  await measured.entries(page).first().waitFor();
  const firstEntry = performance.now() - start;
  const keys = measured.searched ? await pressKeys(page) : [];
  const atRest = await nodesOf(page);
  const frames = await scroll(page);
  return { firstEntry, keys, frames, nodes: Math.max(atRest, await nodesOf(page)) };
}

/** Visits a page with an empty browser cache and uses its list. Throws if the visit does not end in ten minutes. */
export async function measureVisit(
  browser: Browser,
  { url, users }: Product,
  measured: MeasuredPage,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: WINDOW, baseURL: url });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`The visit of ${measured.name} did not end in ten minutes`)),
    LONGEST_VISIT_MS,
  );
  try {
    const [name = '', value = ''] = users[measured.user].cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    return await Promise.race([useList(await context.newPage(), measured), late.promise]);
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}
