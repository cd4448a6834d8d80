import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createModule } from '@dps/create-module';
import { runCommand } from '@dps/release/command';
import { FolderStore } from '@dps/release-store/folder-store';
import { parseModuleBuild, parseRegistry, parseShellBuild } from '@dps/shared-contracts';
import { openBrowser } from '@dps/smoke/browser';
import type { Candidate } from '@dps/smoke/candidate';
import { startTrialProduct } from '@dps/smoke/product/trial-product';
import { smokeTest } from '@dps/smoke/smoke-test';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const BUILD = path.join(ROOT, 'tools/federation/bin/dps-build.mjs');
/** Below the repository, so that packages are found, and where builds are ignored. */
const PLACE = path.join(ROOT, 'e2e/dist');

/** A team's module, whose builds are tried out before they are released. */
export interface TrialLab {
  /** Builds a version of the module `weather` with other files in place of those that it was made with. */
  buildWeather(version: string, files: Readonly<Record<string, string>>): Promise<Candidate>;
  /** The shell as the workspace has built it. */
  shell(): Promise<Candidate>;
  /** Tries a candidate out. Resolves with what is wrong with it. */
  tryOut(candidate: Candidate): Promise<string[]>;
  close(): Promise<void>;
}

const readerOf = (folder: string) => (file: string) => readFile(path.join(folder, file)).catch(() => null);

/** A workspace that has the contract and the settings of the tools, for a package that is not the repository's. */
async function makeWorkspace(): Promise<string> {
  await mkdir(PLACE, { recursive: true });
  const workspace = await mkdtemp(path.join(PLACE, 'trial-'));
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json'])
    await cp(path.join(ROOT, file), path.join(workspace, file));
  await symlink(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  await writeFile(path.join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  await createModule(workspace, 'weather');
  return workspace;
}

/** A store that has released the shell and a module: enough for a candidate to have a neighbour. */
async function makeStore(workspace: string) {
  const store = new FolderStore(path.join(workspace, 'store'));
  const keyFile = path.join(workspace, 'key.pem');
  const environment = { INIT_CWD: ROOT, RELEASE_STORE: store.address, RELEASE_KEY_FILE: keyFile };
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  for (const line of [`keygen ${keyFile}`, 'publish shell mfe-account']) {
    const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
    if (code !== 0) throw new Error(said.join('\n'));
  }
  const active = parseRegistry((await store.readRegistry())?.text ?? '');
  return { store, active };
}

/** Starts a product in which builds are tried out one after the other. */
export async function openTrialLab(): Promise<TrialLab> {
  const workspace = await makeWorkspace();
  const { store, active } = await makeStore(workspace);
  const product = await startTrialProduct();
  // Of its own, as the command has one: without the traces of the journeys' browser.
  const browser = await openBrowser();
  return {
    buildWeather: async (version, files) => {
      const folder = path.join(workspace, `weather-${version}`);
      await cp(path.join(workspace, 'mfe-weather'), folder, { recursive: true });
      for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
      const described = path.join(folder, 'package.json');
      const text = await readFile(described, 'utf8');
      await writeFile(described, text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
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
