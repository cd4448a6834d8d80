import { jest } from '@jest/globals';
import type { Deployment, Registry } from '@dps/contract';
import { aModule, aRegistry } from '../../testing/registry.ts';
import { OVERRIDES_KEY } from '../page-releases.ts';
import { withOverrides } from '../ReleaseTools.tsx';

const DEV = 'http://localhost:4300';
const [jobs, next] = [aModule('jobs'), aModule('jobs', { version: '1.1.0' })];
const page = aRegistry(jobs, aModule('payments'));
const store: Registry = aRegistry({
  ...jobs,
  lastGood: '1.0.0',
  releases: { ...jobs.releases, ...next.releases },
});
const build = {
  ...next.releases['1.1.0'],
  kind: 'module',
  name: 'jobs',
  title: 'Jobs',
  base: `${DEV}/remote/`,
};

function deployed(overrides: Deployment['overrides']): void {
  const settings: Deployment = {
    demoAccounts: [],
    payments: { publishableKey: '', sandboxScript: null },
    ...(overrides && { overrides }),
  };
  document.body.innerHTML = '<script type="application/json" id="deployment"></script>';
  document.getElementById('deployment')?.append(JSON.stringify(settings));
}

const serve = (byAddress: Record<string, unknown>) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const address = typeof input === 'string' ? input : '';
    if (!(address in byAddress)) throw new TypeError('Failed to fetch');
    return Response.json(byAddress[address]);
  });
const choose = (...overrides: string[]) => sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify(overrides));
const moduleOf = ({ modules }: Registry, name = 'jobs') => modules.find((each) => each.name === name);

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/jobs');
  deployed({ origins: ['http://localhost:*'] });
});
afterEach(() => jest.restoreAllMocks());

describe('a tab', () => {
  it('runs the releases without a request when it has no overrides', async () => {
    const fetching = serve({});
    expect(await withOverrides(page)).toEqual({ registry: page, requested: [], isRefused: false });
    expect(fetching).not.toHaveBeenCalled();
  });

  it('runs the overriding release, without a fallback', async () => {
    choose('jobs@1.1.0');
    serve({ '/registry.json': store });
    const { registry } = await withOverrides(page);
    expect(moduleOf(registry)).toMatchObject({
      stable: '1.1.0',
      choice: { reason: 'override', promoted: '1.0.0', source: '1.1.0' },
    });
    expect(moduleOf(registry)).not.toHaveProperty('lastGood');
    expect(moduleOf(registry, 'payments')).toBe(page.modules[1]);
  });

  it('runs the release of the overriding dev server', async () => {
    choose(`jobs@${DEV}`);
    serve({ [`${DEV}/release.json`]: build });
    const { registry } = await withOverrides(page);
    expect(moduleOf(registry)?.releases['1.1.0']?.base).toBe(`${DEV}/remote/`);
    expect(moduleOf(registry)?.choice).toEqual({ reason: 'override', promoted: '1.0.0', source: DEV });
  });

  it('runs a module of a dev server that was never released', async () => {
    choose(`weather@${DEV}`);
    serve({ [`${DEV}/release.json`]: { ...build, name: 'weather' } });
    expect(moduleOf((await withOverrides(page)).registry, 'weather')?.stable).toBe('1.1.0');
  });

  const outside = `release.base is not a folder of ${DEV}`;
  it.each([
    ['does not respond', undefined, `${DEV}/release.json does not respond`],
    ['serves no release', [], 'release is not an object'],
    ['serves another module', { ...build, name: 'payments' }, 'serves the module payments'],
    ['names files of another origin', { ...build, base: 'https://elsewhere.example/' }, outside],
    ['names files of the product', { ...build, base: '/modules/jobs/1.0.0/' }, outside],
  ])('reports that an overriding dev server %s, without a fallback', async (_what, served, problem) => {
    choose(`jobs@${DEV}`);
    serve(served ? { [`${DEV}/release.json`]: served } : {});
    const { choice } = moduleOf((await withOverrides(page)).registry) ?? {};
    expect(choice).toMatchObject({ reason: 'override', source: DEV });
    expect(choice?.problem).toContain(problem);
  });

  it('reports that the registry has no such release, or does not arrive', async () => {
    choose('jobs@3.0.0');
    serve({ '/registry.json': store });
    const missing = { problem: 'the registry has no release 3.0.0' };
    expect(moduleOf((await withOverrides(page)).registry)?.choice).toMatchObject(missing);
    serve({});
    expect(moduleOf((await withOverrides(page)).registry)?.choice?.problem).toBe('Failed to fetch');
  });

  it.each([
    ['of an origin that is not allowed any more', JSON.stringify(['jobs@https://elsewhere.example'])],
    ['that is damaged', '["jobs@'],
    ['of another shape', '{"jobs":"1.1.0"}'],
  ])('ignores an override %s', async (_what, stored) => {
    sessionStorage.setItem(OVERRIDES_KEY, stored);
    expect((await withOverrides(page)).registry).toEqual(page);
  });
});

describe('a link', () => {
  it('requests overrides, which do not run, and is removed from the address', async () => {
    const fetching = serve({});
    history.replaceState(null, '', `/jobs?page=2&override=jobs@${DEV}&override=payments@1.1.0#list`);
    expect(await withOverrides(page)).toEqual({
      registry: page,
      requested: [
        { module: 'jobs', source: DEV },
        { module: 'payments', source: '1.1.0' },
      ],
      isRefused: false,
    });
    expect(fetching).not.toHaveBeenCalled();
    expect(location.pathname + location.search + location.hash).toBe('/jobs?page=2#list');
  });

  it('does not request an override that already runs', async () => {
    choose(`jobs@${DEV}`);
    serve({ [`${DEV}/release.json`]: build });
    history.replaceState(null, '', `/jobs?override=jobs@${DEV}`);
    expect((await withOverrides(page)).requested).toEqual([]);
  });

  it('is refused when its override is not allowed', async () => {
    history.replaceState(null, '', '/jobs?override=jobs@https://elsewhere.example');
    expect(await withOverrides(page)).toEqual({ registry: page, requested: [], isRefused: true });
  });

  it('is ignored, like stored overrides, when the deployment does not allow overrides', async () => {
    deployed(undefined);
    choose('jobs@1.1.0');
    const fetching = serve({ '/registry.json': store });
    history.replaceState(null, '', '/jobs?override=jobs@1.1.0');
    expect(await withOverrides(page)).toEqual({ registry: page, requested: [], isRefused: false });
    expect(fetching).not.toHaveBeenCalled();
  });
});
