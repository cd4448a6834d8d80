import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@dps/release-store/release-key';
import { isSigned } from '@dps/shared-contracts';
import { publishWorkspace } from '../src/store/publish.ts';
import { writeModule, writeShell } from './support/workspace.ts';

let folder: string;
let workspace: string;
let store: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dps-publish-'));
  workspace = join(folder, 'workspace');
  store = join(folder, 'data', 'store');
  writeShell(workspace);
  writeModule(workspace, 'jobs');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (...path: string[]): string => readFileSync(join(store, ...path), 'utf8');

const { key } = newKey();
const publish = () => publishWorkspace(workspace, store, key);

describe('publishWorkspace', () => {
  it('puts the shell and every module that it finds into the store', async () => {
    writeModule(workspace, 'weather');
    const { published, registry } = await publish();
    expect(published).toEqual(['shell/1.0.0', 'modules/jobs/1.0.0', 'modules/weather/1.0.0']);
    expect(JSON.parse(read('registry.json'))).toEqual(registry);
    expect(registry.modules.map(({ name }) => name)).toEqual(['jobs', 'weather']);
    expect(read('modules', 'weather', '1.0.0', 'assets', 'page.1b1b1b1b.js')).toBe("page('weather')");
    expect(readdirSync(join(store, 'shell', '1.0.0', 'assets'))).toContain('main.0a0a0a0a.js.br');
  });

  it('does nothing when nothing has changed', async () => {
    await publish();
    const { published, registry } = await publish();
    expect(published).toEqual([]);
    expect(registry.revision).toBe(1);
  });

  it('puts back what somebody took out of the store', async () => {
    await publish();
    rmSync(join(store, 'modules', 'jobs', '1.0.0', 'assets', 'page.1b1b1b1b.js'));
    expect((await publish()).published).toEqual(['modules/jobs/1.0.0']);
  });

  it('publishes a new version beside the one before', async () => {
    await publish();
    writeModule(workspace, 'jobs', '1.1.0');
    const { registry } = await publish();
    expect(registry).toMatchObject({ revision: 2, modules: [{ stable: '1.1.0', lastGood: '1.0.0' }] });
    expect(readdirSync(join(store, 'modules', 'jobs')).toSorted()).toEqual(['1.0.0', '1.1.0']);
  });

  it('signs the registry', async () => {
    const { registry } = await publish();
    expect(await isSigned(registry, [key.publicKey])).toBe(true);
  });

  it('puts back a registry that somebody has damaged where it is served, and says so', async () => {
    const { registry } = await publish();
    writeFileSync(join(store, 'registry.json'), '{ "revision": 41, "shell": ');
    expect(await publish()).toMatchObject({ registry, repaired: 'it was not the one that was written last' });
    expect(JSON.parse(read('registry.json'))).toEqual(registry);
  });

  it.each([
    ['cannot be read', '{ "revision": 41, "shell": ', 'not valid JSON'],
    ['was signed by somebody else', '', 'its signature is not that of the local key'],
  ])('makes a registry anew that %s, at a higher revision, and says so', async (_case, text, problem) => {
    const { registry } = await publishWorkspace(workspace, store, newKey().key);
    const found = text || JSON.stringify({ ...registry, revision: 41 });
    writeFileSync(join(store, 'revisions', '1.json'), found);
    const after = await publish();
    expect(after.repaired).toContain(problem);
    expect(after.registry.revision).toBe(42);
    expect(JSON.parse(read('registry.json'))).toEqual(after.registry);
  });

  it('takes over a store from before registries were signed', async () => {
    const { registry } = await publish();
    const { signature: _signature, ...unsigned } = registry;
    rmSync(join(store, 'revisions'), { recursive: true });
    writeFileSync(join(store, 'registry.json'), JSON.stringify(unsigned));
    const after = await publish();
    expect(after.registry.revision).toBe(2);
    expect(after.repaired).toBeUndefined();
    expect(await isSigned(after.registry, [key.publicKey])).toBe(true);
  });

  it('names the package that has not been built', async () => {
    rmSync(join(workspace, 'mfe-jobs', 'dist'), { recursive: true });
    await expect(publish()).rejects.toThrow('npm run build -w @dps/mfe-jobs');
  });

  it('refuses a build whose files are not those that its release vouches for', async () => {
    writeFileSync(join(workspace, 'mfe-jobs', 'dist', 'assets', 'page.1b1b1b1b.js'), 'changed');
    await expect(publish()).rejects.toThrow('assets/page.1b1b1b1b.js is not the file that was built');
  });

  it('leaves no half release behind', async () => {
    await publish();
    writeModule(workspace, 'jobs');
    writeFileSync(join(workspace, 'mfe-jobs', 'dist', 'module.json'), '{}');
    await publish();
    expect(readdirSync(join(store, 'modules', 'jobs'))).toEqual(['1.0.0']);
  });
});
