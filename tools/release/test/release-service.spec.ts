import { createServer } from 'node:http';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseRegistry, paths, type ReleaseOverview } from '@dps/contract';
import { integrityOf } from '../src/store/integrity.ts';
import type { ReleaseStore } from '../src/store/release-store.ts';
import { startBucket } from '../src/store/testing/bucket.ts';
import { moduleBuild } from '../src/store/testing/releases.ts';
import { FolderStore } from '../src/store/folder-store.ts';
import type { TeamKey } from '../src/store/key-ring.ts';
import { newKey } from '../src/store/release-key.ts';
import { listRevisions } from '../src/store/revisions.ts';
import { createReleaseService, type ReleaseService } from '../src/service/release-service.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';
import { startMetrics, type MetricsProcess } from './support/metrics.ts';

const ORIGIN = 'https://surveys.example';
const root = mkdtempSync(path.join(tmpdir(), 'dps-service-'));
const { teamAt } = commandsIn(root);
const storeFolder = path.join(root, 'store');
/** The store before each test. */
const published = path.join(root, 'published');
const store = new FolderStore(storeFolder);
const keysFile = path.join(root, 'keys.json');
const teams = { platform: newKey(), jobs: newKey(), weather: newKey(), old: newKey() };
const keys: TeamKey[] = [
  { name: 'Platform', publicKey: teams.platform.key.publicKey, releases: ['shell'] },
  { name: 'Jobs', publicKey: teams.jobs.key.publicKey, releases: ['jobs'] },
  { name: 'Weather', publicKey: teams.weather.key.publicKey, releases: ['weather'] },
  { name: 'Old', publicKey: teams.old.key.publicKey, releases: ['jobs'], revoked: true },
];

const as = (team: keyof typeof teams) =>
  teamAt(storeFolder, {
    RELEASE_KEY_FILE: undefined,
    RELEASE_PRIVATE_KEY: teams[team].pem,
    RELEASE_KEYS_FILE: keysFile,
  });
const highest = async () => (await listRevisions(store))[0] ?? 0;
const current = async () =>
  parseRegistry(readFileSync(path.join(storeFolder, `revisions/${await highest()}.json`), 'utf8'));

/** The contract file of a module. */
const CONTRACT = JSON.stringify({
  version: '1.0.0',
  entries: {},
  files: {},
  use: { imports: { '@dps/shared-contracts/ui': ['Button'] }, shows: ['jobs.list'], provides: [] },
});

/** Sessions by the value of their cookie, as the API knows them. */
const USERS: Record<string, object> = {
  olga: { id: 7, username: 'olga' },
  moved: { id: 7, username: 'olga' },
  ivan: { id: 8, username: 'ivan' },
  mallory: { id: 70, username: 'mallory' },
  imitator: { id: 71, username: '8' },
  heir: { id: 72, username: 'olga' },
};
/** The API with its sessions, and the gateway with the registry of the store. */
const product = createServer((request, response) => {
  if (request.url === '/registry.json') {
    void current().then(
      (registry) => response.end(JSON.stringify(registry)),
      () => response.writeHead(503).end(),
    );
    return;
  }
  if (request.headers.cookie === 'dps_session=moved' && request.url !== '/elsewhere') {
    response.writeHead(302, { location: '/elsewhere' }).end();
    return;
  }
  const user = USERS[/^dps_session=(\w+)$/.exec(request.headers.cookie ?? '')?.[1] ?? ''];
  response.writeHead(user ? 200 : 401).end(JSON.stringify(user ?? {}));
}).listen(0, '127.0.0.1');
let productUrl = '';
let api: MetricsProcess;
let service: ReleaseService;
let log: string[];

beforeAll(async () => {
  writeFileSync(keysFile, JSON.stringify(keys));
  if (!product.listening) await once(product, 'listening');
  const address = product.address();
  productUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  api = await startMetrics({});
  for (const version of ['1.0.0', '1.1.0']) buildShell(root, version);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) buildModule(root, 'jobs', version);
  const { files } = moduleBuild('weather');
  const weather = buildModule(root, 'weather', '1.0.0', '^1.0.0', {
    owner: 'Weather team',
    files: { ...files, 'contract.json': integrityOf(CONTRACT) },
  });
  writeFileSync(path.join(weather, 'dist/contract.json'), CONTRACT);
  await as('platform').release('publish shell-1.0.0');
  await as('jobs').release('publish mfe-jobs-1.0.0 mfe-jobs-1.1.0');
  await as('jobs').release('promote jobs 1.1.0');
  await as('weather').release('publish mfe-weather-1.0.0');
  cpSync(storeFolder, published, { recursive: true });
});
beforeEach(async () => {
  rmSync(storeFolder, { recursive: true, force: true });
  cpSync(published, storeFolder, { recursive: true });
  log = [];
  api.counts = {};
  await startService(store);
});
afterEach(() => service.app.close());
afterAll(() => {
  api.close();
  product.close();
  rmSync(root, { recursive: true });
});

async function startService(of: ReleaseStore): Promise<void> {
  service = createReleaseService({
    context: {
      store: of,
      keys,
      products: { urls: [productUrl], areRequired: true, withinMs: 0 },
      notice: (line) => log.push(line),
    },
    viewers: [7, 8],
    api: productUrl,
    publicOrigin: ORIGIN,
    metrics: [api.url],
    log: (line) => log.push(line),
  });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
}

const serviceUrl = () => {
  const address = service.app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};
const call = async (
  target: string,
  user: string | undefined,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => {
  const response = await fetch(serviceUrl() + target, {
    ...init,
    headers: {
      cookie: user === undefined ? 'theme=dark' : `theme=dark; dps_session=${user}`,
      ...headers,
    },
  });
  return { status: response.status, body: await response.json() };
};
const overview = async (): Promise<ReleaseOverview> => (await call(paths.releases(), 'olga')).body;
const rollBack = (request: unknown, { user = 'olga', reason = '', headers = {} } = {}) =>
  call(paths.rollbackRelease(), user, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    body: JSON.stringify({ request, ...(reason && { reason }) }),
  });
/** Runs `sign-request`, which reads the registry of the product alone. */
const sign = async (team: keyof typeof teams, line: string) =>
  JSON.parse((await as(team).release(`sign-request ${line} --served-by ${productUrl}`)).out);

describe('the access', () => {
  it.each([
    ['a user by id', 'olga', 200, undefined],
    ['not a user with the name of a viewer', 'heir', 404, 'not_found'],
    ['not a user whose name looks like an id', 'imitator', 404, 'not_found'],
    ['another user, who does not learn that the page exists', 'mallory', 404, 'not_found'],
    ['an ended session', 'ended', 401, 'unauthenticated'],
    ['[SECURE-107] a session whose check is redirected', 'moved', 503, 'unavailable'],
  ])('[SECURE-92, RELEASES-1] is given to named users only: %s', async (_case, user, status, code) => {
    expect(await call(paths.releases(), user)).toMatchObject({ status, body: code ? { code } : {} });
    if (status === 200) return;
    const request = await sign('jobs', 'jobs');
    expect(await rollBack(request, { user: user ?? '' })).toMatchObject({ status });
    expect(await highest()).toBe(5);
  });

  it('[SECURE-40] is refused to a page that shows another user', async () => {
    const headers = { [paths.PAGE_USER_HEADER]: '8' };
    const conflict = { status: 409, body: { code: 'other_user' } };
    expect(await call(paths.releases(), 'olga', { headers })).toMatchObject(conflict);
    expect(await rollBack(await sign('jobs', 'jobs'), { headers })).toMatchObject(conflict);
    expect(await highest()).toBe(5);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused to a page of %s', async (_case, headers) => {
    const request = await sign('jobs', 'jobs');
    expect(await rollBack(request, { headers })).toMatchObject({
      status: 403,
      body: { code: 'cross_site_request' },
    });
  });
});

describe('every response', () => {
  it.each<[string, string, number, RequestInit & { headers?: Record<string, string> }]>([
    ['the overview', paths.releases(), 200, { headers: { cookie: 'dps_session=olga' } }],
    ['no session', paths.releases(), 401, {}],
    ['an unknown address', '/nowhere', 404, {}],
    ['a malformed address', '/%zz', 400, {}],
    [
      'another site',
      paths.rollbackRelease(),
      403,
      { method: 'POST', headers: { origin: 'https://evil.example' } },
    ],
    ['the check of a balancer', '/healthz', 200, {}],
  ])('[SECURE-102] has the security headers: %s', async (_what, target, status, init) => {
    const response = await fetch(serviceUrl() + target, init);
    expect({ status: response.status, headers: Object.fromEntries(response.headers) }).toMatchObject({
      status,
      headers: {
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      },
    });
  });
});

describe('the overview', () => {
  it('[CALL-42, RELEASES-2] lists the releases with their owners and what each can be rolled back to', async () => {
    await as('jobs').release('publish mfe-jobs-1.2.0');
    await as('jobs').release('canary jobs 1.2.0 --percent 5');
    const { parts, revision, served, problems } = await overview();
    expect({ revision, problems }).toEqual({ revision: 7, problems: [] });
    expect(served).toEqual([{ url: productUrl, revision: 7 }]);
    const [active, earlier, owner] = [{ inactive: false }, ['1.1.0', '1.0.0'], 'Weather team'];
    const canary = { version: '1.2.0', users: '5 of 100 users' };
    expect(parts).toEqual([
      { name: 'shell', title: 'Shell', stable: '1.0.0', ...active, earlier: [] },
      { name: 'jobs', title: 'The jobs module', stable: '1.1.0', ...active, earlier, canary },
      { name: 'weather', title: 'The weather module', owner, stable: '1.0.0', ...active, earlier: [] },
    ]);
  });

  it('[RELEASES-4] has the changes with author, team, key and time, the newest first', async () => {
    const { history } = await overview();
    expect(history[0]).toEqual({
      revision: 5,
      at: expect.stringMatching(/^\d{4}-/),
      by: 'ada',
      owner: 'Weather team',
      key: teams.weather.key.id,
      summary: 'publish weather 1.0.0',
    });
    expect(history.map(({ revision }) => revision)).toEqual([5, 4, 3, 2, 1]);
  });

  it('[RELEASES-5] names what the active releases use, by the import paths of the contract', async () => {
    const contract = path.join(storeFolder, 'modules/weather/1.0.0/contract.json');
    writeFileSync(contract, '{}');
    expect((await overview()).uses).toEqual([]);
    expect(log).toContain('contract.json of weather 1.0.0 differs from the released file.');
    writeFileSync(contract, CONTRACT);
    await service.app.close();
    await startService(store);
    const imports = { '@dps/ui': ['Button'] };
    expect((await overview()).uses).toEqual([
      { module: 'weather', version: '1.0.0', imports, shows: ['jobs.list'] },
    ]);
    await as('weather').release('retire weather');
    expect((await overview()).uses).toEqual([]);
  });

  it('[RELEASES-14] remains available with a damaged history and a damaged revision', async () => {
    const request = await sign('jobs', 'jobs');
    writeFileSync(path.join(storeFolder, 'history/5.json'), '{');
    writeFileSync(path.join(storeFolder, 'revisions/6.json'), '{');
    const { revision, history, problems } = await overview();
    expect({ revision, history }).toEqual({ revision: 5, history: [] });
    expect(problems).toEqual([expect.stringContaining('revisions/6.json'), 'The history cannot be read.']);
    expect(await rollBack(request)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(log.join('\n')).toContain('no usable registry');
  });

  it('[RELEASES-3] has the pages of a canary and of the stable release since its first reading', async () => {
    await as('jobs').release('canary jobs 1.0.0 --percent 50');
    api.counts = { 'jobs 1.0.0 started': 90, 'jobs 1.1.0 started': 90 };
    await service.sample(new Date(0));
    const fine = { 'jobs 1.0.0 fine': 40, 'jobs 1.1.0 fine': 199 };
    api.counts = { 'jobs 1.0.0 started': 190, 'jobs 1.1.0 started': 290, ...fine };
    await service.sample(new Date(5_000));
    const health = async () => (await overview()).parts.find(({ name }) => name === 'jobs')?.health;
    const none = { pages: 0, failed: 0 };
    const [canary, stable] = [
      { pages: 100, failed: 60 },
      { pages: 200, failed: 1 },
    ];
    expect(await health()).toEqual({
      judgement: 'worse',
      isReachable: true,
      points: [
        { at: '1970-01-01T00:00:00.000Z', canary: none, stable: none },
        { at: '1970-01-01T00:00:05.000Z', canary, stable },
      ],
    });
    api.counts = null;
    await service.sample(new Date(10_000));
    expect(await health()).toMatchObject({ isReachable: false, points: [{}, {}] });
    await as('jobs').release('canary jobs --percent 0');
    await service.sample(new Date(15_000));
    expect(await health()).toBeUndefined();
  });
});

describe('a signed rollback', () => {
  it('[CALL-42, RELEASES-7] is written with the signature of the team, and with who and why', async () => {
    const request = await sign('jobs', 'jobs --to 1.0.0');
    expect(await rollBack(request, { user: 'ivan', reason: 'Uploads fail' })).toEqual({
      status: 200,
      body: { revision: 6 },
    });
    const { modules, shellSignature } = await current();
    expect(modules[0]).toMatchObject({ name: 'jobs', stable: '1.0.0', signature: request.signature });
    expect(shellSignature?.revision).toBe(1);
    expect((await overview()).history[0]).toMatchObject({
      by: 'ivan',
      key: teams.jobs.key.id,
      summary: 'rollback jobs 1.1.0 → 1.0.0: Uploads fail',
    });
    expect((await as('weather').release('verify')).out).toContain('Verified: revision 6');
    expect(log).toContain('ivan: rollback jobs 1.1.0 → 1.0.0: Uploads fail');
  });

  it('[RELEASES-9] stays valid while other teams release', async () => {
    const request = await sign('jobs', 'jobs');
    await as('weather').release('retire weather');
    expect((await rollBack(request)).body).toEqual({ revision: 7 });
    expect((await as('jobs').release('verify')).out).toContain('Verified: revision 7');
  });

  it('[RELEASES-10] ends a canary, if it leads to the stable release', async () => {
    await as('jobs').release('canary jobs 1.0.0 --percent 50');
    await rollBack(await sign('jobs', 'jobs --to 1.1.0'));
    expect((await current()).modules[0]).toMatchObject({ stable: '1.1.0', lastGood: '1.0.0' });
    expect((await current()).modules[0]).not.toHaveProperty('canary');
    expect((await overview()).history[0]?.summary).toBe('canary jobs 1.0.0 rolled back');
  });

  it('is written with the key of the service in a deployment', async () => {
    const bucket = await startBucket();
    const all = await bucket.open('production');
    for (const file of globSync('**', { cwd: published }))
      if (statSync(path.join(published, file)).isFile())
        await all.createFile(file, readFileSync(path.join(published, file)));
    await service.app.close();
    await startService(await bucket.open('production', 'releases'));
    expect((await rollBack(await sign('jobs', 'jobs'))).status).toBe(200);
    expect((await listRevisions(all))[0]).toBe(6);
    expect(await all.readFile('history/6.json')).not.toBeNull();
    await bucket.close();
  });

  it('concerns the shell with a key of its team', async () => {
    await as('platform').release('publish shell-1.1.0');
    await as('platform').release('promote shell 1.1.0');
    expect((await rollBack(await sign('platform', 'shell'))).status).toBe(200);
    expect((await current()).shell.version).toBe('1.0.0');
    expect((await as('jobs').release('verify')).out).toContain('Verified');
  });

  /** Returns a request of the team `jobs` whose signature has other values. */
  const signedWith = async (change: object) => {
    const signed = await sign('jobs', 'jobs');
    return { ...signed, signature: { ...signed.signature, ...change } };
  };
  const WEATHER = teams.weather.key.id;
  const OLD = teams.old.key.id;
  const JOBS = teams.jobs.key.id;

  it.each<[string, () => Promise<unknown>, number, string, string]>([
    [
      'of a key of another team',
      () => signedWith({ key: WEATHER }),
      403,
      'forbidden',
      `${WEATHER} may not release jobs.`,
    ],
    ['of a revoked key', () => signedWith({ key: OLD }), 403, 'forbidden', `${OLD} may not release jobs.`],
    [
      'for another module',
      async () => ({ ...(await sign('jobs', 'jobs')), rollback: 'weather' }),
      403,
      'forbidden',
      `${JOBS} may not release weather.`,
    ],
    [
      'whose module has changed since',
      async () => {
        const signed = await sign('jobs', 'jobs');
        await as('jobs').release('publish mfe-jobs-1.2.0');
        return signed;
      },
      409,
      'status_conflict',
      'jobs has changed since revision 5',
    ],
    [
      'from a registry that the store does not have yet',
      () => signedWith({ revision: 99 }),
      409,
      'status_conflict',
      'jobs has changed since revision 98',
    ],
    [
      'to another version',
      async () => ({ ...(await sign('jobs', 'jobs')), to: '1.2.0' }),
      409,
      'status_conflict',
      'jobs 1.2.0 is not published',
    ],
    [
      'with a reload of pages that the team has not signed',
      () => signedWith({ reloadBefore: 6 }),
      400,
      'invalid_signature',
      'The signature does not belong to a rollback of jobs to 1.0.0',
    ],
    ['that is text', async () => 'rollback jobs', 400, 'validation_failed', 'not the output of sign-request'],
    ['that is too long', async () => ({ to: 'x'.repeat(10_000) }), 413, 'payload_too_large', 'too large'],
  ])('[RELEASES-8] is refused %s', async (_case, prepare, status, code, message) => {
    const request = await prepare();
    const before = await current();
    expect(await rollBack(request)).toMatchObject({
      status,
      body: { statusCode: status, code, message: expect.stringContaining(message) },
    });
    expect(await current()).toEqual(before);
  });

  it('is written once when it is sent twice at the same time, with a reason without control characters', async () => {
    const request = await sign('jobs', 'jobs');
    expect(await rollBack(request, { reason: 'a\nb' })).toMatchObject({ status: 400 });
    const responses = await Promise.all([rollBack(request), rollBack(request)]);
    const done = responses.filter(({ status }) => status !== 409);
    expect(done.length).toBeGreaterThan(0);
    for (const each of done) expect(each).toEqual({ status: 200, body: { revision: 6 } });
    expect(await highest()).toBe(6);
  });
});

it('[RELEASES-13] sign-request refuses an entry that no trusted key has signed, so that it signs no files of an attacker', async () => {
  const line = `sign-request jobs --served-by ${productUrl}`;
  const { expectRefused } = as('jobs');
  await as('weather').expectRefused(line, `The key ${teams.weather.key.id} may not release jobs.`);
  await expectRefused('sign-request jobs', 'Name the product', 2);
  const registry = await current();
  const modules = registry.modules.map((each) => ({ ...each, title: 'Forged' }));
  const forged = JSON.stringify({ ...registry, revision: 6, modules });
  writeFileSync(path.join(storeFolder, 'revisions/6.json'), forged);
  await expectRefused(line, 'No key that you trust has signed the served entry of jobs.');
});
