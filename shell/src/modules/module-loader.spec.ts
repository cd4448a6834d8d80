import type { ModuleDefinition } from '@dps/contract/module';
import type { ModuleRelease, RegistryModule } from '@dps/contract';
import { aModule, aRegistry } from '../testing/registry.ts';
import { ModuleLoader } from './module-loader.ts';

const route = { path: '/flight-data', title: 'Flight Data', access: 'user' as const, chunks: ['page.js'] };
const widget = 'flight-data.record-list';

/** A module whose release 1.1.0 is stable and 1.0.0 the last good one. */
function twoReleases(): RegistryModule {
  const old = aModule('flight-data', { routes: [route], widgets: [widget] });
  const release = old.releases['1.0.0'];
  if (!release) throw new Error('The fixture has no release');
  const stable = { ...release, version: '1.1.0', container: 'mfe_flight_data_1_1_0' };
  return { ...old, stable: '1.1.0', lastGood: '1.0.0', releases: { ...old.releases, '1.1.0': stable } };
}

function aDefinition(version: string): ModuleDefinition {
  const part = () => Promise.resolve({ default: () => version });
  return {
    name: 'flight-data',
    version,
    routes: [{ path: '/flight-data', lazy: part }],
    widgets: { [widget]: part },
  };
}

/** A loader whose releases give the listed results in order, then `ok`. */
function aLoader(results: Record<string, ('ok' | 'fails' | 'empty')[]> = {}, others: RegistryModule[] = []) {
  const module = twoReleases();
  const attempts: string[] = [];
  const preloaded: string[] = [];
  const reports: object[] = [];
  const loader = new ModuleLoader(aRegistry(...others, module), {
    loadDefinition: ({ version }: ModuleRelease) => {
      attempts.push(version);
      const result = results[version]?.shift() ?? 'ok';
      if (result === 'fails') return Promise.reject(new Error(`${version} did not arrive`));
      const definition = aDefinition(version);
      return Promise.resolve(result === 'empty' ? { ...definition, routes: [], widgets: {} } : definition);
    },
    preloadFiles: ({ version }, files) => void preloaded.push(...files.map((file) => `${version}/${file}`)),
    pause: () => Promise.resolve(),
    onLoad: ({ ms: _ms, ...load }) => reports.push(load),
  });
  const page = () => loader.page(module, '/flight-data');
  return { loader, module, attempts, preloaded, reports, page };
}

describe('the page of a module', () => {
  it('comes from the stable release, whose files are preloaded', async () => {
    const { page, attempts, preloaded } = aLoader();
    expect(await page()).toMatchObject({ release: { version: '1.1.0' } });
    expect(attempts).toEqual(['1.1.0']);
    expect(preloaded).toEqual(['1.1.0/assets/remoteEntry.js', '1.1.0/page.js']);
  });

  it('is requested a second time before the release counts as failed', async () => {
    const { page, attempts } = aLoader({ '1.1.0': ['fails'] });
    expect(await page()).toMatchObject({ release: { version: '1.1.0' } });
    expect(attempts).toEqual(['1.1.0', '1.1.0']);
  });

  it.each(['fails', 'empty'] as const)(
    'comes from the last good release when the stable one %s',
    async (how) => {
      const { page } = aLoader({ '1.1.0': [how, how] });
      expect(await page()).toMatchObject({ release: { version: '1.0.0' } });
    },
  );

  it('rejects with the module and its version when no release works', async () => {
    const { page } = aLoader({ '1.1.0': ['fails', 'fails'], '1.0.0': ['fails', 'fails'] });
    await expect(page()).rejects.toThrow('flight-data 1.1.0 is unavailable: 1.0.0 did not arrive');
  });

  it('is the same promise until it is discarded', async () => {
    const { loader, page } = aLoader();
    const first = page();
    expect(page()).toBe(first);
    expect(loader.discard(await first, new Error('x'))).toBe(true);
    expect(await page()).toMatchObject({ release: { version: '1.0.0' } });
  });

  it('has no other release after both were discarded', async () => {
    const { loader, page } = aLoader();
    loader.discard(await page(), new Error('x'));
    expect(loader.discard(await page(), new Error('x'))).toBe(false);
  });

  it('starts with the stable release again after forgetFailures', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'], '1.0.0': ['fails', 'fails'] });
    await page().then(undefined, () => undefined);
    loader.forgetFailures();
    expect(await page()).toMatchObject({ release: { version: '1.1.0' } });
  });

  it('has a status, so that React does not suspend for a loaded page', async () => {
    const { page } = aLoader();
    expect(page().status).toBe('pending');
    await page();
    expect(page()).toMatchObject({ status: 'fulfilled', value: { release: { version: '1.1.0' } } });
  });
});

describe('the loader reports', () => {
  const stable = { module: 'flight-data', version: '1.1.0' };
  const fails = ['fails', 'fails'] as const;

  it.each<[string, Record<string, ('ok' | 'fails')[]>, object[]]>([
    ['that a release was loaded', {}, [{ ...stable, outcome: 'loaded' }]],
    ['that it took a second attempt', { '1.1.0': ['fails'] }, [{ ...stable, outcome: 'retried' }]],
    [
      'which release did not load, and which one replaced it',
      { '1.1.0': [...fails] },
      [{ ...stable, outcome: 'fallback', shown: '1.0.0' }],
    ],
    [
      'that no release was loaded',
      { '1.1.0': [...fails], '1.0.0': [...fails] },
      [{ ...stable, outcome: 'unavailable' }],
    ],
  ])('%s', async (_what, results, expected) => {
    const { page, reports } = aLoader(results);
    await page().then(undefined, () => undefined);
    expect(reports).toEqual(expected);
  });

  it('no load of another part of a running release', async () => {
    const { loader, page, reports } = aLoader({ '1.1.0': [...fails] });
    await page();
    await loader.widget(widget);
    expect(reports).toEqual([{ ...stable, outcome: 'fallback', shown: '1.0.0' }]);
  });

  it('the fallback after a release threw', async () => {
    const { loader, page, reports } = aLoader();
    loader.discard(await page(), new Error('x'));
    await page();
    expect(reports).toEqual([
      { ...stable, outcome: 'loaded' },
      { ...stable, outcome: 'fallback', shown: '1.0.0' },
    ]);
  });
});

describe('a widget', () => {
  it('comes from the module whose release lists it', async () => {
    const { loader } = aLoader();
    expect(await loader.widget(widget)).toMatchObject({ release: { version: '1.1.0' } });
  });

  it('comes from the running release', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'] });
    await page();
    loader.forgetFailures();
    expect(await loader.widget(widget)).toMatchObject({ release: { version: '1.0.0' } });
  });

  it('is found by a part of its name', () => {
    const { loader } = aLoader();
    expect(loader.findWidget((name) => name === widget)).toBe(widget);
    const isQueue = (name: string): name is 'flight-data.queue' => name.endsWith('.queue');
    expect(loader.findWidget(isQueue)).toBeUndefined();
  });

  it('does not come from another module that lists it', async () => {
    const other = aModule('accounting', { widgets: [widget] });
    const { loader } = aLoader({}, [other]);
    expect(await loader.widget(widget)).toMatchObject({ module: { name: 'flight-data' } });
  });

  it('rejects with its name when no module provides it', async () => {
    const { loader } = aLoader();
    await expect(loader.widget('payments.pay-dialog')).rejects.toThrow(
      'No module provides payments.pay-dialog',
    );
  });
});

describe('the history of a module', () => {
  it('is empty before the first load', () => {
    expect(aLoader().loader.history('flight-data')).toEqual({ running: undefined, loads: [], failures: [] });
  });

  it('has the running release, the loads and the failures', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'] });
    await page();
    expect(loader.history('flight-data')).toMatchObject({
      running: '1.0.0',
      loads: [{ outcome: 'fallback', version: '1.1.0', shown: '1.0.0', at: expect.any(Number) }],
      failures: [{ module: 'flight-data', version: '1.1.0', what: '1.1.0 did not arrive' }],
    });
    expect(loader.history('payments').loads).toEqual([]);
  });

  it('keeps the failure of a release that threw, also after a retry', async () => {
    const { loader, page } = aLoader();
    loader.discard(await page(), new Error('it threw'));
    loader.forgetFailures();
    expect(loader.history('flight-data').failures).toEqual([
      { module: 'flight-data', version: '1.1.0', what: 'it threw' },
    ]);
  });
});
