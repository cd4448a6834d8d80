import { startMetrics, type MetricsProcess } from '../../test/support/metrics.ts';
import { BrowserPages } from './browser-pages.ts';
import { parseMetrics } from './read-metrics.ts';

const processes: MetricsProcess[] = [];
afterEach(() => processes.splice(0).forEach(({ close }) => close()));

async function start(counts: MetricsProcess['counts']): Promise<MetricsProcess> {
  const process = await startMetrics(counts);
  processes.push(process);
  return process;
}

const LOADED = 'jobs 1.1.0 load loaded';
const FALLBACK = 'jobs 1.1.0 load fallback';
const CRASH = 'jobs 1.1.0 crash page';

describe('BrowserPages', () => {
  it.each([
    ['loaded pages', { [LOADED]: 7, 'jobs 1.1.0 load retried': 2 }, 9, 0],
    ['pages with another release or none', { [FALLBACK]: 2, 'jobs 1.1.0 load unavailable': 1 }, 3, 3],
    ['a crashed page with another release', { [LOADED]: 5, [CRASH]: 1, [FALLBACK]: 1 }, 5, 1],
    ['a crashed widget', { [LOADED]: 5, 'jobs 1.1.0 crash widget': 1 }, 5, 1],
    ['a page that crashes repeatedly', { [LOADED]: 2, [CRASH]: 9 }, 2, 2],
    ['no pages of other releases', { 'jobs 1.0.0 load loaded': 4, 'payments 1.1.0 load loaded': 4 }, 0, 0],
    ['no other events', { 'jobs 1.1.0 failure 5xx': 4, 'jobs 1.1.0 script-error thrown': 4 }, 0, 0],
  ])('counts %s', async (_case, counts, pages, failed) => {
    const api = await start({});
    const browser = new BrowserPages('jobs', [api.url]);
    await browser.poll();
    api.counts = counts;
    await browser.poll();
    expect(browser.of('1.1.0')).toEqual({ pages, failed });
  });

  it('counts from the first reading, over all processes, and continues after a restart', async () => {
    const [one, other] = [await start({ [LOADED]: 100 }), await start({ [LOADED]: 50 })];
    const browser = new BrowserPages('jobs', [one.url, other.url]);
    const lookAt = async (...loaded: (number | null)[]) => {
      [one.counts = null, other.counts = null] = loaded.map((count) =>
        count === null ? {} : { [LOADED]: count },
      );
      await browser.poll();
      return browser.of('1.1.0').pages;
    };
    expect(await lookAt(100, 50)).toBe(0);
    expect(await lookAt(110, 51)).toBe(11);
    expect(await lookAt(3, 51)).toBe(14);
    expect(await lookAt(null, 52)).toBe(15);
    expect(await lookAt(2, 52)).toBe(17);
  });

  it('reports unreachable processes, and whether one is reachable', async () => {
    const [one, other] = [await start({}), await start(null)];
    const browser = new BrowserPages('jobs', [one.url, other.url]);
    await browser.poll();
    expect(browser.isReachable).toBe(true);
    expect([...browser.unreachable]).toEqual([[other.url, 'it answers 503']]);
    one.counts = null;
    await browser.poll();
    expect(browser.isReachable).toBe(false);
    other.counts = {};
    await browser.poll();
    expect(browser.isReachable).toBe(true);
    expect([...browser.unreachable.keys()]).toEqual([one.url]);
  });
});

describe('parseMetrics', () => {
  it('rejects a text without the metric', () => {
    expect(() => parseMetrics('<!doctype html>', 'jobs')).toThrow(
      'it does not have the metric dps_browser_events_total',
    );
  });
});
