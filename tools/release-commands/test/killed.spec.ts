import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FolderStore } from '@dps/release-store/folder-store';
import { findRegistry } from '@dps/release-store/revisions';
import { acceptAll } from '@dps/release-store/testing/releases';
import type { Registry } from '@dps/contract';
import { runCommand } from '../src/run-command.ts';
import { buildModule, buildShell } from './support/builds.ts';
import { isSigned } from './support/commands.ts';

const CLI = fileURLToPath(new URL('../../release/src/release.ts', import.meta.url));
const root = mkdtempSync(path.join(tmpdir(), 'dps-killed-'));
const key = path.join(root, 'release.pem');
const template = path.join(root, 'template');
let publicKey: string;

async function release(store: string, line: string): Promise<string> {
  const out: string[] = [];
  const write = (text: string) => void out.push(text);
  const code = await runCommand([...line.split(' '), '--store', store, '--by', 'ada'], {
    environment: { INIT_CWD: root, RELEASE_KEY_FILE: key },
    gates: [],
    write,
    writeError: write,
  });
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${out.join('\n')}`);
  return out.join('\n');
}

beforeAll(async () => {
  publicKey = JSON.parse(await release(root, `keygen ${key} --json`)).publicKey;
  buildShell(root, '1.0.0');
  for (const version of ['1.0.0', '1.1.0']) buildModule(root, 'jobs', version);
  for (const each of ['shell-1.0.0', 'mfe-jobs-1.0.0', 'mfe-jobs-1.1.0'])
    await release(template, `publish ${each}`);
});
afterAll(() => rmSync(root, { recursive: true }));

/** Runs the command and kills it at the given change of the store. Returns whether it had that many. */
async function killAtChange(store: string, line: string, change: number): Promise<boolean> {
  const env = { PATH: process.env['PATH'], RELEASE_KEY_FILE: key };
  let seen = 0;
  const child = spawn(process.execPath, [CLI, ...line.split(' '), '--store', store], {
    env,
    stdio: 'ignore',
  });
  const watcher = watch(store, { recursive: true }, () => {
    seen += 1;
    if (seen === change) child.kill('SIGKILL');
  });
  await once(child, 'close');
  watcher.close();
  return child.signalCode === 'SIGKILL';
}

async function served(store: string): Promise<Registry | undefined> {
  const { registry, problem } = await findRegistry(new FolderStore(store), acceptAll);
  expect(problem).toBeUndefined();
  return registry;
}

it('a command that is killed at any change of the store leaves a signed registry, and the next command works', async () => {
  let killed = 0;
  for (let change = 1; change <= 8; change += 1) {
    const store = path.join(root, `store-${change}`);
    cpSync(template, store, { recursive: true });
    const wasKilled = await killAtChange(store, 'promote jobs 1.1.0', change);
    const left = await served(store);
    expect(left && isSigned(left, [publicKey])).toBe(true);
    const stable = left?.modules[0]?.stable ?? '';
    expect(['1.0.0', '1.1.0']).toContain(stable);
    await release(store, `rollback jobs --to ${stable === '1.0.0' ? '1.1.0' : '1.0.0'}`);
    expect((await served(store))?.revision).toBe((left?.revision ?? 0) + 1);
    await release(store, 'verify');
    killed += Number(wasKilled);
  }
  expect(killed).toBeGreaterThan(2);
});
