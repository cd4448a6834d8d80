import type { Browser, CookieData, Page } from 'puppeteer-core';

const WINDOW = { width: 1440, height: 900 };
/** Each letter occurs in some titles only: it shortens the list, and its removal extends the list. */
const KEYS = ['q', 'z', 'Backspace', 'Backspace'] as const;
const ENTRY = 'main table button';

/** One visit of `/jobs`; times in milliseconds. */
export interface Visit {
  /** From the navigation to the first visible entry. */
  firstEntry: number;
  /** From a key press in the search to the paint of its result, the median of several keys. */
  key: number;
  /** Maximum number of elements in the page. */
  nodes: number;
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Observes the next key press. Resolves in the page with the time until the paint that shows the new number of matches. */
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
    return { time: Promise.all([pressed, painted]).then(([from, to]) => to - from) };
  });

async function pressKeys(page: Page): Promise<number[]> {
  await page.focus('input[type="search"]');
  const times: number[] = [];
  for (const key of KEYS) {
    const observed = await observeKeyPress(page);
    await page.keyboard.press(key);
    times.push(await observed.evaluate(({ time }) => time));
  }
  return times;
}

/** Opens `/jobs` with an empty cache, searches and scrolls. */
export async function visitJobs(browser: Browser, url: string, cookie: CookieData): Promise<Visit> {
  const context = await browser.createBrowserContext();
  try {
    await context.setCookie(cookie);
    const page = await context.newPage();
    await page.setViewport(WINDOW);
    const start = performance.now();
    await page.goto(`${url}/jobs`);
    await page.waitForSelector(ENTRY, { visible: true });
    const firstEntry = performance.now() - start;
    const times = (await pressKeys(page)).toSorted((a, b) => a - b);
    const atRest = await nodesOf(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    return { firstEntry, key: times[2] ?? NaN, nodes: Math.max(atRest, await nodesOf(page)) };
  } finally {
    await context.close();
  }
}
