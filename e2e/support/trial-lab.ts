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
import { deriveRelease } from './derive-release.ts';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const BUILD = path.join(ROOT, 'tools/module-kit/bin/dps-build.mjs');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');

/** Builds candidates and runs the smoke test on them before a release. */
export interface TrialLab {
  /**
   * Derives a version of the built module `weather` that has some of its pages and widgets.
   *
   * @param pages paths of the pages
   * @param widgets names of the widgets
   */
  weather(version: string, pages: readonly string[], widgets?: readonly string[]): Promise<Candidate>;
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

/** Builds the module `weather` of the workspace with some files replaced. Resolves with the folder of the build. */
async function buildWeather(workspace: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(workspace, 'mfe-weather');
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  await exec(process.execPath, [BUILD], { cwd: folder });
  return path.join(folder, 'dist');
}

/**
 * Starts a product in which candidates run one after the other.
 *
 * @param files replace files of the new module `weather`
 */
export async function openTrialLab(files: Readonly<Record<string, string>>): Promise<TrialLab> {
  const workspace = await createWorkspace();
  const built = await buildWeather(workspace, files);
  const { store, active } = await createStore(workspace);
  const product = await startTrialProduct();
  // A separate browser, as in the release command.
  const browser = await openBrowser();
  return {
    weather: async (version, pages, widgets = []) => {
      const folder = await deriveRelease(built, path.join(workspace, `weather-${version}`), version);
      const release = parseModuleBuild(await readFile(path.join(folder, 'release.json'), 'utf8'));
      const routes = release.routes.filter((route) => pages.includes(route.path));
      return {
        kind: 'module',
        release: { ...release, routes, widgets: [...widgets] },
        read: readerOf(folder),
      };
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
