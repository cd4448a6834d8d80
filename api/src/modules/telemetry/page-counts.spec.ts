import type { TelemetryBody } from '@dps/contract';
import { PageCounts, pagesOf } from './page-counts.ts';

const jobs = { module: 'jobs', version: '1.1.0', count: 1 };
const load = (outcome: 'loaded' | 'retried' | 'fallback' | 'unavailable', facts = {}) => ({
  ...jobs,
  outcome,
  ms: 80,
  ...facts,
});
const crash = { ...jobs, part: 'page' as const, errorName: 'Error', message: '' };

const none = { loaded: 0, replaced: 0, crashed: 0, started: 0, fine: 0, failed: 0 };
const jobsPage = { ...none, module: 'jobs', version: '1.1.0' };
const state = (given: 'started' | 'fine' | 'failed') => ({ module: 'jobs', version: '1.1.0', state: given });

describe('pagesOf', () => {
  it.each<[string, TelemetryBody, number, number, number]>([
    ['a page that loaded', { loads: [load('loaded')] }, 1, 0, 0],
    ['a page that loaded after a retry', { loads: [load('retried')] }, 1, 0, 0],
    ['a page that claims ten thousand loads', { loads: [load('loaded', { count: 10_000 })] }, 1, 0, 0],
    ['a page that repeats its load', { loads: Array(20).fill(load('loaded')) }, 1, 0, 0],
    ['a page with a fallback', { loads: [load('fallback')] }, 0, 1, 0],
    ['a page with a load and a fallback', { loads: [load('loaded'), load('fallback')] }, 0, 1, 0],
    ['a page that crashed', { loads: [load('loaded')], crashes: [crash] }, 1, 0, 1],
    [
      'a page that crashed and fell back',
      { loads: [load('loaded'), load('fallback')], crashes: [crash, crash] },
      1,
      1,
      1,
    ],
    [
      'a page that reports another version',
      { loads: [load('loaded', { version: '1.0.0' }), load('loaded')] },
      1,
      0,
      0,
    ],
  ])('counts %s once', (_what, report, loaded, replaced, crashed) => {
    expect(pagesOf(report)).toEqual([{ ...jobsPage, loaded, replaced, crashed }]);
  });

  it('counts the states of a page once, and not its loads', () => {
    const pages = [state('started'), state('started'), state('fine')];
    const loads = [load('fallback', { version: '1.0.0' })];
    expect(pagesOf({ pages, loads })).toEqual([{ ...jobsPage, started: 1, fine: 1 }]);
    expect(pagesOf({ pages: [state('failed')], crashes: [crash] })).toEqual([{ ...jobsPage, failed: 1 }]);
    expect(pagesOf({ pages: [], crashes: [crash] })).toEqual([]);
  });

  it('counts the loads of the shell in each page', () => {
    const shell = load('fallback', { module: 'shell' });
    expect(pagesOf({ pages: [], loads: [shell] })).toEqual([{ ...jobsPage, module: 'shell', replaced: 1 }]);
  });

  it('counts one page for each module', () => {
    const pages = pagesOf({ loads: [load('loaded'), load('loaded', { module: 'payments' })] });
    expect(pages.map(({ module, loaded }) => [module, loaded])).toEqual([
      ['jobs', 1],
      ['payments', 1],
    ]);
  });

  it('counts no page for failed calls', () => {
    expect(pagesOf({ failures: [{ ...jobs, operation: 'detail', status: 500 }] })).toEqual([]);
  });
});

describe('the counts of a process', () => {
  const report = { loads: [load('loaded')] };

  it('name the networks with more than one page, the largest first', () => {
    const counts = new PageCounts();
    for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.3', '192.0.2.3', '192.0.2.3'])
      counts.count(report, network);
    expect(counts.read()).toEqual([
      {
        module: 'jobs',
        version: '1.1.0',
        ...none,
        loaded: 6,
        networks: [
          { ...none, network: '192.0.2.3', loaded: 3 },
          { ...none, network: '192.0.2.2', loaded: 2 },
        ],
      },
    ]);
  });

  it('name no loopback address', () => {
    const counts = new PageCounts();
    for (const network of ['127.0.0.1', '127.0.0.1', '0:0:0:0::/64', '0:0:0:0::/64'])
      counts.count(report, network);
    expect(counts.read()).toMatchObject([{ loaded: 4, networks: [] }]);
  });

  it('keep the most recent of many networks and releases', () => {
    const counts = new PageCounts();
    for (let n = 0; n < 1_002; n += 1) {
      counts.count(report, `network ${n}`);
      counts.count(report, 'a large network');
    }
    const [{ loaded, networks } = { loaded: 0, networks: [] }] = counts.read();
    expect([loaded, networks.length, networks[0]?.loaded]).toEqual([2_004, 1, 1_002]);
    for (let n = 0; n < 200; n += 1) counts.count({ loads: [load('loaded', { version: `2.0.${n}` })] }, 'x');
    expect(counts.read()).toHaveLength(100);
  });
});
