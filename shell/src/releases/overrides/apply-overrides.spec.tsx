import { jest } from '@jest/globals';
import type { Deployment, Registry } from '@dps/shared-contracts';
import { aModule, aRegistry } from '../../testing/registry.ts';
import { OVERRIDES_KEY } from '../page-releases.ts';
import { withOverrides } from '../with-overrides.ts';

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

const answers = (byAddress: Record<string, unknown>) =>
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
  it('runs what was released as long as nothing was chosen, and asks nobody', async () => {
    const asking = answers({});
    expect(await withOverrides(page)).toEqual({ registry: page, asked: [], isRefused: false });
    expect(asking).not.toHaveBeenCalled();
  });

  it('runs another release that was chosen, with nothing to fall back on', async () => {
    choose('jobs@1.1.0');
    answers({ '/registry.json': store });
    const { registry } = await withOverrides(page);
    expect(moduleOf(registry)).toMatchObject({
      stable: '1.1.0',
      choice: { reason: 'override', promoted: '1.0.0', source: '1.1.0' },
    });
    expect(moduleOf(registry)).not.toHaveProperty('lastGood');
    expect(moduleOf(registry, 'payments')).toBe(page.modules[1]);
  });

  it('runs what a dev server serves that was chosen', async () => {
    choose(`jobs@${DEV}`);
    answers({ [`${DEV}/release.json`]: build });
    const { registry } = await withOverrides(page);
    expect(moduleOf(registry)?.releases['1.1.0']?.base).toBe(`${DEV}/remote/`);
    expect(moduleOf(registry)?.choice).toEqual({ reason: 'override', promoted: '1.0.0', source: DEV });
  });

  it('runs a module of a dev server that was never released', async () => {
    choose(`weather@${DEV}`);
    answers({ [`${DEV}/release.json`]: { ...build, name: 'weather' } });
    expect(moduleOf((await withOverrides(page)).registry, 'weather')?.stable).toBe('1.1.0');
  });

  it.each([
    ['does not answer', {}, `${DEV}/release.json does not answer`],
    ['serves something else', { [`${DEV}/release.json`]: [] }, 'release is not an object'],
    [
      'serves another module',
      { [`${DEV}/release.json`]: { ...build, name: 'payments' } },
      'is about payments',
    ],
    [
      'names files of somebody else',
      { [`${DEV}/release.json`]: { ...build, base: 'https://elsewhere.example/' } },
      `release.base is not a folder of ${DEV}`,
    ],
    [
      'names files of the product',
      { [`${DEV}/release.json`]: { ...build, base: '/modules/jobs/1.0.0/' } },
      `release.base is not a folder of ${DEV}`,
    ],
  ])('says so when a chosen dev server %s, and runs nothing in its place', async (_what, served, problem) => {
    choose(`jobs@${DEV}`);
    answers(served);
    const { choice } = moduleOf((await withOverrides(page)).registry) ?? {};
    expect(choice).toMatchObject({
      reason: 'override',
      source: DEV,
      problem: expect.stringContaining(problem),
    });
  });

  it('says so when the registry has no such release, or cannot be had', async () => {
    choose('jobs@3.0.0');
    answers({ '/registry.json': store });
    const missing = { problem: 'the registry has no release 3.0.0' };
    expect(moduleOf((await withOverrides(page)).registry)?.choice).toMatchObject(missing);
    answers({});
    expect(moduleOf((await withOverrides(page)).registry)?.choice?.problem).toBe('Failed to fetch');
  });

  it.each([
    ['of an origin that is not allowed any more', JSON.stringify(['jobs@https://elsewhere.example'])],
    ['that is damaged', '["jobs@'],
    ['of another shape', '{"jobs":"1.1.0"}'],
  ])('ignores a choice %s', async (_what, stored) => {
    sessionStorage.setItem(OVERRIDES_KEY, stored);
    expect((await withOverrides(page)).registry).toEqual(page);
  });
});

describe('a link', () => {
  it('runs nothing by itself: it is handed on and leaves the address', async () => {
    const asking = answers({});
    history.replaceState(null, '', `/jobs?page=2&override=jobs@${DEV}&override=payments@1.1.0#list`);
    expect(await withOverrides(page)).toEqual({
      registry: page,
      asked: [
        { module: 'jobs', source: DEV },
        { module: 'payments', source: '1.1.0' },
      ],
      isRefused: false,
    });
    expect(asking).not.toHaveBeenCalled();
    expect(location.pathname + location.search + location.hash).toBe('/jobs?page=2#list');
  });

  it('asks for nothing that runs already', async () => {
    choose(`jobs@${DEV}`);
    answers({ [`${DEV}/release.json`]: build });
    history.replaceState(null, '', `/jobs?override=jobs@${DEV}`);
    expect((await withOverrides(page)).asked).toEqual([]);
  });

  it('that names what is not allowed is said to be ignored', async () => {
    history.replaceState(null, '', '/jobs?override=jobs@https://elsewhere.example');
    expect(await withOverrides(page)).toEqual({ registry: page, asked: [], isRefused: true });
  });

  it('means nothing where the deployment offers no overrides, nor does what was chosen', async () => {
    deployed(undefined);
    choose('jobs@1.1.0');
    const asking = answers({ '/registry.json': store });
    history.replaceState(null, '', '/jobs?override=jobs@1.1.0');
    expect(await withOverrides(page)).toEqual({ registry: page, asked: [], isRefused: false });
    expect(asking).not.toHaveBeenCalled();
  });
});
