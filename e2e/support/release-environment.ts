import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { createModule } from '@dps/create-module';
import { startProduct } from '@dps/local-stack';
import { runCommand } from '@dps/release/command';
import { FolderStore } from '@dps/release/store/folder-store';
import { newKey } from '@dps/release/store/release-key';
import { findRegistry } from '@dps/release/store/revisions';
import { acceptAll } from '@dps/release/store/testing/releases';
import type { Registry, Role } from '@dps/contract';
import { unpackReleases } from '../previous/archive.ts';
import { deriveRelease, type ScriptChange } from './derive-release.ts';
import { ROOT } from './files.ts';
import { openBackend, type Backend } from './other-tool.ts';
import { test as base } from './test.ts';
import { demoAccount, newUser, signIn, signUp } from './users.ts';

const exec = promisify(execFile);
const BUILD = path.join(ROOT, 'tools/module-kit/bin/dps-build.mjs');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');

/** The package that the environment creates. The workspace may have one with the same name. */
const OWN_PACKAGE = 'mfe-weather';
/** The page of `weather`, with marks that a derived release replaces with failing code. */
const PAGE = `
import { useEffect } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { Button, Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';

export default function WeatherPage() {
  const { name } = useCurrentUser();
  performance.mark('render');
  useEffect(() => () => void performance.mark('leave'), []);
  return (
    <>
      <PageHeader title="Weather" />
      <Typography>Hello, {name}.</Typography>
      <Button onClick={() => performance.mark('click')}>Refresh</Button>
    </>
  );
}
`;

/** Versions of releases, by module name or `shell`. */
export type Versions = Readonly<Record<string, string>>;

/** A product with its own release store, and builds to release into it. */
export interface ReleaseEnvironment {
  url: string;
  /** Settings of the release command for the store and its key. */
  settings: { RELEASE_STORE: string; RELEASE_KEY_FILE: string };
  /** The backend that pages of the module `tides` may call. */
  backend: Backend;
  /**
   * Opens a blank page in a new browser context: of a guest, of a demo account, or of a new pilot with the name Wanda Wind.
   */
  pageOf(who: Role | 'guest' | 'Wanda Wind'): Promise<Page>;
  /** Runs the release command. Resolves with its output; rejects with the message of an error. */
  release(line: string): Promise<string>;
  /** Derives a version of the module `weather`, which greets with "Hello", publishes it, and activates it without a fallback. */
  startWeather(version: string): Promise<void>;
  /** Derives a version of the module `weather`, and publishes it. */
  publishWeather(version: string, change?: ScriptChange): Promise<void>;
  /** Derives a version of the shell from the build of the workspace, and publishes it. */
  publishShell(version: string, change?: ScriptChange): Promise<void>;
  /** Publishes the previous releases of the shell and the modules, once. Resolves with their versions by name. */
  publishPrevious(): Promise<Versions>;
  /** Reads the current registry. */
  registry(): Promise<Registry>;
  /** Returns the versions of the active releases, by module name or `shell`. */
  active(): Promise<Versions>;
  /** Activates releases. Modules then have no release to fall back to, so no fallback hides a failure. */
  activate(versions: Versions): Promise<void>;
  /** Activates the releases of the workspace again, with a previous shell that has the current contract. */
  restore(): Promise<void>;
  /** Absolute path of a folder that is removed after the last test. */
  folder(name: string): string;
  /** Absolute path of a file in the store. */
  stored(file: string): string;
}

/** The version of a shell with the code of the workspace. */
const RESTORING = '90.0.0';

/** The change of the greeting of `weather`. */
export const greeting = (text: string) => (script: string) => script.replace('Hello, ', `${text}, `);

/**
 * Returns the change that replaces a mark of `weather` with a statement. A failing script has the frame of the release in each
 * stack.
 */
export const at = (mark: 'render' | 'leave' | 'click', statement: string) => (script: string) =>
  script.replace(new RegExp(`performance\\.mark\\(["'\`]${mark}["'\`]\\)`), `(()=>{${statement}})()`);

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
  const workspace = await mkdtemp(path.join(BUILD_ROOT, 'environment-'));
  for (const file of ['tsconfig.base.json', 'tsconfig.browser.json'])
    await cp(path.join(ROOT, file), path.join(workspace, file));
  await symlink(path.join(ROOT, 'shared-contracts'), path.join(workspace, 'shared-contracts'));
  await writeFile(path.join(workspace, 'package-lock.json'), JSON.stringify({ packages: {} }));
  return workspace;
}

/** Starts the product with the demo data and a separate store, on free ports. */
async function openReleaseEnvironment(
  browser: Browser,
): Promise<ReleaseEnvironment & { close: () => Promise<void> }> {
  const [workspace, backend] = await Promise.all([createWorkspace(), openBackend()]);
  const dataDir = path.join(workspace, 'data');
  await mkdir(dataDir);
  const tides = { name: 'tides', publicKey: newKey().key.publicKey, releases: ['tides'] };
  await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify([{ ...tides, origins: [backend.origin] }]));
  const stack = await startProduct({
    dataDir,
    ephemeral: true,
    logLevel: 'warn',
    omittedPackages: [OWN_PACKAGE],
  });
  const { url } = stack;
  backend.allow(url);
  const settings = {
    RELEASE_STORE: path.join(dataDir, 'store'),
    RELEASE_KEY_FILE: path.join(dataDir, 'release-key.pem'),
  };
  let built: Promise<string> | undefined;
  const weather = () =>
    (built ??= sharedBuild(async () => {
      await createModule(workspace, 'weather');
      const own = path.join(workspace, OWN_PACKAGE);
      await writeFile(path.join(own, 'src/WeatherPage.tsx'), PAGE);
      await exec(process.execPath, [BUILD], { cwd: own });
      return path.join(own, 'dist');
    }));
  const release = async (line: string): Promise<string> => {
    const output: string[] = [];
    const write = (text: string) => void output.push(text);
    const environment = { INIT_CWD: workspace, ...settings };
    const code = await runCommand(line.split(' '), { environment, gates: [], write, writeError: write });
    if (code !== 0) throw new Error(output.join('\n'));
    return output.join('\n');
  };
  const publish = async (name: string, build: string, version: string, change?: ScriptChange) => {
    const folder = await deriveRelease(build, path.join(workspace, `${name}-${version}`), version, change);
    await release(`publish ${folder}`);
  };
  const publishWeather = async (version: string, change?: ScriptChange) =>
    publish('weather', await weather(), version, change);
  const registry = async () => {
    const { registry: found } = await findRegistry(new FolderStore(settings.RELEASE_STORE), acceptAll);
    if (!found) throw new Error('The store has no registry.');
    return found;
  };
  const publishPrevious = async () => {
    const unpacked = await unpackReleases(path.join(workspace, 'previous'));
    await release(`publish ${unpacked.map(({ folder }) => folder).join(' ')}`);
    return Object.fromEntries(unpacked.map(({ name, release: { version } }) => [name, version]));
  };
  let previous: ReturnType<typeof publishPrevious> | undefined;
  const publishShell = (version: string, change?: ScriptChange) =>
    publish('shell', path.join(ROOT, 'shell/dist'), version, change);
  const active = async (): Promise<Versions> => {
    const { shell, modules } = await registry();
    return Object.fromEntries([['shell', shell.version], ...modules.map((each) => [each.name, each.stable])]);
  };
  const activate = async (versions: Versions) => {
    const running = await active();
    for (const [name, version] of Object.entries(versions))
      if (running[name] !== version) await release(`rollback ${name} --to ${version}`);
  };
  const initial = await active();
  let isRestored = false;
  return {
    url,
    settings,
    backend,
    pageOf: async (who) => {
      const context = await browser.newContext({ baseURL: url });
      if (who === 'Wanda Wind') await signUp(context.request, newUser('pilot', who), url);
      else if (who !== 'guest') await signIn(context.request, demoAccount(who), url);
      return context.newPage();
    },
    release,
    startWeather: async (version) => {
      await publishWeather(version);
      const module = (await registry()).modules.find(({ name }) => name === 'weather');
      if (module?.stable !== version) await release(`rollback weather --to ${version}`);
    },
    publishWeather,
    publishShell,
    publishPrevious: () => (previous ??= publishPrevious()),
    registry,
    active,
    activate,
    restore: async () => {
      if (!isRestored) await publishShell(RESTORING);
      isRestored = true;
      await activate({ ...initial, shell: RESTORING });
      await activate(initial);
    },
    folder: (name) => path.join(workspace, name),
    stored: (file) => path.join(settings.RELEASE_STORE, file),
    close: async () => {
      await stack.close();
      backend.close();
      await rm(workspace, { recursive: true, force: true });
    },
  };
}

interface Fixtures {
  /** Opens a page as `pageOf` of the environment, and closes it after the test. */
  pageOf: ReleaseEnvironment['pageOf'];
}

/**
 * The tests of one worker share one product. Each file publishes its own versions of `weather`, and activates the releases of
 * the workspace again after it has activated others.
 */
export const test = base.extend<Fixtures, { environment: ReleaseEnvironment }>({
  environment: [
    async ({ browser }, use) => {
      const environment = await openReleaseEnvironment(browser);
      await use(environment);
      await environment.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  pageOf: async ({ environment }, use) => {
    const pages: Page[] = [];
    await use(async (who) => {
      const page = await environment.pageOf(who);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});
export { expect } from './test.ts';
