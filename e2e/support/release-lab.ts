import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createModule } from '@dps/create-module';
import { startProduct } from '@dps/local-stack';
import { runCommand } from '@dps/release-commands/command';
import { FolderStore } from '@dps/release-store/folder-store';
import { newKey } from '@dps/release-store/release-key';
import { findRegistry } from '@dps/release-store/revisions';
import { acceptAll } from '@dps/release-store/testing/releases';
import type { Registry } from '@dps/contract';
import { deriveRelease, type ScriptChange } from './derive-release.ts';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const BUILD = path.join(ROOT, 'tools/module-kit/bin/dps-build.mjs');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');

/** The package that the lab creates. The workspace may have one with the same name. */
const OWN_PACKAGE = 'mfe-weather';

/** A separate product with its own release store, and builds to release into it. */
export interface ReleaseLab {
  url: string;
  /** Runs the release command. Resolves with its output; rejects with the reason of a refusal. */
  release(line: string): Promise<string>;
  /** Returns the folder of version 0.1.0 of the new module `weather`. All journeys of a run share its build. */
  weather(): Promise<string>;
  /** Derives a version of the module `weather` from version 0.1.0. Resolves with its folder. */
  deriveWeather(version: string, change?: ScriptChange): Promise<string>;
  /** Derives a version of the shell from the build of the workspace. Resolves with its folder. */
  deriveShell(version: string, change?: ScriptChange): Promise<string>;
  /** Reads the current registry. */
  registry(): Promise<Registry>;
  /** Absolute path of a folder that `close` removes. */
  folder(name: string): string;
  /** Absolute path of a file in the store. */
  stored(file: string): string;
  close(): Promise<void>;
}

/** Returns the folder of a build. The first journey that needs the build adds it. */
async function sharedBuild(build: () => Promise<string>): Promise<string> {
  const folder = path.join(process.env['DPS_BUILDS'] ?? '', 'weather');
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}-`);
  await cp(await build(), draft, { recursive: true });
  // Another journey may have added it first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}

/** Creates a workspace with the contract and the TypeScript settings. */
async function createWorkspace(): Promise<string> {
  await mkdir(BUILD_ROOT, { recursive: true });
  const workspace = await mkdtemp(path.join(BUILD_ROOT, 'lab-'));
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json'])
    await cp(path.join(ROOT, file), path.join(workspace, file));
  await symlink(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  await writeFile(path.join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  return workspace;
}

/**
 * Starts the product with a separate store, on free ports.
 *
 * @param page replaces the source of the page of `weather`, whose build is then not shared
 * @param origins backends that pages may call for the module `tides`; the product then has no override links, which allow all of
 * this machine
 */
export async function openReleaseLab({
  demoData = false,
  page,
  origins,
}: { demoData?: boolean; page?: string; origins?: string[] } = {}): Promise<ReleaseLab> {
  const workspace = await createWorkspace();
  const dataDir = path.join(workspace, 'data');
  await mkdir(dataDir);
  if (origins) {
    const keys = [{ name: 'tides', publicKey: newKey().key.publicKey, releases: ['tides'], origins }];
    await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify(keys));
  }
  const stack = await startProduct({
    dataDir,
    ephemeral: true,
    logLevel: 'warn',
    demoData,
    omittedPackages: [OWN_PACKAGE],
    ...(origins && { overrideOrigins: [] }),
  });
  const environment = {
    INIT_CWD: workspace,
    RELEASE_STORE: path.join(dataDir, 'store'),
    RELEASE_KEY_FILE: path.join(dataDir, 'release-key.pem'),
  };
  await createModule(workspace, 'weather');
  const own = path.join(workspace, 'mfe-weather');
  if (page !== undefined) await writeFile(path.join(own, 'src/WeatherPage.tsx'), page);
  const build = async () => {
    await exec(process.execPath, [BUILD], { cwd: own });
    return path.join(own, 'dist');
  };
  let built: Promise<string> | undefined;
  const weather = () => (built ??= page === undefined ? sharedBuild(build) : build());
  const release = async (line: string): Promise<string> => {
    const output: string[] = [];
    const write = (text: string) => void output.push(text);
    const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
    if (code !== 0) throw new Error(output.join('\n'));
    return output.join('\n');
  };
  return {
    url: stack.url,
    release,
    weather,
    deriveWeather: async (version, change) =>
      deriveRelease(await weather(), path.join(workspace, `weather-${version}`), version, change),
    deriveShell: (version, change) =>
      deriveRelease(path.join(ROOT, 'shell/dist'), path.join(workspace, `shell-${version}`), version, change),
    registry: async () => {
      const { registry } = await findRegistry(new FolderStore(environment.RELEASE_STORE), acceptAll);
      if (!registry) throw new Error('The store has no registry.');
      return registry;
    },
    folder: (name) => path.join(workspace, name),
    stored: (file) => path.join(environment.RELEASE_STORE, file),
    close: async () => {
      await stack.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
