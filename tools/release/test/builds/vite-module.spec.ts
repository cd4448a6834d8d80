import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import { parseModuleBuild, type ModuleBuild } from '@dps/contract';
import { formatGate } from '../../src/checks/policy/format-gate.ts';
import { buildShell } from '../support/builds.ts';
import { commandsIn } from '../support/commands.ts';

/** Timeout in milliseconds: Vite builds the module. */
const TIMEOUT_MS = 300_000;
/** The complete example of docs/release-format.md. */
const MODULE = path.join(import.meta.dirname, '../../../../e2e/vite-module');
const VITE = path.join(
  path.dirname(createRequire(path.join(MODULE, 'package.json')).resolve('vite/package.json')),
  'bin/vite.js',
);

const root = mkdtempSync(path.join(tmpdir(), 'dps-vite-'));
const dist = path.join(root, 'daylight');
const { key, run, teamAt } = commandsIn(root, [formatGate]);
let release: ModuleBuild;
let entry: string;

beforeAll(async () => {
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [VITE, 'build', '--outDir', dist], { cwd: MODULE, env });
  release = parseModuleBuild(readFileSync(path.join(dist, 'release.json'), 'utf8'));
  entry = readFileSync(path.join(dist, release.entry), 'utf8');
}, TIMEOUT_MS);
afterAll(() => rmSync(root, { recursive: true }));

interface Container {
  init(scope: object): void;
  get(name: string): Promise<() => { default: { routes: { lazy(): Promise<{ default(): unknown }> }[] } }>;
}

/** Runs the entry like a page. Returns its container, the only name that it adds. */
function containerOf(): Container {
  const page: Record<string, Container> = {};
  runInNewContext(entry, page);
  expect(Object.keys(page)).toEqual([release.container]);
  const container = page[release.container];
  if (!container) throw new Error('The entry sets no container');
  return container;
}

const element = (type: unknown, props: object) => ({ type, props });
const given = (version: string, exports: object) => ({ [version]: { lib: () => exports } });
/** The packages of a shell, as far as the page uses them. */
const scopeWith = (react: string) => ({
  react: given(react, { useState: (first: unknown) => [first, () => undefined] }),
  'react/jsx-runtime': given('19.4.0', { jsx: element, jsxs: element, Fragment: 'fragment' }),
  '@dps/shared-contracts/client': given('1.2.0', { useCurrentUser: () => ({ name: 'Ada' }) }),
  '@dps/shared-contracts/ui': given('1.2.0', { Button: 'kit button' }),
  // Not loaded yet.
  '@dps/shared-contracts/ui/data': { '1.2.0': { get: async () => () => ({ PageHeader: 'kit header' }) } },
});

describe('the module that Vite builds', () => {
  it('[MODULE-33] renders its page with the packages of the shell alone', async () => {
    const container = containerOf();
    container.init(scopeWith('19.3.1'));
    const [route] = (await container.get('./module'))().default.routes;
    expect((await route?.lazy())?.default()).toMatchObject({
      type: 'fragment',
      props: {
        children: [
          { type: 'kit header', props: { title: 'Daylight', subtitle: '8 hours for you, Ada' } },
          { type: 'kit button' },
        ],
      },
    });
    expect(brotliCompressSync(entry).length).toBeLessThan(1_000);
  });

  it.each(['18.3.0', '19.2.9', '20.0.0'])('does not start in a shell with React %s', async (version) => {
    const container = containerOf();
    container.init(scopeWith(version));
    await expect(container.get('./module')).rejects.toThrow('mfe_daylight_1_0_0 requires react 19.3.0');
  });

  it('is a release that publish accepts', async () => {
    await run(['keygen', key]);
    buildShell(root, '1.0.0');
    const { expectDone } = teamAt(path.join(root, 'store'));
    await expectDone('publish shell-1.0.0', 'Done: publish shell 1.0.0');
    await expectDone(`publish ${dist}`, 'Done: publish daylight 1.0.0');
  });
});
