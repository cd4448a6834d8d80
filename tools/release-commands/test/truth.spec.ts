import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@dps/release-store/open-store';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { BUCKET, startBucket, type Bucket } from '@dps/release-store/testing/bucket';
import { NOT_COMPARED } from '../src/registry/served-registry.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-truth-'));
const { key, run, teamAt } = commandsIn(root);
let bucket: Bucket;

beforeAll(async () => {
  bucket = await startBucket();
  await run(['keygen', key]);
  for (const version of ['1.0.0', '1.1.0']) buildShell(root, version);
  for (const version of ['1.0.0', '1.1.0']) buildModule(root, 'jobs', version);
});
afterAll(async () => {
  await bucket.close();
  rmSync(root, { recursive: true });
});

const storeAt = (place: string): Promise<ReleaseStore> =>
  openStore(place, {
    endpoint: bucket.environment['S3_ENDPOINT'],
    region: 'us-east-1',
    pathStyle: true,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });

describe('verify', () => {
  it('finds a flipped byte and a missing file', async () => {
    const store = path.join(root, 'verified');
    const { release, expectRefused } = teamAt(store);
    await release('publish shell-1.0.0');
    await release('publish mfe-jobs-1.0.0');
    const page = path.join(store, 'modules/jobs/1.0.0/assets/page.1b1b1b1b.js');
    const content = readFileSync(page);
    content[0] = (content[0] ?? 0) ^ 1;
    writeFileSync(page, content);
    rmSync(path.join(store, 'shell/1.0.0/assets/core.0b0b0b0b.js'));
    await expectRefused(
      'verify',
      'modules/jobs/1.0.0/assets/page.1b1b1b1b.js differs from the released file',
    );
    await expectRefused(
      'verify',
      /shell\/1\.0\.0\/assets\/core\.0b0b0b0b\.js is missing\n.*publish the identical build of shell 1\.0\.0 and jobs 1\.0\.0: /s,
    );
  });
});

describe.each([
  ['a folder', () => path.join(root, 'restored'), () => ({})],
  ['a bucket', () => `s3://${BUCKET}/restored`, () => bucket.environment],
])('damaged files of a release in %s', (_case, place, environment) => {
  const page = 'modules/jobs/1.0.0/assets/page.1b1b1b1b.js';
  const entry = 'modules/jobs/1.0.0/assets/remoteEntry.1a1a1a1a.js';
  const replace = async (store: ReleaseStore, file: string, content: string) => {
    await store.removeFile(file);
    await store.createFile(file, Buffer.from(content));
  };

  it('are restored by publish of the identical build, and only by that', async () => {
    const { expectDone, expectRefused, release } = teamAt(place(), environment());
    await release('publish shell-1.0.0 shell-1.1.0');
    await release('publish mfe-jobs-1.0.0');
    const store = await storeAt(place());
    const before = await release('status --json');
    await replace(store, page, "page('other')");
    await replace(store, `${page}.br`, 'damaged');
    await replace(store, `${entry}.gz`, 'damaged');
    await replace(store, 'modules/jobs/1.0.0/release.json', '{');
    await store.removeFile(entry);
    await store.removeFile('shell/1.1.0/assets/core.0b0b0b0b.js');
    for (const damaged of [
      `${page} differs`,
      `${page}.br differs`,
      `${entry}.gz differs`,
      `${entry} is missing`,
    ])
      await expectRefused('verify', damaged);
    const other = buildModule(mkdtempSync(path.join(root, 'other-')), 'jobs', '1.0.0', '^1.0.0 || ^2.0.0');
    await expectRefused(`publish ${other}`, 'is already published with other content');
    expect((await store.readFile(page))?.toString()).toBe("page('other')");
    const restored = 'restore 5 files of jobs 1.0.0';
    await expectDone('publish mfe-jobs-1.0.0 --dry-run', `Would ${restored}. Nothing was changed.`);
    await expectDone('publish mfe-jobs-1.0.0', `Done: ${restored}`);
    // A shell that is not active is in no registry.
    await expectDone('publish shell-1.1.0', 'Done: restore 1 file of shell 1.1.0');
    expect((await release('verify')).code).toBe(0);
    expect(await release('status --json')).toEqual(before);
    expect((await store.readFile(page))?.toString()).toBe("page('jobs 1.0.0')");
    await expectRefused('publish mfe-jobs-1.0.0', /^jobs 1\.0\.0 is already published\.$/);
  });

  it('are not restored from a build whose files differ from its digests', async () => {
    const { expectRefused } = teamAt(place(), environment());
    const store = await storeAt(place());
    await store.removeFile(page);
    const changed = buildModule(mkdtempSync(path.join(root, 'changed-')), 'jobs', '1.0.0');
    writeFileSync(path.join(changed, 'dist/assets/page.1b1b1b1b.js'), "page('other')");
    await expectRefused(`publish ${changed}`, 'differs from the built file');
    expect(await store.readFile(page)).toBeNull();
  });
});

describe.each([
  ['a folder', () => path.join(root, 'repaired'), () => ({})],
  ['a bucket', () => `s3://${BUCKET}/repaired`, () => bucket.environment],
])('a damaged revision in %s', (_case, place, environment) => {
  it('is named by status and verify, blocks changes, and is repaired', async () => {
    const { expectDone, expectRefused, release } = teamAt(place(), environment());
    await release('publish shell-1.0.0');
    await release('publish mfe-jobs-1.0.0');
    await expectRefused('repair', 'The registry is valid. There is nothing to repair.');
    const store = await storeAt(place());
    await store.createFile('revisions/3.json', Buffer.from('{ "revision": 3'));
    for (const line of ['status', 'verify', 'publish mfe-jobs-1.1.0'])
      await expectRefused(
        line,
        'revisions/3.json: it is not valid JSON.\nRestore it from a backup, or continue with revision 2, which is valid: npm run release -- repair',
        3,
      );
    await expectDone('repair', 'Done: repair: revision 2 again (revisions/3.json: it is not valid JSON)');
    await expectDone('publish mfe-jobs-1.1.0', 'Done: publish jobs 1.1.0');
    expect(JSON.parse((await release('status --json')).out).registry.revision).toBe(5);
  });
});

describe('the product that serves the store', () => {
  const store = path.join(root, 'served');
  let server: Server;
  let url: string;
  let served: number;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const file = path.join(store, `revisions/${served}.json`);
      response.end(request.url === '/registry.json' ? readFileSync(file) : 'ok\nrevision 1 is in use');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const { release } = teamAt(store);
    await release('publish shell-1.0.0');
    await release('publish mfe-jobs-1.0.0');
    serve(2);
  });
  afterAll(() => server.close());
  const serve = (revision: number) => {
    served = revision;
  };

  it('is compared with the store by status and verify', async () => {
    const { release, expectRefused } = teamAt(store, { RELEASE_SERVED_BY: url });
    expect((await release('status')).out).toContain(`Served by ${url}`);
    expect((await release('verify')).code).toBe(0);
    serve(1);
    expect((await release('status')).out).toContain(
      `${url} serves revision 1, and the store has revision 2.`,
    );
    await expectRefused('verify', `${url} serves revision 1, and the store has revision 2.`);
    await expectRefused(
      'verify --served-by http://127.0.0.1:9',
      'It is unknown what http://127.0.0.1:9 serves',
    );
  });

  it('is found through the store of a local product, which may have ended', async () => {
    serve(2);
    writeFileSync(path.join(store, 'served-by'), url);
    expect((await teamAt(store).release('status')).out).toContain(`Served by ${url}`);
    writeFileSync(path.join(store, 'served-by'), 'http://127.0.0.1:9');
    expect(await teamAt(store).release('verify')).toMatchObject({ code: 0, err: NOT_COMPARED });
    rmSync(path.join(store, 'served-by'));
  });

  it('is unknown: status, verify and changes say that nothing was compared', async () => {
    const { release } = teamAt(path.join(root, 'uncompared'));
    expect(await release('publish shell-1.0.0')).toEqual({
      code: 0,
      out: 'Done: publish shell 1.0.0',
      err: NOT_COMPARED,
    });
    const builds = 'publish mfe-jobs-1.0.0 mfe-jobs-1.1.0';
    expect(await release(builds)).toMatchObject({ code: 0, err: NOT_COMPARED });
    for (const line of ['canary jobs 1.1.0 --percent 5', 'promote jobs', 'rollback jobs', 'retire jobs'])
      expect(await release(line)).toMatchObject({ code: 0, err: NOT_COMPARED });
    expect(await release('promote jobs --dry-run')).toMatchObject({ code: 0, err: '' });
    expect((await release('status')).out).toContain(`\n${NOT_COMPARED}\nLast changes`);
    expect(await release('verify')).toMatchObject({ code: 0, err: NOT_COMPARED });
  });

  it('is compared with a change', async () => {
    const { release } = teamAt(store, { RELEASE_SERVED_BY: url });
    serve(3);
    expect(await release('publish mfe-jobs-1.1.0')).toMatchObject({ code: 0, err: '' });
    expect((await release('status')).out).not.toContain(NOT_COMPARED);
    expect(await release('verify')).toMatchObject({ code: 0, err: '' });
  });

  it('is named wrongly', async () => {
    const { code, err } = await teamAt(store).release('status --served-by nowhere');
    expect([code, err]).toEqual([2, expect.stringContaining('is not the address of a product')]);
  });
});
