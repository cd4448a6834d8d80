import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderStore } from '@dps/release/store/folder-store';
import type { ReleaseStore } from '@dps/release/store/release-store';
import { BUCKET, startBucket, type Bucket } from '@dps/release/store/testing/bucket';
import { parseRegistry } from '@dps/contract';
import { buildGateway, runGateway, type GatewayProcess } from './support/process.ts';
import { NAVIGATION } from './support/product.ts';
import { key, publish } from './support/publish.ts';

const PAGE = '/modules/jobs/1.0.0/assets/page.1b1b1b1b.js';
const SETTINGS = { RELEASE_PUBLIC_KEYS: key.publicKey, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

/** Timeout in milliseconds: a build of a busy machine takes long. */
const TIMEOUT_MS = 300_000;

let root: string;
let bucket: Bucket;
let gateway: GatewayProcess | undefined;
beforeAll(buildGateway, TIMEOUT_MS);
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'dps-gateway-process-'));
  bucket = await startBucket();
});
afterEach(async () => {
  await gateway?.stop();
  gateway = undefined;
  await bucket.close();
  rmSync(root, { recursive: true, force: true });
});

/** Starts a gateway over a store with a shell and the module `jobs`. */
async function start(address: string): Promise<{ url: string; store: ReleaseStore }> {
  const store = address.startsWith('s3:') ? await bucket.open('production') : new FolderStore(address);
  await publish(store, { jobs: ['1.0.0'] });
  gateway = runGateway({
    ...SETTINGS,
    ...bucket.environmentOf('gateway'),
    RELEASE_STORE: address,
    RELEASE_CACHE_DIR: join(root, 'cache'),
  });
  return { url: await gateway.url, store };
}

/** Requests the registry until it has the revision. */
async function untilRevision(url: string, revision: number): Promise<void> {
  const read = async () => parseRegistry(await (await fetch(`${url}/registry.json`)).text());
  while ((await read()).revision !== revision);
}

const documentOf = async (url: string) => {
  const response = await fetch(`${url}/jobs`, { headers: { ...NAVIGATION, host: 'localhost' } });
  return { status: response.status, body: await response.text() };
};

describe.each([
  ['a folder', () => join(root, 'releases')],
  ['a bucket', () => `s3://${BUCKET}/production`],
])('a gateway process over %s', (_case, address) => {
  it('[SECURE-86] serves documents, release files and a changed registry, and ends with SIGTERM', async () => {
    const { url, store } = await start(address());
    const { status, body } = await documentOf(url);
    expect(status).toBe(200);
    expect(body).toContain('/shell/1.0.0/assets/main.0a0a0a0a.js');
    const file = await fetch(url + PAGE, { headers: { 'accept-encoding': 'br' } });
    expect(await file.text()).toBe("page('jobs 1.0.0')");
    expect(file.headers.get('content-encoding')).toBe('br');
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${url}/modules/jobs/9.9.9/assets/page.js`)).status).toBe(404);
    await publish(store, { jobs: ['1.0.0'], weather: ['1.0.0'] });
    await untilRevision(url, 2);
    expect((await documentOf(url)).body).toContain('"name":"weather"');
    expect(await gateway?.stop()).toMatchObject({ code: 0, output: expect.stringContaining('has stopped') });
  });
});

describe('a gateway process', () => {
  it('serves the last valid registry and cached files while the bucket is unavailable', async () => {
    const { url } = await start(`s3://${BUCKET}/production`);
    await documentOf(url);
    await (await fetch(url + PAGE)).text();
    expect(readdirSync(join(root, 'cache'))).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^registry-/),
    ]);
    await bucket.close();
    expect((await documentOf(url)).status).toBe(200);
    expect(await (await fetch(url + PAGE)).text()).toBe("page('jobs 1.0.0')");
    const missing = await fetch(`${url}/modules/jobs/1.0.0/assets/remoteEntry.1a1a1a1a.js`);
    expect(missing.status).toBe(503);
    expect(missing.headers.get('retry-after')).toBe('2');
    bucket = await startBucket();
  });

  it('ends with a message that names each wrong variable', async () => {
    gateway = runGateway({ ...SETTINGS, RELEASE_STORE: root, API_ORIGIN: 'nowhere', DEMO_DATA: 'maybe' });
    expect(await gateway.ended).toEqual({
      code: 1,
      output:
        'The gateway cannot start. API_ORIGIN: expected an origin such as http://127.0.0.1:4201; DEMO_DATA: expected true or false\n',
    });
  });
});
