import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@dps/local-stack/ports';
import { startStack, type RunningStack } from '@dps/local-stack/stack';
import { runCommand } from '@dps/release/command';
import { ROOT } from './files.ts';
import type { GuideCommand, GuideStep } from './guide.ts';

/** Below the repository, so that installed packages are found, and where builds are ignored. */
const PLACE = path.join(ROOT, 'e2e/dist');
/** What belongs to one machine and one moment, and the folder that the copy is in. */
const LEFT_OUT = new Set([
  '.git',
  '.nx',
  '.data',
  '.cache',
  'node_modules',
  'test-results',
  'coverage',
  'e2e',
]);

/** Somebody who does what the guide says: a workspace and a product of their own. */
export interface GuideReader {
  url: string;
  /** Does a step. Resolves with what its commands have said; rejects where one ends in another way than it should. */
  follow(step: GuideStep): Promise<string>;
  /** Runs the release command for what the guide does not say, past the gates. Resolves with what it says. */
  release(line: string, code?: number): Promise<string>;
  close(): Promise<void>;
}

/** Links packages and their commands to each other as npm does it, and what is installed for one of them alone. */
async function linkPackages(workspace: string): Promise<void> {
  for await (const link of glob('node_modules/{@dps,.bin}/*', { cwd: ROOT }))
    if (/^\.\.\/(\.\.|@dps)\//.test(await readlink(path.join(ROOT, link))))
      await cp(path.join(ROOT, link), path.join(workspace, link), { verbatimSymlinks: true });
  for await (const own of glob('{*,tools/*}/node_modules', { cwd: ROOT }))
    await symlink(path.join(ROOT, own), path.join(workspace, own), 'junction');
}

/** The workspace as it is here, with its builds. */
async function copyWorkspace(): Promise<string> {
  await mkdir(PLACE, { recursive: true });
  const workspace = await mkdtemp(path.join(PLACE, 'guide-'));
  for (const name of await readdir(ROOT)) {
    if (LEFT_OUT.has(name)) continue;
    await cp(path.join(ROOT, name), path.join(workspace, name), {
      recursive: true,
      filter: (file) => !LEFT_OUT.has(path.basename(file)),
    });
  }
  await linkPackages(workspace);
  return workspace;
}

/** Runs a command as a shell would, in the workspace. */
async function run(
  { line, code }: GuideCommand,
  cwd: string,
  settings: Record<string, string>,
): Promise<string> {
  const child = spawn(line, { cwd, shell: true, env: { ...process.env, ...settings } });
  const [said, complained] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (child.exitCode === code) return said;
  throw new Error(`"${line}" ended with ${child.exitCode}, not ${code}:\n${said}\n${complained}`);
}

/** The product with its metrics, as `METRICS_PORT=… npm start` runs it: the API reads the variable. */
async function startProduct(dataDir: string, metricsPort: number): Promise<RunningStack> {
  process.env['METRICS_PORT'] = String(metricsPort);
  try {
    return await startStack({ dataDir, ephemeral: true, logLevel: 'warn' });
  } finally {
    delete process.env['METRICS_PORT'];
  }
}

/** Starts what the guide asks for first: the product, on free ports and with a store of its own. */
export async function becomeGuideReader(): Promise<GuideReader> {
  const workspace = await copyWorkspace();
  const dataDir = path.join(workspace, '.data');
  const metricsPort = await freePort();
  const stack = await startProduct(dataDir, metricsPort);
  const settings = {
    RELEASE_STORE: path.join(dataDir, 'store'),
    RELEASE_KEY_FILE: path.join(dataDir, 'release-key.pem'),
    RELEASE_METRICS: `http://127.0.0.1:${metricsPort}/metrics`,
  };
  return {
    url: stack.url,
    follow: async (step) => {
      if ('file' in step) {
        await writeFile(path.join(workspace, step.file), step.content);
        return '';
      }
      let said = '';
      for (const command of step.commands) said += await run(command, workspace, settings);
      return said;
    },
    release: async (line, expected = 0) => {
      const said: string[] = [];
      const write = (each: string) => void said.push(each);
      const environment = { ...settings, INIT_CWD: workspace };
      const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
      if (code !== expected) throw new Error(`${line} ended with ${code}:\n${said.join('\n')}`);
      return said.join('\n');
    },
    close: async () => {
      await stack.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
