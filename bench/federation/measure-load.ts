import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { DEMO_ACCOUNTS, paths, type Role } from '@dps/contract';
import { NetworkLog } from './network-log.ts';
import type { MeasuredPage } from './pages.ts';

/** Lighthouse's slow mobile network: 1.6 Mbit/s and 150 ms. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

/** One load of a page. */
export interface Load {
  /** Number of scripts from the network. */
  scripts: number;
  /** Compressed bytes of these scripts. */
  bytes: number;
  /** Length of the longest chain of requests until the content appears, the document included. */
  chain: number;
  /** Largest contentful paint in ms. */
  lcp: number;
  /** Bytes of scripts from the network on a second visit. */
  secondVisit: number;
}

async function signIn(context: BrowserContext, url: string, role: Role): Promise<void> {
  const account = DEMO_ACCOUNTS.find((each) => each.role === role);
  if (!account) throw new Error(`There is no demo account for the role ${role}`);
  const { username, password } = account;
  const response = await context.request.post(url + paths.login(), {
    data: { username, password },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(`${username} cannot sign in: ${response.status()}`);
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
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

const bytesOf = (scripts: { bytes: number }[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Opens a page in a new tab and waits until the network is idle. */
async function visit(
  context: BrowserContext,
  address: string,
  { content }: MeasuredPage,
  isThrottled: boolean,
): Promise<{ page: Page; log: NetworkLog; chain: number }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const log = await NetworkLog.start(session, address);
  if (isThrottled) await throttle(session);
  await page.goto(address);
  await content(page).first().waitFor();
  const chain = log.longestChain();
  await log.quiet();
  return { page, log, chain };
}

/** Loads a page twice: with an empty browser cache, then with the cache of the first load. */
export async function measureLoad(
  browser: Browser,
  url: string,
  { page: measured, isThrottled }: { page: MeasuredPage; isThrottled: boolean },
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'en-US' });
  try {
    if (measured.role) await signIn(context, url, measured.role);
    const address = url + measured.path;
    const first = await visit(context, address, measured, isThrottled);
    const lcp = await lcpOf(first.page);
    await first.page.close();
    const second = await visit(context, address, measured, isThrottled);
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
