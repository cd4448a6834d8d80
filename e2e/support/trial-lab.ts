import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createModule } from '@dps/create-module';
import { runCommand } from '@dps/release-commands/command';
import { FolderStore } from '@dps/release-store/folder-store';
import { findRegistry } from '@dps/release-store/revisions';
import { acceptAll } from '@dps/release-store/testing/releases';
import { parseModuleBuild, parseShellBuild } from '@dps/contract';
import { openBrowser } from '@dps/release/browser';
import type { Candidate } from '@dps/release/candidate';
import { startTrialProduct } from '@dps/release/product/trial-product';
import { smokeTest } from '@dps/release/smoke-test';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const BUILD = path.join(ROOT, 'tools/module-kit/bin/dps-build.mjs');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');

/** Builds candidates and runs the smoke test on them before a release. */
export interface TrialLab {
  /** Builds a version of the module `weather` with some files replaced. */
  buildWeather(version: string, files: Readonly<Record<string, string>>): Promise<Candidate>;
  /** Returns the built shell of the workspace. */
  shell(): Promise<Candidate>;
  /** Runs the smoke test on a candidate. Resolves with its problems. */
  tryOut(candidate: Candidate): Promise<string[]>;
  close(): Promise<void>;
}

const readerOf = (folder: string) => (file: string) => readFile(path.join(folder, file)).catch(() => null);

/** Creates a workspace with the contract, the TypeScript settings and the module `weather`. */
async function createWorkspace(): Promise<string> {
  await mkdir(BUILD_ROOT, { recursive: true });
  const workspace = await mkdtemp(path.join(BUILD_ROOT, 'trial-'));
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json'])
    await cp(path.join(ROOT, file), path.join(workspace, file));
  await symlink(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  await writeFile(path.join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  await createModule(workspace, 'weather');
  return workspace;
}

/** Creates a store with the shell and a second module, which runs next to a candidate. */
async function createStore(workspace: string) {
  const store = new FolderStore(path.join(workspace, 'store'));
  const keyFile = path.join(workspace, 'key.pem');
  const environment = { INIT_CWD: ROOT, RELEASE_STORE: store.address, RELEASE_KEY_FILE: keyFile };
  const output: string[] = [];
  const write = (text: string) => void output.push(text);
  for (const line of [`keygen ${keyFile}`, 'publish shell mfe-account']) {
    const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
    if (code !== 0) throw new Error(output.join('\n'));
  }
  const { registry: active } = await findRegistry(store, acceptAll);
  return { store, active };
}

/** Starts a product in which candidates run one after the other. */
export async function openTrialLab(): Promise<TrialLab> {
  const workspace = await createWorkspace();
  const { store, active } = await createStore(workspace);
  const product = await startTrialProduct();
  // A separate browser, as in the release command.
  const browser = await openBrowser();
  return {
    buildWeather: async (version, files) => {
      const folder = path.join(workspace, `weather-${version}`);
      await cp(path.join(workspace, 'mfe-weather'), folder, { recursive: true });
      for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
      const packageFile = path.join(folder, 'package.json');
      const text = await readFile(packageFile, 'utf8');
      await writeFile(packageFile, text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
      await exec(process.execPath, [BUILD], { cwd: folder });
      const dist = path.join(folder, 'dist');
      const release = parseModuleBuild(await readFile(path.join(dist, 'release.json'), 'utf8'));
      return { kind: 'module', release, read: readerOf(dist) };
    },
    shell: async () => {
      const dist = path.join(ROOT, 'shell/dist');
      const release = parseShellBuild(await readFile(path.join(dist, 'release.json'), 'utf8'));
      return { kind: 'shell', release, read: readerOf(dist) };
    },
    tryOut: async (candidate) => {
      const registry = await product.run(candidate, store, active);
      return smokeTest(browser, { url: product.url, registry }, candidate, () => undefined);
    },
    close: async () => {
      await browser.close();
      await product.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}
