import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseShellBuild, type ModuleBuild, type Role } from '@dps/contract';
import { openBrowser } from '@dps/release/browser';
import type { Candidate } from '@dps/release/trial/product/trial-registry';
import { startTrialProduct } from '@dps/release/trial/product/trial-product';
import { trialRegistry } from '@dps/release/trial/product/trial-registry';
import { smokeTest } from '@dps/release/trial/try-out';
import { runCommand } from '@dps/release/command';
import { FolderStore } from '@dps/release/store/folder-store';
import { integrityOf } from '@dps/release/store/integrity';
import { findRegistry } from '@dps/release/store/revisions';
import { acceptAll } from '@dps/release/store/testing/releases';
import { ROOT } from './files.ts';

/** Runs the smoke test on candidates before a release. */
export interface TrialEnvironment {
  /** Returns the built shell of the workspace. */
  shell(): Promise<Candidate>;
  /** Runs the smoke test on a candidate, also next to another module that is active. Resolves with its problems. */
  tryOut(candidate: Candidate, active?: Candidate): Promise<string[]>;
  close(): Promise<void>;
}

/** Returns the source of a page that runs statements after it is shown, with a style of the kit. */
export const pageWith = (statements: string): string =>
  `async () => ({ default: pageOf(() => { ${statements} }) })`;

/**
 * Returns the script of a hand-written module, because builds take seconds.
 *
 * @param parts sources of the functions that load its pages and its widgets
 */
const entryOf = (name: string, container: string, routes: string, widgets: string) => `
var ${container} = (() => {
  let offers;
  const shared = async (name) => {
    const offer = Object.values(offers[name])[0];
    return offer.lib ? offer.lib() : (await offer.get())();
  };
  return {
    init(given) { offers = given; },
    async get() {
      const { createElement, useEffect } = await shared('react');
      const { Box } = await shared('@dps/shared-contracts/ui');
      const pageOf = (effect) => () => {
        useEffect(effect, []);
        const sx = { '&:hover h1': { color: 'primary.main' } };
        return createElement(Box, { sx }, createElement('h1', null, 'Weather'));
      };
      const definition = { name: '${name}', version: '0', routes: [${routes}], widgets: {${widgets}} };
      return () => ({ default: definition });
    },
  };
})();
`;

/**
 * Returns a version of a module.
 *
 * @param pages sources of the functions that load its pages, by the last part of their path
 * @param options the name of the module, the roles that see the pages; all by default, and the sources of its widgets
 */
export function moduleOf(
  version: string,
  pages: Readonly<Record<string, string>>,
  {
    name = 'weather',
    roles = ['pilot', 'client'],
    widgets = {},
  }: { name?: string; roles?: Role[]; widgets?: Record<string, string> } = {},
): Candidate {
  const container = `mfe_${name}_${version.replaceAll('.', '_')}`;
  const routes = Object.entries(pages).map(
    ([page, lazy]) => `{ path: '/${name}/${page}', lazy: ${lazy} },\n`,
  );
  const shown = Object.entries(widgets).map(([widget, lazy]) => `'${widget}': ${lazy},\n`);
  const code = Buffer.from(entryOf(name, container, routes.join(''), shown.join('')));
  const entry = 'assets/entry.js';
  const release: ModuleBuild = {
    kind: 'module',
    name,
    title: name,
    version,
    container,
    base: `/modules/${name}/${version}/`,
    entry,
    files: { [entry]: integrityOf(code) },
    contract: '^1.0.0',
    routes: Object.keys(pages).map((page) => ({
      path: `/${name}/${page}`,
      title: page,
      access: 'user',
      roles,
      chunks: [],
      shared: ['react', '@dps/shared-contracts/client', '@dps/shared-contracts/ui'],
    })),
    navigation: [],
    widgets: Object.keys(widgets),
  };
  return { kind: 'module', release, read: async (file) => (file === entry ? code : null) };
}

/** Creates a store with the shell and a second module, which runs next to a candidate. */
async function createStore(folder: string) {
  const store = new FolderStore(path.join(folder, 'store'));
  const keyFile = path.join(folder, 'key.pem');
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

/** Starts a product in which candidates run one after the other, and a separate browser, as in the release command. */
export async function openTrialEnvironment(): Promise<TrialEnvironment> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dps-trial-'));
  const { store, active } = await createStore(folder);
  const product = await startTrialProduct();
  const browser = await openBrowser();
  return {
    shell: async () => {
      const dist = path.join(ROOT, 'shell/dist');
      const release = parseShellBuild(await readFile(path.join(dist, 'release.json'), 'utf8'));
      const read = (file: string) => readFile(path.join(dist, file)).catch(() => null);
      return { kind: 'shell', release, read };
    },
    tryOut: async (candidate, other) => {
      const file = other?.kind === 'module' ? `${other.release.base.slice(1)}${other.release.entry}` : '';
      if (other?.kind === 'module')
        await store.createFile(file, (await other.read(other.release.entry)) ?? Buffer.of());
      const before = other ? trialRegistry(active, other) : active;
      const registry = await product.run(candidate, store, before);
      return smokeTest(browser, { url: product.url, registry }, candidate, () => undefined);
    },
    close: async () => {
      await browser.close();
      await product.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
