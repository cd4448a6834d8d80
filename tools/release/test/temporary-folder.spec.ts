import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTemporaryFolder } from '../src/checks/trial/temporary-folder.ts';

const MODULE = new URL('../src/checks/trial/temporary-folder.ts', import.meta.url).href;
const CHILD = `
  const { openTemporaryFolder } = await import(${JSON.stringify(MODULE)});
  const { mkdirSync } = await import('node:fs');
  const { folder } = await openTemporaryFolder();
  mkdirSync(folder + '/postgres/cluster', { recursive: true });
  process.stdout.write('ready');
  setInterval(() => {}, 1_000);`;

it('a closed folder is removed, and the next files are outside', async () => {
  const before = process.env['TMPDIR'];
  const { folder, close } = await openTemporaryFolder();
  expect([process.env['TMPDIR'], existsSync(folder)]).toEqual([folder, true]);
  await close();
  expect([process.env['TMPDIR'], existsSync(folder)]).toEqual([before, false]);
});

it('the folder of a killed process is removed', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dps-temporary-'));
  const env = { PATH: process.env['PATH'], TMPDIR: root };
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(readdirSync(root)).toHaveLength(1);
  const watcher = watch(root);
  const removed = once(watcher, 'change');
  child.kill('SIGKILL');
  await removed;
  watcher.close();
  expect(readdirSync(root)).toEqual([]);
  rmSync(root, { recursive: true });
});
