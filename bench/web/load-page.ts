import lighthouse, { type Flags, type Result } from 'lighthouse';
import type { Browser, CookieData } from 'puppeteer-core';
import type { Role } from '@dps/contract';

/** A page whose load is measured. */
export interface MeasuredPage {
  name: string;
  path: string;
  /** Role of the demo account; without a role the visitor is signed out. */
  role?: Role;
  /** Selector of the content that makes the page usable: its first row, or its first field. */
  content: string;
}

const ROW = 'main table button';

export const PAGES: readonly MeasuredPage[] = [
  { name: '/login', path: '/login', content: 'main input:enabled' },
  { name: 'pilot, /', path: '/', role: 'pilot', content: ROW },
  { name: 'client, /', path: '/', role: 'client', content: ROW },
  { name: 'client, /jobs', path: '/jobs', role: 'client', content: ROW },
  { name: 'pilot, /payments', path: '/payments', role: 'pilot', content: ROW },
];

/** One load of a page; times in milliseconds. */
export interface Load {
  /** Compressed bytes of the scripts that arrived before the content. */
  bytes: number;
  /** From the navigation to the content. */
  usable: number;
  blocking: number;
  shift: number;
}

const USABLE = 'usable';
const AUDITS = {
  blocking: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const;

/** A slow phone: 1.6 Mbit/s, 150 ms and a quarter of the processor. */
const SLOW_PHONE = {
  requestLatencyMs: 150,
  downloadThroughputKbps: 1.6 * 1024,
  uploadThroughputKbps: 750,
  cpuSlowdownMultiplier: 4,
};

const numberOf = ({ audits }: Result, name: string): number => audits[name]?.numericValue ?? NaN;

function itemsOf({ audits }: Result, name: string): Record<string, unknown>[] {
  const details = audits[name]?.details;
  return details?.type === 'table' ? details.items : [];
}

/** Runs in each page before its scripts: sets a mark when the content appears. */
function markContent(selector: string, mark: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)?.checkVisibility()) return;
    performance.mark(mark);
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Loads a page with an empty cache. Without `isSlow`, Chromium has the complete processor and network. */
export async function loadPage(
  browser: Browser,
  url: string,
  { name, path, content }: MeasuredPage,
  { cookie, isSlow }: { cookie: CookieData | undefined; isSlow: boolean },
): Promise<Load> {
  const context = await browser.createBrowserContext();
  try {
    if (cookie) await context.setCookie(cookie);
    const page = await context.newPage();
    await page.evaluateOnNewDocument(markContent, content, USABLE);
    const flags: Flags = {
      onlyAudits: [...Object.values(AUDITS), 'network-requests', 'user-timings'],
      // The storage has the session. A new context has an empty cache.
      disableStorageReset: true,
      logLevel: 'error',
      throttlingMethod: isSlow ? 'devtools' : 'provided',
      throttling: SLOW_PHONE,
    };
    const found = (await lighthouse(url + path, flags, undefined, page))?.lhr;
    if (!found || found.runtimeError) throw new Error(`${name}: ${found?.runtimeError?.message}`);
    const requests = itemsOf(found, 'network-requests');
    const mark = itemsOf(found, 'user-timings').find(({ name: given }) => given === USABLE);
    if (!mark) throw new Error(`${name} did not show its content`);
    const usable = Number(mark['startTime']);
    const scripts = requests.filter(
      ({ resourceType, networkEndTime }) => resourceType === 'Script' && Number(networkEndTime) <= usable,
    );
    return {
      bytes: scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0),
      usable,
      blocking: numberOf(found, AUDITS.blocking),
      shift: numberOf(found, AUDITS.shift),
    };
  } finally {
    await context.close();
  }
}
