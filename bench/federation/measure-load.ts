import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { DEMO_ACCOUNTS, paths, type Role } from '@dps/shared-contracts';
import { NetworkLog } from './network-log.ts';
import type { MeasuredPage } from './pages.ts';

/** A phone on a slow mobile network, with the figures of Lighthouse: 1.6 Mbit/s, 150 ms, a processor a quarter as fast. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWER = 4;

/** One load of a page. */
export interface Load {
  /** Scripts that came over the network, and their bytes. */
  scripts: number;
  bytes: number;
  /** Requests one after the other until the content is there, the document being the first. */
  chain: number;
  /** Largest contentful paint in ms. */
  lcp: number;
  /** Bytes of scripts that a second visit takes over the network. */
  secondVisit: number;
}

async function signIn(context: BrowserContext, url: string, role: Role): Promise<void> {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  if (!account) throw new Error(`There is no demo account for the role ${role}`);
  const { username, password } = account;
  const answer = await context.request.post(url + paths.login(), {
    data: { username, password },
    headers: { origin: url },
  });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()}`);
}

const lcpOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

const bytesOf = (scripts: { bytes: number }[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Opens a page in a tab of its own and waits until it asks for nothing more. */
async function visit(
  context: BrowserContext,
  address: string,
  { content }: MeasuredPage,
): Promise<{ page: Page; log: NetworkLog; chain: number }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const log = await NetworkLog.start(session, address);
  await throttle(session);
  await page.goto(address);
  await content(page).first().waitFor();
  const chain = log.longestChain();
  await page.waitForLoadState('networkidle');
  return { page, log, chain };
}

/** Loads a page as a browser does that has never seen it, and once more as one that has. */
export async function measureLoad(browser: Browser, url: string, measured: MeasuredPage): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'en-US' });
  try {
    if (measured.who) await signIn(context, url, measured.who);
    const address = url + measured.path;
    const first = await visit(context, address, measured);
    const lcp = await lcpOf(first.page);
    await first.page.close();
    const second = await visit(context, address, measured);
    const scripts = first.log.scripts();
    return {
      scripts: scripts.length,
      bytes: bytesOf(scripts),
      chain: first.chain,
      lcp,
      secondVisit: bytesOf(second.log.scripts()),
    };
  } finally {
    await context.close();
  }
}
