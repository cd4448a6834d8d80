import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('publishWorkspace', () => {
  it('puts the shell and every module that it finds into the store', () => {
    writeModule(workspace, 'weather');
    const { published, registry } = publishWorkspace(workspace, store);
    expect(published).toEqual(['shell/1.0.0', 'modules/jobs/1.0.0', 'modules/weather/1.0.0']);
    expect(JSON.parse(read('registry.json'))).toEqual(registry);
    expect(registry.modules.map(({ name }) => name)).toEqual(['jobs', 'weather']);
    expect(read('modules', 'weather', '1.0.0', 'assets', 'page.1b1b1b1b.js')).toBe("page('weather')");
    expect(readdirSync(join(store, 'shell', '1.0.0', 'assets'))).toContain('main.0a0a0a0a.js.br');
  });

  it('does nothing when nothing has changed', () => {
    publishWorkspace(workspace, store);
    const { published, registry } = publishWorkspace(workspace, store);
    expect(published).toEqual([]);
    expect(registry.revision).toBe(1);
  });

  it('puts back what somebody took out of the store', () => {
    publishWorkspace(workspace, store);
    rmSync(join(store, 'modules', 'jobs', '1.0.0', 'assets', 'page.1b1b1b1b.js'));
    expect(publishWorkspace(workspace, store).published).toEqual(['modules/jobs/1.0.0']);
  });

  it('publishes a new version beside the one before', () => {
    publishWorkspace(workspace, store);
    writeModule(workspace, 'jobs', '1.1.0');
    const { registry } = publishWorkspace(workspace, store);
    expect(registry).toMatchObject({ revision: 2, modules: [{ stable: '1.1.0', lastGood: '1.0.0' }] });
    expect(readdirSync(join(store, 'modules', 'jobs')).toSorted()).toEqual(['1.0.0', '1.1.0']);
  });

  it('makes a damaged registry anew, at a higher revision, and says so', () => {
    publishWorkspace(workspace, store);
    writeFileSync(join(store, 'registry.json'), '{ "revision": 41, "shell": ');
    const { registry, repaired } = publishWorkspace(workspace, store);
    expect(repaired).toContain('not valid JSON');
    expect(registry.revision).toBe(42);
    expect(JSON.parse(read('registry.json'))).toEqual(registry);
  });

  it('names the package that has not been built', () => {
    rmSync(join(workspace, 'mfe-jobs', 'dist'), { recursive: true });
    expect(() => publishWorkspace(workspace, store)).toThrow('npm run build -w @dps/mfe-jobs');
  });

  it('refuses a build whose files are not those that its release vouches for', () => {
    writeFileSync(join(workspace, 'mfe-jobs', 'dist', 'assets', 'page.1b1b1b1b.js'), 'changed');
    expect(() => publishWorkspace(workspace, store)).toThrow(
      'assets/page.1b1b1b1b.js is not the file that was built',
    );
  });

  it('leaves no half release behind', () => {
    publishWorkspace(workspace, store);
    writeModule(workspace, 'jobs');
    writeFileSync(join(workspace, 'mfe-jobs', 'dist', 'module.json'), '{}');
    publishWorkspace(workspace, store);
    expect(readdirSync(join(store, 'modules', 'jobs'))).toEqual(['1.0.0']);
  });
});
