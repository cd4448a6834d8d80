import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BUCKET, startBucket, type Bucket } from '../src/store/testing/bucket.ts';
import { NOT_COMPARED } from '../src/registry/served-registry.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn, isSigned } from './support/commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-release-'));
const { key, run, teamAt } = commandsIn(root);
let bucket: Bucket;
let publicKey: string;

beforeAll(async () => {
  bucket = await startBucket();
  publicKey = JSON.parse((await run(['keygen', key, '--json'])).out).publicKey;
  buildShell(root, '1.0.0');
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) buildModule(root, 'jobs', version);
  buildModule(root, 'weather', '0.1.0');
});
afterAll(async () => {
  await bucket.close();
  rmSync(root, { recursive: true });
});

describe.each([
  ['a folder', () => path.join(root, 'lifecycle'), () => ({})],
  ['a bucket', () => `s3://${BUCKET}/lifecycle`, () => bucket.environment],
])('a module in %s', (_case, place, environment) => {
  it('is published, run as a canary, promoted and rolled back', async () => {
    const { expectDone, expectRefused, release } = teamAt(place(), environment());
    await expectRefused('publish mfe-jobs-1.0.0', 'has no registry');
    await expectDone('publish shell-1.0.0', 'Done: publish shell 1.0.0');
    await expectDone('publish mfe-jobs-1.0.0 mfe-jobs-1.1.0', 'Done: publish jobs 1.0.0, publish jobs 1.1.0');
    await expectRefused('publish mfe-jobs-1.1.0', 'jobs 1.1.0 is already published');
    await expectDone('canary jobs 1.1.0 --percent 5', 'Done: canary jobs 1.1.0 for 5 of 100 users');
    await expectDone('promote jobs', 'Done: promote jobs 1.0.0 → 1.1.0');
    await expectDone('rollback jobs --dry-run', 'Would rollback jobs 1.1.0 → 1.0.0. Nothing was changed.');
    await expectDone('rollback jobs', 'Done: rollback jobs 1.1.0 → 1.0.0');
    const { out } = await release('status');
    expect(out).toContain('jobs             stable 1.0.0 · also 1.1.0');
    expect(out).toMatch(/ada {2}rollback jobs 1\.1\.0 → 1\.0\.0/);
    const status = JSON.parse((await release('status --json')).out);
    expect(status.registry.revision).toBe(6);
    expect(isSigned(status.registry, [publicKey])).toBe(true);
    const verified = await release('verify');
    expect(verified.out).toMatch(/^Verified: revision 6, signed with key \w{16}: 3 releases, 7 files/);
  });

  it('loses no release of concurrent teams', async () => {
    const { release } = teamAt(`${place()}-many`, environment());
    await release('publish shell-1.0.0 mfe-jobs-1.0.0');
    const lines = ['publish mfe-jobs-1.1.0', 'publish mfe-jobs-1.2.0', 'publish mfe-weather-0.1.0'];
    const codes = await Promise.all(lines.map(async (line) => (await release(line)).code));
    expect(codes).toEqual([0, 0, 0]);
    const { registry, history } = JSON.parse((await release('status --json')).out);
    expect(registry.revision).toBe(5);
    expect(Object.keys(registry.modules[0].releases)).toHaveLength(3);
    expect(registry.modules[1].name).toBe('weather');
    expect(history).toHaveLength(5);
  });
});

describe('publish', () => {
  it('continues an interrupted attempt', async () => {
    const store = path.join(root, 'resumed');
    const { expectDone, release } = teamAt(store);
    await release('publish shell-1.0.0');
    await release('publish mfe-jobs-1.0.0');
    // The process ended after the upload, before it changed the registry.
    for (const part of ['revisions/2.json', 'history/2.json']) rmSync(path.join(store, part));
    await expectDone('publish mfe-jobs-1.0.0', 'Done: publish jobs 1.0.0');
    expect((await release('verify')).code).toBe(0);
  });

  it('names the builds that were published before one was refused', async () => {
    const { expectRefused } = teamAt(path.join(root, 'several'));
    // "later" needs a contract that no shell provides.
    buildModule(root, 'later', '1.0.0', '^9.0.0');
    await expectRefused(
      'publish shell-1.0.0 mfe-later-1.0.0',
      /1\.0\.0\.\nDone before: publish shell 1\.0\.0\.$/,
    );
    await expectRefused('publish mfe-later-1.0.0', /1\.0\.0\.\nNothing was changed\.$/);
  });

  it('refuses a file that differs from the built file, and lists no release', async () => {
    const { expectRefused, release } = teamAt(path.join(root, 'damaged'));
    await release('publish shell-1.0.0');
    const folder = buildModule(mkdtempSync(path.join(root, 'damaged-')), 'jobs', '1.0.0');
    writeFileSync(path.join(folder, 'dist/assets/page.1b1b1b1b.js'), "page('jobs 1.0.1')");
    await expectRefused(`publish ${folder}`, 'differs from the built file');
    expect(JSON.parse((await release('status --json')).out).registry.modules).toEqual([]);
  });

  it('refuses a package without a build, and writes nothing in a dry run', async () => {
    const store = path.join(root, 'dry');
    const { expectDone, expectRefused } = teamAt(store);
    await expectRefused('publish nowhere', 'has no complete build. Build the package first');
    await expectDone('publish shell-1.0.0 --dry-run', 'Would publish shell 1.0.0. Nothing was changed.');
    expect(() => readdirSync(store)).toThrow('ENOENT');
  });
});

describe('the history', () => {
  it('has the reason of each change, and that open pages reload', async () => {
    const store = path.join(root, 'reasons');
    const { release } = teamAt(store);
    await release('publish shell-1.0.0');
    const change = async (line: string, ...why: string[]) =>
      expect(await run([...line.split(' '), '--store', store, ...why])).toMatchObject({ code: 0 });
    await change('publish mfe-jobs-1.0.0 mfe-jobs-1.1.0', '--why', 'Ticket 7');
    await change('canary jobs 1.1.0 --percent 5', '--why', 'A first try');
    await change('rollback jobs --to 1.1.0 --force-reload', '--why', 'Uploads fail');
    await change('retire jobs --dry-run', '--why', 'Not yet');
    await change('retire jobs --force-reload');
    await change('promote jobs', '--why', 'Uploads work');
    const { history } = JSON.parse((await release('status --json')).out);
    expect(history.map(({ summary }: { summary: string }) => summary).toReversed()).toEqual([
      'publish shell 1.0.0',
      'publish jobs 1.0.0: Ticket 7',
      'publish jobs 1.1.0: Ticket 7',
      'canary jobs 1.1.0 for 5 of 100 users: A first try',
      'rollback jobs 1.0.0 → 1.1.0, open pages reload: Uploads fail',
      'retire jobs 1.1.0, open pages reload',
      'promote jobs inactive → 1.1.0: Uploads work',
    ]);
    expect((await release('status')).out).toContain(', open pages reload: Uploads fail');
  });
});

describe('the signature', () => {
  const store = path.join(root, 'signed');
  beforeAll(async () => {
    await teamAt(store).release('publish shell-1.0.0 mfe-jobs-1.0.0');
  });

  it('is refused from an unknown key and accepted from a trusted key', async () => {
    const otherKey = path.join(root, 'other.pem');
    await run(['keygen', otherKey]);
    const { expectRefused } = teamAt(store, { RELEASE_KEY_FILE: otherKey });
    await expectRefused(
      'status',
      /is signed with key \w{16}, which is not trusted here: no setting has it\.\nIf key \w{16} belongs to the deployment, add its public half to RELEASE_PUBLIC_KEYS, or to the file of RELEASE_KEYS_FILE or --keys\.$/,
      3,
    );
    const trusting = { RELEASE_KEY_FILE: otherKey, RELEASE_PUBLIC_KEYS: publicKey };
    await teamAt(store, trusting).expectDone('publish mfe-jobs-1.2.0', 'Done: publish jobs 1.2.0');
    await teamAt(store).expectRefused('status', 'is not trusted here', 3);
  });

  it('needs a key', async () => {
    const keyless = { RELEASE_KEY_FILE: path.join(root, 'no.pem') };
    await teamAt(store, keyless).expectRefused('status', 'The release key cannot be read', 3);
    const wrong = path.join(root, 'wrong.pem');
    writeFileSync(wrong, 'not a key');
    await teamAt(store, { RELEASE_KEY_FILE: wrong }).expectRefused(
      'status',
      'The release key cannot be used',
      3,
    );
    expect((await run(['keygen', key])).err).toContain('was not written');
    const { expectRefused } = teamAt(store, { RELEASE_KEY_FILE: undefined });
    await expectRefused('promote jobs', 'A signing key is required: name the key with --key', 2);
    await expectRefused('status', 'The public key of the releases is required: set RELEASE_PUBLIC_KEYS', 2);
  });

  it('is verified with public keys alone', async () => {
    const shared = path.join(root, 'public');
    await teamAt(shared).release('publish shell-1.0.0');
    const { release, expectRefused } = teamAt(shared, {
      RELEASE_KEY_FILE: undefined,
      RELEASE_PUBLIC_KEYS: publicKey,
    });
    expect((await release('status')).out).toContain('shell            stable 1.0.0');
    expect((await release('verify')).out).toContain('Verified: revision 1, signed with key');
    await expectRefused('publish mfe-jobs-1.1.0', 'A signing key is required', 2);
  });
});

describe('the local store', () => {
  it('is in DATA_DIR, as for npm start, with its key', async () => {
    const dataDir = path.join(root, 'local-data');
    // Empty variables, as of a secret that a pipeline does not have, count as not set.
    const environment = { RELEASE_KEY_FILE: '', RELEASE_STORE: '', RELEASE_SERVED_BY: '', DATA_DIR: dataDir };
    expect(await run(['status'], environment)).toMatchObject({
      code: 2,
      err: `${path.join(dataDir, 'store')} has no signing key: npm start creates it. Run npm start first, with the same DATA_DIR, or name another store with --store.`,
    });
    mkdirSync(dataDir);
    await run(['keygen', path.join(dataDir, 'release-key.pem')]);
    expect((await run(['publish', 'shell-1.0.0'], environment)).err).toBe(NOT_COMPARED);
    expect((await run(['status'], environment)).out).toContain('shell');
  });
});

describe('the command line', () => {
  it('reports a wrong command line as text and as JSON, and has help', async () => {
    expect(await run(['launch'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command launch'),
    });
    const { code, out } = await run(['promote', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out).error).toContain('promote needs the name of a module');
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('  rollback') });
  });

  it('runs as a separate process', async () => {
    const cli = fileURLToPath(new URL('../src/release.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], RELEASE_KEY_FILE: key };
    const store = path.join(root, 'none');
    const child = spawn(process.execPath, [cli, 'status', '--store', store], { env });
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(child.exitCode).toBe(0);
    expect(out).toContain(`${store} has no registry. If it had one, its disk is not mounted`);
  });

  it('reports an unreachable bucket', async () => {
    const nowhere = { ...bucket.environment, S3_ENDPOINT: 'http://127.0.0.1:9' };
    const { expectRefused } = teamAt('s3://nowhere/x', nowhere);
    await expectRefused('status', 'ECONNREFUSED', 3);
  });
});
