import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Folders of generated and installed files. */
const EXCLUDED = /(^|\/)(node_modules|dist|test-results|\.(git|nx|data|cache))$/;
/** Links of the workspaces, relative to their folder. */
const SCOPE = '@dps';
const DEPENDENCY_CRUISER = 'dependency-cruiser/bin/dependency-cruiser.mjs';

let copy: string;
/** The output of the command. */
let created: string;

async function run(command: string, ...parameters: string[]): Promise<{ status: unknown; output: string }> {
  const child = spawn(command, parameters, { cwd: copy });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, output: output + errors };
}
const check = (name: string) => run(process.execPath, 'tools/checks/src/main.ts', name);
const installed = (command: string, ...parameters: string[]) =>
  run(process.execPath, path.join(copy, 'node_modules', command), ...parameters);

/** Links the installed packages, and the workspaces of the copy. */
function linkPackages(): void {
  const from = path.join(ROOT, 'node_modules');
  const to = path.join(copy, 'node_modules');
  mkdirSync(path.join(to, SCOPE), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== SCOPE && name !== '.cache') symlinkSync(path.join(from, name), path.join(to, name));
  for (const name of readdirSync(path.join(from, SCOPE)))
    symlinkSync(readlinkSync(path.join(from, SCOPE, name)), path.join(to, SCOPE, name));
}

/** Copies the repository: a check reads all its files, and a new module changes some of them. */
beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'dps-repository-'));
  cpSync(ROOT, copy, { recursive: true, filter: (file) => !EXCLUDED.test(file) });
  linkPackages();
  created = (await run(process.execPath, 'tools/create-module/src/cli.ts', 'flight-weather')).output;
});
afterAll(() => rmSync(copy, { recursive: true }));

it('a new module passes the checks of the repository', async () => {
  const module = 'mfe-flight-weather';
  const results = await Promise.all([
    check('documents'),
    check('words'),
    installed('oxfmt/bin/oxfmt', '--check', '.'),
    installed('knip/bin/knip.js', '--workspace', module),
    installed('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', module),
    installed(DEPENDENCY_CRUISER, '--config', '.dependency-cruiser.mjs', `${module}/src`),
  ]);
  expect(results.map(({ status, output }) => (status === 0 ? 0 : output))).toEqual(results.map(() => 0));
  expect(results[4]?.output).toMatch(/on [1-9]\d* files/);
});

it('the printed next steps name checks that exist', async () => {
  const [, named = ''] = /npm test -- (.+?) {2}/.exec(created) ?? [];
  const { output } = await run(process.execPath, 'tools/bootstrap.mjs', 'test', '--help');
  const known = [...output.matchAll(/^ {2}(\S+) /gm)].map(([, name]) => name);
  expect(known).toEqual(expect.arrayContaining(named.split(' ')));
});
