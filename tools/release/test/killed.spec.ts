import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolderStore } from '../src/store/folder-store.ts';
import { findRegistry } from '../src/store/revisions.ts';
import { acceptAll } from '../src/store/testing/releases.ts';
import type { Registry } from '@dps/contract';
import { buildModule, buildShell } from './support/builds.ts';
import { commandsIn, isSigned } from './support/commands.ts';

const CLI = fileURLToPath(new URL('../src/release.ts', import.meta.url));
/** Timeout in milliseconds: the test starts a process for each change of a file. */
const TIMEOUT_MS = 300_000;
const root = mkdtempSync(path.join(tmpdir(), 'dps-killed-'));
const template = path.join(root, 'template');
let publicKey: string;

const { key, run, teamAt } = commandsIn(root);

/** Ends the process instead of its Nth change of a file. */
const PRELOAD = `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  let left = Number(process.env.KILL_AT);
  for (const name of ['open', 'link', 'rm'])
    ((change) => {
      fs[name] = (...given) => ((left -= 1) < 0 ? process.kill(process.pid, 'SIGKILL') : change(...given));
    })(fs[name]);
  syncBuiltinESMExports();`;

beforeAll(async () => {
  publicKey = JSON.parse((await run(['keygen', key, '--json'])).out).publicKey;
  buildShell(root, '1.0.0');
  for (const version of ['1.0.0', '1.1.0']) buildModule(root, 'jobs', version);
  await teamAt(template).release('publish shell-1.0.0 mfe-jobs-1.0.0 mfe-jobs-1.1.0');
});
afterAll(() => rmSync(root, { recursive: true }));

/** Runs a command, and kills it instead of this change of the store. Returns whether it had that many. */
async function killAtChange(store: string, line: string, change: number): Promise<boolean> {
  const env = { PATH: process.env['PATH'], RELEASE_KEY_FILE: key, KILL_AT: String(change) };
  const preload = `data:text/javascript,${encodeURIComponent(PRELOAD)}`;
  const parameters = ['--import', preload, CLI, ...line.split(' '), '--store', store];
  const child = spawn(process.execPath, parameters, { env, stdio: 'ignore' });
  await once(child, 'close');
  return child.signalCode === 'SIGKILL';
}

async function served(store: string): Promise<Registry | undefined> {
  const { registry, problem } = await findRegistry(new FolderStore(store), acceptAll);
  expect(problem).toBeUndefined();
  return registry;
}

it(
  'a command that is killed at any change of the store leaves a signed registry, and the next command works',
  async () => {
    const stables: string[] = [];
    for (let change = 0, wasKilled = true; wasKilled; change += 1) {
      const store = path.join(root, `store-${change}`);
      cpSync(template, store, { recursive: true });
      wasKilled = await killAtChange(store, 'promote jobs 1.1.0', change);
      const left = await served(store);
      expect(left && isSigned(left, [publicKey])).toBe(true);
      const stable = left?.modules[0]?.stable ?? '';
      const { release } = teamAt(store);
      expect((await release(`rollback jobs --to ${stable === '1.0.0' ? '1.1.0' : '1.0.0'}`)).code).toBe(0);
      expect((await served(store))?.revision).toBe((left?.revision ?? 0) + 1);
      expect((await release('verify')).code).toBe(0);
      stables.push(stable);
    }
    // Killed before the new revision, and after it.
    expect(new Set(stables.slice(0, -1))).toEqual(new Set(['1.0.0', '1.1.0']));
  },
  TIMEOUT_MS,
);
