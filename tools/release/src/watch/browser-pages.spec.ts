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
    ['pages that came', { [LOADED]: 7, 'jobs 1.1.0 load retried': 2 }, 9, 0],
    ['pages that got another release or none', { [FALLBACK]: 2, 'jobs 1.1.0 load unavailable': 1 }, 3, 3],
    ['a page that threw and got another release', { [LOADED]: 5, [CRASH]: 1, [FALLBACK]: 1 }, 5, 1],
    ['a widget that threw', { [LOADED]: 5, 'jobs 1.1.0 crash widget': 1 }, 5, 1],
    ['a page that threw again and again', { [LOADED]: 2, [CRASH]: 9 }, 2, 2],
    ['nothing of other releases', { 'jobs 1.0.0 load loaded': 4, 'payments 1.1.0 load loaded': 4 }, 0, 0],
    ['nothing that is no page', { 'jobs 1.1.0 failure 5xx': 4, 'jobs 1.1.0 script-error thrown': 4 }, 0, 0],
  ])('counts %s', async (_case, counts, pages, troubled) => {
    const api = await start({});
    const browser = new BrowserPages('jobs', [api.url]);
    await browser.look();
    api.counts = counts;
    await browser.look();
    expect(browser.of('1.1.0')).toEqual({ pages, troubled });
  });

  it('counts from when it first looked, over all processes, and goes on where one starts again', async () => {
    const [one, other] = [await start({ [LOADED]: 100 }), await start({ [LOADED]: 50 })];
    const browser = new BrowserPages('jobs', [one.url, other.url]);
    const lookAt = async (...loaded: (number | null)[]) => {
      [one.counts = null, other.counts = null] = loaded.map((count) =>
        count === null ? {} : { [LOADED]: count },
      );
      await browser.look();
      return browser.of('1.1.0').pages;
    };
    expect(await lookAt(100, 50)).toBe(0);
    expect(await lookAt(110, 51)).toBe(11);
    expect(await lookAt(3, 51)).toBe(14);
    expect(await lookAt(null, 52)).toBe(15);
    expect(await lookAt(2, 52)).toBe(17);
  });

  it('says who does not answer, and whether anybody does', async () => {
    const [one, other] = [await start({}), await start(null)];
    const browser = new BrowserPages('jobs', [one.url, other.url]);
    await browser.look();
    expect(browser.isSeen).toBe(true);
    expect([...browser.silent]).toEqual([[other.url, 'it answers 503']]);
    one.counts = null;
    await browser.look();
    expect(browser.isSeen).toBe(false);
    other.counts = {};
    await browser.look();
    expect(browser.isSeen).toBe(true);
    expect([...browser.silent.keys()]).toEqual([one.url]);
  });
});

describe('parseMetrics', () => {
  it('refuses what does not have the metric', () => {
    expect(() => parseMetrics('<!doctype html>', 'jobs')).toThrow(
      'it does not count dps_browser_events_total',
    );
  });
});
