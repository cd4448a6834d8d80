import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createModule } from '@dps/create-module';
import { startStack } from '@dps/local-stack/stack';
import { runCommand } from '@dps/release-commands/command';
import { FolderStore } from '@dps/release-store/folder-store';
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

/** Edits of the files of a package, by file. */
export type Changes = Readonly<Record<string, (content: string) => string>>;

/** A separate product with its own release store, and builds to release into it. */
export interface ReleaseLab {
  url: string;
  /** Runs the release command. Resolves with its output; rejects with the reason of a refusal. */
  release(line: string): Promise<string>;
  /** Builds a version of the module `weather`. Resolves with its folder. */
  buildWeather(version: string, changes?: Changes): Promise<string>;
  /** Derives a version of the module `weather` from the build of version 0.1.0. Resolves with its folder. */
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

async function edit(folder: string, changes: Changes): Promise<void> {
  for (const [name, change] of Object.entries(changes)) {
    const file = path.join(folder, name);
    await writeFile(file, change(await readFile(file, 'utf8')));
  }
}

const withVersion = (version: string) => (content: string) =>
  content.replace(/"version": "[^"]+"/, `"version": "${version}"`);

async function build(folder: string, version: string, changes: Changes): Promise<string> {
  await edit(folder, { 'package.json': withVersion(version), ...changes });
  await exec(process.execPath, [BUILD], { cwd: folder });
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

/** Starts the product with a separate store, on free ports. */
export async function openReleaseLab(): Promise<ReleaseLab> {
  const workspace = await createWorkspace();
  const dataDir = path.join(workspace, 'data');
  await mkdir(dataDir);
  const stack = await startStack({
    dataDir,
    ephemeral: true,
    logLevel: 'warn',
    omittedPackages: [OWN_PACKAGE],
  });
  const environment = {
    INIT_CWD: workspace,
    RELEASE_STORE: path.join(dataDir, 'store'),
    RELEASE_KEY_FILE: path.join(dataDir, 'release-key.pem'),
  };
  await createModule(workspace, 'weather');
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
    buildWeather: async (version, changes = {}) => {
      const folder = path.join(workspace, `weather-${version}`);
      await cp(path.join(workspace, 'mfe-weather'), folder, { recursive: true });
      return build(folder, version, changes);
    },
    deriveWeather: (version, change) =>
      deriveRelease(
        path.join(workspace, 'weather-0.1.0/dist'),
        path.join(workspace, `weather-${version}`),
        version,
        change,
      ),
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
