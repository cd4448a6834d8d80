import { keysForAll } from '../src/store/key-ring.ts';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { FolderStore } from '../src/store/folder-store.ts';
import { integrityOf } from '../src/store/integrity.ts';
import { newKey } from '../src/store/release-key.ts';
import { parseRegistry, type Registry } from '@dps/contract';
import { publishLocally } from '../src/commands/publish-locally.ts';
import { runCommand } from '../src/commands/run-command.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { isSigned, withoutComparison } from './support/commands.ts';

const PAGE = 'modules/jobs/1.0.0/assets/page.1b1b1b1b.js';
const { key, pem } = newKey();
let root: string;
let store: FolderStore;
let packages: string[];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'dps-local-'));
  store = new FolderStore(path.join(root, 'store'));
  packages = [buildShell(root, '1.0.0'), buildModule(root, 'jobs', '1.0.0')];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const stored = (file: string) => path.join(store.address, file);
const read = (file: string): string => readFileSync(stored(file), 'utf8');
const registry = (): Registry => {
  const [last = 0] = readdirSync(stored('revisions'))
    .map(Number.parseFloat)
    .toSorted((one, other) => other - one);
  return parseRegistry(read(`revisions/${last}.json`));
};

const reported: string[] = [];
/** Publishes like `npm start`. Resolves with the reason for a repair of the registry. */
const publish = (folders = packages, signer = key) => {
  reported.length = 0;
  const report = (line: string) => void reported.push(line);
  const keys = keysForAll([signer.publicKey]);
  return publishLocally({ store, key: signer, keys, by: 'npm start' }, folders, report);
};

/** Runs a release command on the store. */
async function runLine(line: string): Promise<void> {
  const output: string[] = [];
  const write = (text: string) => void output.push(text);
  const environment = { INIT_CWD: root, RELEASE_STORE: store.address, RELEASE_PRIVATE_KEY: pem };
  const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
  expect([code, withoutComparison(output)]).toEqual([0, expect.stringMatching(/^Done: .*$/)]);
}

/** Changes a page of a build without a new version. */
function changePage(folder: string, content: string): void {
  const dist = path.join(folder, 'dist');
  writeFileSync(path.join(dist, 'assets/page.1b1b1b1b.js'), content);
  rmSync(path.join(dist, 'assets/page.1b1b1b1b.js.br'));
  const description = JSON.parse(readFileSync(path.join(dist, 'release.json'), 'utf8'));
  description.files['assets/page.1b1b1b1b.js'] = integrityOf(Buffer.from(content));
  writeFileSync(path.join(dist, 'release.json'), JSON.stringify(description));
}

describe('publishLocally', () => {
  it('publishes the shell and all modules and signs the registry', async () => {
    expect(await publish([...packages, buildModule(root, 'weather', '0.1.0')])).toBeUndefined();
    expect(registry()).toMatchObject({
      revision: 3,
      shell: { version: '1.0.0' },
      modules: [
        { name: 'jobs', stable: '1.0.0' },
        { name: 'weather', stable: '0.1.0' },
      ],
    });
    expect(isSigned(registry(), [key.publicKey])).toBe(true);
    expect(read('modules/weather/0.1.0/assets/page.1b1b1b1b.js')).toBe("page('weather 0.1.0')");
    expect(readdirSync(stored('shell/1.0.0/assets'))).toContain('main.0a0a0a0a.js.br');
  });

  it('writes nothing without changes, and repairs a missing or damaged file of the same size', async () => {
    await publish();
    const before = await store.listFiles('.');
    await publish();
    expect(await store.listFiles('.')).toEqual(before);
    for (const file of [PAGE, `${PAGE}.br`]) {
      const damaged = readFileSync(stored(file));
      damaged[0] = (damaged[0] ?? 0) ^ 1;
      writeFileSync(stored(file), damaged);
    }
    rmSync(stored('modules/jobs/1.0.0/assets/remoteEntry.1a1a1a1a.js'));
    await publish();
    expect(await store.listFiles('.')).toEqual(before);
    expect(read(PAGE)).toBe("page('jobs 1.0.0')");
    expect(brotliDecompressSync(readFileSync(stored(`${PAGE}.br`))).toString()).toBe("page('jobs 1.0.0')");
  });

  it('replaces builds of the same version and removes their files, with the same last good release', async () => {
    await publish();
    const [shell, jobs] = [buildShell(root, '1.0.0'), buildModule(root, 'jobs', '1.1.0')];
    await publish([shell, jobs]);
    expect(registry()).toMatchObject({ revision: 3, modules: [{ stable: '1.1.0', lastGood: '1.0.0' }] });
    const rebuild = (folder: string, change: object) => {
      const file = path.join(folder, 'dist/release.json');
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
    };
    const { files } = JSON.parse(readFileSync(path.join(jobs, 'dist/release.json'), 'utf8'));
    const { 'assets/page.1b1b1b1b.js': _page, ...others } = files;
    rebuild(jobs, { title: 'Work', files: others, routes: [] });
    rebuild(shell, { preload: [] });
    await publish([shell, jobs]);
    const after = registry();
    expect(after).toMatchObject({
      revision: 5,
      shell: { version: '1.0.0', preload: [] },
      modules: [{ title: 'Work', stable: '1.1.0', lastGood: '1.0.0', releases: { '1.1.0': { routes: [] } } }],
    });
    expect(after).not.toHaveProperty('previousShell');
    const names = await store.listFiles('modules/jobs/1.1.0');
    expect(names.filter((name) => name.includes('page'))).toEqual([]);
  });

  it('keeps a rollback, and names the command that activates the build', async () => {
    await publish();
    const newer = [buildShell(root, '1.1.0'), buildModule(root, 'jobs', '1.1.0')];
    await publish(newer);
    await runLine('rollback jobs');
    await runLine('rollback shell');
    const before = registry();
    await publish(newer);
    expect(registry()).toEqual(before);
    expect(before).toMatchObject({ shell: { version: '1.0.0' }, modules: [{ stable: '1.0.0' }] });
    const command = 'To activate the other one: npm run release -- promote';
    expect(reported).toEqual([
      `This workspace has shell 1.1.0, and the active release is 1.0.0. ${command} shell 1.1.0`,
      `This workspace has jobs 1.1.0, and the active release is 1.0.0. ${command} jobs 1.1.0`,
    ]);
    await runLine('promote jobs 1.1.0');
    expect(registry()).toMatchObject({ modules: [{ stable: '1.1.0' }] });
  });

  it('keeps a canary and a retired module', async () => {
    await publish([...packages, buildModule(root, 'weather', '1.0.0')]);
    const canary = buildModule(root, 'jobs', '1.1.0');
    await runLine(`publish ${canary}`);
    await runLine('canary jobs 1.1.0 --percent 5');
    await runLine('retire weather');
    const before = registry();
    await publish([packages[0] ?? '', canary, path.join(root, 'mfe-weather-1.0.0')]);
    // The module of another team is not in the workspace.
    await publish([packages[0] ?? '', canary]);
    expect(registry()).toEqual(before);
  });

  it('never changes a release of publish, and asks for a new version', async () => {
    await publish();
    const build = buildModule(root, 'jobs', '1.1.0');
    await runLine(`publish ${build}`);
    await runLine('promote jobs 1.1.0');
    const before = [registry(), read('modules/jobs/1.1.0/assets/page.1b1b1b1b.js')];
    changePage(build, 'changed');
    await publish([packages[0] ?? '', build]);
    expect([registry(), read('modules/jobs/1.1.0/assets/page.1b1b1b1b.js')]).toEqual(before);
    expect(reported).toEqual([
      'modules/jobs/1.1.0 is already published with other content. A release never changes: raise its version.',
    ]);
  });

  it('activates an own build of a known version again when its content changes', async () => {
    await publish();
    const build = buildModule(root, 'jobs', '1.1.0');
    await publish([packages[0] ?? '', build]);
    await runLine('rollback jobs');
    changePage(build, 'changed');
    await publish([packages[0] ?? '', build]);
    expect(registry()).toMatchObject({ modules: [{ stable: '1.1.0' }] });
    expect(read('modules/jobs/1.1.0/assets/page.1b1b1b1b.js')).toBe('changed');
  });

  it('replaces a damaged registry with the last valid one or with a new one', async () => {
    await publish();
    writeFileSync(stored('revisions/3.json'), '');
    expect(await publish()).toContain('revisions/3.json: it is not valid JSON');
    expect(registry()).toMatchObject({ revision: 4, modules: [{ name: 'jobs' }] });
    for (const revision of [1, 2, 4]) writeFileSync(stored(`revisions/${revision}.json`), '{ "revision": 41');
    expect(await publish()).toContain('not valid JSON');
    expect(registry()).toMatchObject({ revision: 6, modules: [{ name: 'jobs' }] });
  });

  it('replaces a registry with another signature', async () => {
    await publish(packages, newKey().key);
    expect(await publish()).toContain('is not trusted here');
    expect(isSigned(registry(), [key.publicKey])).toBe(true);
  });
});
