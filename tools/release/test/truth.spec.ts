import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from '../src/store/folder-store.ts';
import { NOT_COMPARED } from '../src/registry/served-registry.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-truth-'));
const { key, run, teamAt } = commandsIn(root);

beforeAll(async () => {
  await run(['keygen', key]);
  for (const version of ['1.0.0', '1.1.0']) buildShell(root, version);
  for (const version of ['1.0.0', '1.1.0']) buildModule(root, 'jobs', version);
});
afterAll(() => rmSync(root, { recursive: true }));

const replace = async (store: FolderStore, file: string, content: string) => {
  await store.removeFile(file);
  await store.createFile(file, Buffer.from(content));
};

it('damaged files of a release are restored by publish of the identical build, and only by that', async () => {
  const page = 'modules/jobs/1.0.0/assets/page.1b1b1b1b.js';
  const entry = 'modules/jobs/1.0.0/assets/remoteEntry.1a1a1a1a.js';
  const store = new FolderStore(path.join(root, 'restored'));
  const { expectDone, expectRefused, release } = teamAt(store.address);
  await release('publish shell-1.0.0 shell-1.1.0 mfe-jobs-1.0.0');
  const before = await release('status --json');
  await replace(store, page, "page('other')");
  await replace(store, `${page}.br`, 'damaged');
  await replace(store, `${entry}.gz`, 'damaged');
  await replace(store, 'modules/jobs/1.0.0/release.json', '{');
  await store.removeFile(entry);
  await store.removeFile('shell/1.1.0/assets/core.0b0b0b0b.js');
  for (const damaged of [
    `${page} differs from the released file`,
    `${page}.br differs`,
    `${entry}.gz differs`,
    `${entry} is missing`,
    'publish the identical build of jobs 1.0.0: ',
  ])
    await expectRefused('verify', damaged);
  const other = buildModule(mkdtempSync(path.join(root, 'other-')), 'jobs', '1.0.0', '^1.0.0 || ^2.0.0');
  await expectRefused(`publish ${other}`, 'is already published with other content. A release never changes');
  expect((await store.readFile(page))?.toString()).toBe("page('other')");
  const restored = 'restore 5 files of jobs 1.0.0';
  await expectDone('publish mfe-jobs-1.0.0 --dry-run', `Would ${restored}. Nothing was changed.`);
  await expectDone('publish mfe-jobs-1.0.0', `Done: ${restored}`);
  // A shell that is not active is in no registry.
  await expectDone('publish shell-1.1.0', 'Done: restore 1 file of shell 1.1.0');
  expect((await release('verify')).code).toBe(0);
  expect(await release('status --json')).toEqual(before);
  expect((await store.readFile(page))?.toString()).toBe("page('jobs 1.0.0')");
});

it('a damaged revision is named by status and verify, blocks changes, and is repaired', async () => {
  const store = new FolderStore(path.join(root, 'repaired'));
  const { expectDone, expectRefused, release } = teamAt(store.address);
  await release('publish shell-1.0.0 mfe-jobs-1.0.0');
  await expectRefused('verify --repair', 'The registry is valid. There is nothing to repair.');
  await store.createFile('revisions/3.json', Buffer.from('{ "revision": 3'));
  for (const line of ['status', 'verify', 'publish mfe-jobs-1.1.0'])
    await expectRefused(
      line,
      'revisions/3.json: it is not valid JSON.\nRestore it from a backup, or continue with revision 2, which is valid: npm run release -- verify --repair',
      3,
    );
  await expectDone(
    'verify --repair',
    'Done: repair: revision 2 again (revisions/3.json: it is not valid JSON)',
  );
  await expectDone('publish mfe-jobs-1.1.0', 'Done: publish jobs 1.1.0');
  expect(JSON.parse((await release('status --json')).out).registry.revision).toBe(5);
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

  it('is compared with the store by status, verify and changes', async () => {
    const { release, expectRefused } = teamAt(store, { RELEASE_SERVED_BY: url });
    expect((await release('status')).out).toContain(`Served by ${url}`);
    expect((await release('verify')).code).toBe(0);
    serve(1);
    const older = `${url} serves revision 1, and the store has revision 2.`;
    expect((await release('status')).out).toContain(older);
    await expectRefused('verify', older);
    const away = 'http://127.0.0.1:9';
    await expectRefused(`verify --served-by ${away}`, `It is unknown what ${away} serves`);
    await expectRefused('status --served-by nowhere', 'is not the address of a product', 2);
    serve(3);
    expect(await release('publish mfe-jobs-1.1.0')).toMatchObject({ code: 0, err: '' });
    expect((await release('status')).out).not.toContain(NOT_COMPARED);
    expect(await release('verify')).toMatchObject({ code: 0, err: '' });
  });

  it('is found through the store of a local product, which may have ended', async () => {
    writeFileSync(path.join(store, 'served-by'), url);
    expect((await teamAt(store).release('status')).out).toContain(`Served by ${url}`);
    writeFileSync(path.join(store, 'served-by'), 'http://127.0.0.1:9');
    expect(await teamAt(store).release('verify')).toMatchObject({ code: 0, err: NOT_COMPARED });
  });

  it('is unknown: status, verify and changes say that nothing was compared', async () => {
    const { release } = teamAt(path.join(root, 'uncompared'));
    const builds = 'publish shell-1.0.0 mfe-jobs-1.0.0 mfe-jobs-1.1.0';
    for (const line of [builds, 'canary jobs 1.1.0 --percent 5', 'promote jobs', 'rollback jobs', 'verify'])
      expect(await release(line)).toMatchObject({ code: 0, err: NOT_COMPARED });
    expect(await release('promote jobs 1.1.0 --dry-run')).toMatchObject({ code: 0, err: '' });
    expect((await release('status')).out).toContain(`\n${NOT_COMPARED}\nLast changes`);
  });
});
