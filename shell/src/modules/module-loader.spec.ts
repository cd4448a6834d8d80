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

const stable = { module: 'flight-data', version: '1.1.0' };
const fallback = { ...stable, outcome: 'fallback', shown: '1.0.0' };

describe('the page of a module', () => {
  it.each<[string, ('fails' | 'empty')[], string, object]>([
    ['the stable release', [], '1.1.0', { ...stable, outcome: 'loaded' }],
    ['the stable release at the second attempt', ['fails'], '1.1.0', { ...stable, outcome: 'retried' }],
    ['the last good release when the stable one fails', ['fails', 'fails'], '1.0.0', fallback],
    ['the last good release when the stable one lacks the page', ['empty', 'empty'], '1.0.0', fallback],
  ])('comes from %s, which is reported', async (_what, results, version, report) => {
    const { page, attempts, reports } = aLoader({ '1.1.0': [...results] });
    expect(await page()).toMatchObject({ release: { version } });
    expect(attempts).toEqual([...results.map(() => '1.1.0'), version]);
    expect(reports).toEqual([report]);
  });

  it('preloads its files, and has a status, so that React does not suspend for a loaded page', async () => {
    const { page, preloaded } = aLoader();
    expect(page().status).toBe('pending');
    await page();
    expect(page()).toMatchObject({ status: 'fulfilled', value: { release: { version: '1.1.0' } } });
    expect(preloaded).toEqual(['1.1.0/assets/remoteEntry.js', '1.1.0/page.js']);
  });

  it('rejects when no release works, and starts with the stable release again after forgetFailures', async () => {
    const { loader, page, reports } = aLoader({ '1.1.0': ['fails', 'fails'], '1.0.0': ['fails', 'fails'] });
    await expect(page()).rejects.toThrow('flight-data 1.1.0 is unavailable: 1.0.0 did not arrive');
    expect(reports).toEqual([{ ...stable, outcome: 'unavailable' }]);
    loader.forgetFailures();
    expect(await page()).toMatchObject({ release: { version: '1.1.0' } });
  });

  it('is the same promise until it is discarded, and has no other release after both were', async () => {
    const { loader, page, reports } = aLoader();
    const first = page();
    expect(page()).toBe(first);
    expect(loader.discard(await first, new Error('x'))).toBe(true);
    expect(await page()).toMatchObject({ release: { version: '1.0.0' } });
    expect(reports).toEqual([{ ...stable, outcome: 'loaded' }, fallback]);
    expect(loader.discard(await page(), new Error('x'))).toBe(false);
  });
});

describe('a widget', () => {
  it('comes from the running release', async () => {
    const { loader, page, reports } = aLoader({ '1.1.0': ['fails', 'fails'] });
    await page();
    loader.forgetFailures();
    expect(await loader.widget(widget)).toMatchObject({ release: { version: '1.0.0' } });
    // Another part of a running release is no load.
    expect(reports).toEqual([fallback]);
  });

  it('is found by a part of its name', () => {
    const { loader } = aLoader();
    expect(loader.findWidget((name) => name === widget)).toBe(widget);
    const isDialog = (name: string): name is 'payments.pay-dialog' => name.endsWith('.pay-dialog');
    expect(loader.findWidget(isDialog)).toBeUndefined();
  });

  it('comes from the module of its name, not from another one that lists it', async () => {
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
  it('has the running release, the loads and the failures', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'] });
    expect(loader.history('flight-data')).toEqual({ running: undefined, loads: [], failures: [] });
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
