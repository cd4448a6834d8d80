import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lastLines, runToEnd } from '@dps/local-stack/process/run-to-end';
import { runCommand } from '@dps/release/command';
import { ROOT, type Workplace } from './workplace.ts';

/** Runs the release command on the store of the environment. Throws its output after a refusal. */
export async function release(line: string, environment: Record<string, string>): Promise<string> {
  const output: string[] = [];
  const write = (text: string): void => void output.push(text);
  const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
  if (code !== 0) throw new Error(output.join('\n'));
  return output.join('\n');
}

/** Publishes the builds of the workspace, the shell's first. */
export async function publishWorkspace(environment: Record<string, string>): Promise<void> {
  const modules = globSync('mfe-*/module.json', { cwd: ROOT }).map((file) => dirname(file));
  for (const folder of ['shell', ...modules]) await release(`publish ${join(ROOT, folder)}`, environment);
}

/** Builds the module `jobs` with another version. Returns its folder. */
export async function buildJobs(version: string, workplace: Workplace): Promise<string> {
  const cache = join(ROOT, '.cache');
  await mkdir(cache, { recursive: true });
  // Inside of the repository, where packages resolve.
  const workspace = await mkdtemp(join(cache, 'topology-'));
  workplace.add(() => rm(workspace, { recursive: true, force: true }));
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json'])
    await cp(join(ROOT, file), join(workspace, file));
  for (const folder of ['shared-contracts', 'shared-ui'])
    await symlink(join(ROOT, folder), join(workspace, folder));
  await writeFile(join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  const folder = join(workspace, 'mfe-jobs');
  const filter = (file: string): boolean => !['dist', 'node_modules'].includes(basename(file));
  await cp(join(ROOT, 'mfe-jobs'), folder, { recursive: true, filter });
  const manifest = join(folder, 'package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  const build = join(ROOT, 'tools/module-kit/bin/dps-build.mjs');
  const { ok, output } = await runToEnd(process.execPath, [build], { cwd: folder, env: process.env });
  if (!ok) throw new Error(lastLines(output));
  return folder;
}
