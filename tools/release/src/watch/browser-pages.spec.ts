import { once } from 'node:events';
import { createServer } from 'node:http';
import { startMetrics, type MetricsProcess } from '../../test/support/metrics.ts';
import { BrowserPages } from './browser-pages.ts';

const processes: MetricsProcess[] = [];
afterEach(() => processes.splice(0).forEach(({ close }) => close()));

async function start(counts: MetricsProcess['counts']): Promise<MetricsProcess> {
  const process = await startMetrics(counts);
  processes.push(process);
  return process;
}

const LOADED = 'jobs 1.1.0 loaded';
const REPLACED = 'jobs 1.1.0 replaced';
const CRASHED = 'jobs 1.1.0 crashed';
const STARTED = 'jobs 1.1.0 started';
const FINE = 'jobs 1.1.0 fine';

describe('BrowserPages', () => {
  it.each([
    ['loaded pages', { [LOADED]: 9 }, 9, 0],
    ['pages with another release or none', { [REPLACED]: 3 }, 3, 3],
    ['a crashed page with another release', { [LOADED]: 5, [CRASHED]: 1, [REPLACED]: 1 }, 5, 1],
    ['a crashed widget', { [LOADED]: 5, [CRASHED]: 1 }, 5, 1],
    ['a page that crashes repeatedly', { [LOADED]: 2, [CRASHED]: 9 }, 2, 2],
    ['pages that started and hang', { [STARTED]: 4, [FINE]: 3 }, 4, 1],
    ['pages that failed after a while', { [STARTED]: 4, [FINE]: 4, 'jobs 1.1.0 failed': 2 }, 4, 2],
    ['pages of older and of newer shells', { [LOADED]: 5, [CRASHED]: 1, [STARTED]: 2, [FINE]: 1 }, 7, 2],
    ['no pages of other releases', { 'jobs 1.0.0 loaded': 4, 'payments 1.1.0 loaded': 4 }, 0, 0],
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
    expect([...browser.unreachable]).toEqual([[other.url, 'it responds with 503']]);
    one.counts = null;
    await browser.poll();
    expect(browser.isReachable).toBe(false);
    other.counts = {};
    await browser.poll();
    expect(browser.isReachable).toBe(true);
    expect([...browser.unreachable.keys()]).toEqual([one.url]);
  });

  it('sums the pages of a network over all processes', async () => {
    const [one, other] = [await start({ [LOADED]: 5, [`${LOADED} 192.0.2.1`]: 5 }), await start({})];
    const browser = new BrowserPages('jobs', [one.url, other.url]);
    await browser.poll();
    one.counts = {
      [LOADED]: 9,
      [`${LOADED} 192.0.2.1`]: 8,
      'jobs 1.0.0 loaded': 4,
      'jobs 1.0.0 loaded 192.0.2.1': 4,
    };
    other.counts = { [LOADED]: 2, [CRASHED]: 1, [`${LOADED} 192.0.2.1`]: 2, [`${CRASHED} 192.0.2.1`]: 1 };
    await browser.poll();
    expect(browser.seen({ canary: '1.1.0', stable: '1.0.0' })).toMatchObject({
      canary: { pages: 6, failed: 1 },
      stable: { pages: 4, failed: 0 },
      networks: [{ network: '192.0.2.1', canary: { pages: 5, failed: 1 }, stable: { pages: 4, failed: 0 } }],
    });
  });

  it('reports a process whose response is not the page counts', async () => {
    const server = createServer((_request, response) => response.end('<!doctype html>')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/metrics`;
    const browser = new BrowserPages('jobs', [url]);
    await browser.poll();
    expect([browser.isReachable, browser.unreachable.get(url)]).toEqual([false, expect.stringMatching(/./)]);
    server.close();
  });
});
