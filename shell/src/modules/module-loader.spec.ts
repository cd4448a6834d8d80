import type { ModuleDefinition } from '@dps/shared-contracts/module';
import type { ModuleRelease, RegistryModule } from '@dps/shared-contracts';
import { aModule, aRegistry } from '../testing/registry.ts';
import { ModuleLoader } from './module-loader.ts';

const route = { path: '/flight-data', title: 'Flight Data', access: 'user' as const, chunks: ['page.js'] };
const widget = 'flight-data.record-list';

/** Two releases of a module: 1.1.0 is stable, 1.0.0 the last that was known to be good. */
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

/** A loader in a world where each release answers as told, one answer after the other; `ok` once they are used up. */
function aLoader(answers: Record<string, ('ok' | 'fails' | 'empty')[]> = {}, others: RegistryModule[] = []) {
  const module = twoReleases();
  const attempts: string[] = [];
  const preloaded: string[] = [];
  const notes: object[] = [];
  const loader = new ModuleLoader(aRegistry(...others, module), {
    loadDefinition: ({ version }: ModuleRelease) => {
      attempts.push(version);
      const answer = answers[version]?.shift() ?? 'ok';
      if (answer === 'fails') return Promise.reject(new Error(`${version} did not arrive`));
      const definition = aDefinition(version);
      return Promise.resolve(answer === 'empty' ? { ...definition, routes: [], widgets: {} } : definition);
    },
    preloadFiles: ({ version }, files) => void preloaded.push(...files.map((file) => `${version}/${file}`)),
    pause: () => Promise.resolve(),
    note: ({ ms: _ms, ...load }) => notes.push(load),
  });
  const page = () => loader.page(module, '/flight-data');
  return { loader, module, attempts, preloaded, notes, page };
}

describe('the page of a module', () => {
  it('comes from the stable release, whose files are asked for at once', async () => {
    const { page, attempts, preloaded } = aLoader();
    expect(await page()).toMatchObject({ release: { version: '1.1.0' } });
    expect(attempts).toEqual(['1.1.0']);
    expect(preloaded).toEqual(['1.1.0/assets/remoteEntry.js', '1.1.0/page.js']);
  });

  it('is asked for once more before the release is given up', async () => {
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

  it('fails by the name of the module and its version when no release works', async () => {
    const { page } = aLoader({ '1.1.0': ['fails', 'fails'], '1.0.0': ['fails', 'fails'] });
    await expect(page()).rejects.toThrow('flight-data 1.1.0 is unavailable: 1.0.0 did not arrive');
  });

  it('is one and the same until it is discarded', async () => {
    const { loader, page } = aLoader();
    const first = page();
    expect(page()).toBe(first);
    expect(loader.discard(await first, new Error('x'))).toBe(true);
    expect(await page()).toMatchObject({ release: { version: '1.0.0' } });
  });

  it('has nothing left when both releases were discarded', async () => {
    const { loader, page } = aLoader();
    loader.discard(await page(), new Error('x'));
    expect(loader.discard(await page(), new Error('x'))).toBe(false);
  });

  it('begins anew with the stable release once failures are forgotten', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'], '1.0.0': ['fails', 'fails'] });
    await page().then(undefined, () => undefined);
    loader.forgetFailures();
    expect(await page()).toMatchObject({ release: { version: '1.1.0' } });
  });

  it('says where it stands, so that React need not suspend for it', async () => {
    const { page } = aLoader();
    expect(page().status).toBe('pending');
    await page();
    expect(page()).toMatchObject({ status: 'fulfilled', value: { release: { version: '1.1.0' } } });
  });
});

describe('the team hears', () => {
  const stable = { module: 'flight-data', version: '1.1.0' };
  const fails = ['fails', 'fails'] as const;

  it.each<[string, Record<string, ('ok' | 'fails')[]>, object[]]>([
    ['that a release was loaded', {}, [{ ...stable, outcome: 'loaded' }]],
    ['that it took a second attempt', { '1.1.0': ['fails'] }, [{ ...stable, outcome: 'retried' }]],
    [
      'which release did not load, and which came in its place',
      { '1.1.0': [...fails] },
      [{ ...stable, outcome: 'fallback', shown: '1.0.0' }],
    ],
    ['that none did', { '1.1.0': [...fails], '1.0.0': [...fails] }, [{ ...stable, outcome: 'unavailable' }]],
  ])('%s', async (_what, answers, expected) => {
    const { page, notes } = aLoader(answers);
    await page().then(undefined, () => undefined);
    expect(notes).toEqual(expected);
  });

  it('nothing of one more part of a release that runs', async () => {
    const { loader, page, notes } = aLoader({ '1.1.0': [...fails] });
    await page();
    await loader.widget(widget);
    expect(notes).toEqual([{ ...stable, outcome: 'fallback', shown: '1.0.0' }]);
  });

  it('that a release was given up after it threw', async () => {
    const { loader, page, notes } = aLoader();
    loader.discard(await page(), new Error('x'));
    await page();
    expect(notes).toEqual([
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

  it('comes from the release that the document runs already', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'] });
    await page();
    loader.forgetFailures();
    expect(await loader.widget(widget)).toMatchObject({ release: { version: '1.0.0' } });
  });

  it('does not come from another module that lists it', async () => {
    const other = aModule('accounting', { widgets: [widget] });
    const { loader } = aLoader({}, [other]);
    expect(await loader.widget(widget)).toMatchObject({ module: { name: 'flight-data' } });
  });

  it('that no module provides fails by its name', async () => {
    const { loader } = aLoader();
    await expect(loader.widget('payments.pay-dialog')).rejects.toThrow(
      'No module provides payments.pay-dialog',
    );
  });
});

describe('the history of a module', () => {
  it('is empty before anything was asked for', () => {
    expect(aLoader().loader.history('flight-data')).toEqual({ running: undefined, loads: [], givenUp: [] });
  });

  it('has what runs, how it came and what failed on the way', async () => {
    const { loader, page } = aLoader({ '1.1.0': ['fails', 'fails'] });
    await page();
    expect(loader.history('flight-data')).toMatchObject({
      running: '1.0.0',
      loads: [{ outcome: 'fallback', version: '1.1.0', shown: '1.0.0', at: expect.any(Number) }],
      givenUp: [{ module: 'flight-data', version: '1.1.0', what: '1.1.0 did not arrive' }],
    });
    expect(loader.history('payments').loads).toEqual([]);
  });

  it('has what threw while it was shown, also after a retry', async () => {
    const { loader, page } = aLoader();
    loader.discard(await page(), new Error('it threw'));
    loader.forgetFailures();
    expect(loader.history('flight-data').givenUp).toEqual([
      { module: 'flight-data', version: '1.1.0', what: 'it threw' },
    ]);
  });
});
