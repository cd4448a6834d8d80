import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@dps/local-stack/ports';
import { startProduct } from '@dps/local-stack';
import { runCommand } from '@dps/release/command';
import { deriveRelease, type ScriptChange } from './derive-release.ts';
import { ROOT } from './files.ts';
import type { GuideCommand, GuideStep } from './guide.ts';

/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');
/** The package that the guide creates. A developer may have created it already. */
const OWN_PACKAGE = 'mfe-weather';
/** Generated files, local data, and the folder that receives the copy. */
const EXCLUDED = new Set([
  '.git',
  '.nx',
  '.data',
  '.cache',
  'node_modules',
  'test-results',
  'coverage',
  'e2e',
  OWN_PACKAGE,
]);

/** The part of `npm test -- unit` that concerns the new module. */
const MODULE_TESTS = 'jest --ci --runInBand --selectProjects unit dom -- mfe-weather';
const JEST_SETTINGS = { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };

/** A separate workspace and product in which the commands of the guide run. */
export interface GuideEnvironment {
  url: string;
  /** Runs a step. Resolves with the output of its commands; rejects on an unexpected exit code. */
  follow(step: GuideStep): Promise<string>;
  /** Runs the generated tests of the new module. Rejects when one fails. */
  testModule(): Promise<void>;
  /** Derives a version of the new module from its last build, and publishes it without gates. */
  publishWeather(version: string, change: ScriptChange): Promise<void>;
  /** Runs a release command that is not in the guide, without gates. Resolves with its output. */
  release(line: string, code?: number): Promise<string>;
  close(): Promise<void>;
}

/** Links the packages and their commands as npm does, and the dependencies of single packages. */
async function linkPackages(workspace: string): Promise<void> {
  for await (const link of glob('node_modules/{@dps,.bin}/*', { cwd: ROOT }))
    if (/^\.\.\/(\.\.|@dps)\//.test(await readlink(path.join(ROOT, link))))
      await cp(path.join(ROOT, link), path.join(workspace, link), { verbatimSymlinks: true });
  for await (const own of glob('{*,tools/*}/node_modules', { cwd: ROOT }))
    await symlink(path.join(ROOT, own), path.join(workspace, own), 'junction');
}

async function copyWorkspace(): Promise<string> {
  await mkdir(BUILD_ROOT, { recursive: true });
  const workspace = await mkdtemp(path.join(BUILD_ROOT, 'guide-'));
  for (const name of await readdir(ROOT)) {
    if (EXCLUDED.has(name)) continue;
    await cp(path.join(ROOT, name), path.join(workspace, name), {
      recursive: true,
      filter: (file) => !EXCLUDED.has(path.basename(file)),
    });
  }
  await linkPackages(workspace);
  return workspace;
}

/** Runs a command in a shell in the workspace. */
async function run(
  { line, code }: GuideCommand,
  cwd: string,
  settings: Record<string, string>,
): Promise<string> {
  const child = spawn(line, { cwd, shell: true, env: { ...process.env, ...settings } });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode === code) return output;
  throw new Error(`"${line}" ended with ${child.exitCode}, not ${code}:\n${output}\n${errors}`);
}

/** Starts the product with its metrics, as `METRICS_PORT=… npm start` does, on free ports and with a separate store. */
export async function openGuideEnvironment(): Promise<GuideEnvironment> {
  const workspace = await copyWorkspace();
  const dataDir = path.join(workspace, '.data');
  const metricsPort = await freePort();
  const stack = await startProduct({
    dataDir,
    metricsPort,
    ephemeral: true,
    logLevel: 'warn',
    omittedPackages: [OWN_PACKAGE],
  });
  const settings = {
    DATA_DIR: dataDir,
    RELEASE_METRICS: `http://127.0.0.1:${metricsPort}/metrics`,
  };
  const release = async (line: string, expected = 0): Promise<string> => {
    const output: string[] = [];
    const write = (each: string) => void output.push(each);
    const environment = { ...settings, INIT_CWD: workspace };
    const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
    if (code !== expected) throw new Error(`${line} ended with ${code}:\n${output.join('\n')}`);
    return output.join('\n');
  };
  return {
    url: stack.url,
    follow: async (step) => {
      let output = '';
      if ('file' in step) await writeFile(path.join(workspace, step.file), step.content);
      else for (const command of step.commands) output += await run(command, workspace, settings);
      return output;
    },
    testModule: async () => {
      await run({ line: MODULE_TESTS, code: 0 }, workspace, JEST_SETTINGS);
    },
    publishWeather: async (version, change) => {
      const folder = path.join(workspace, `weather-${version}`);
      await deriveRelease(path.join(workspace, OWN_PACKAGE, 'dist'), folder, version, change);
      await release(`publish ${folder}`);
    },
    release,
    close: async () => {
      await stack.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
