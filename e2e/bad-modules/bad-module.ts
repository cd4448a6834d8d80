import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { integrityOf } from '@dps/release-store/integrity';
import { parseModuleBuild, type ModuleBuild } from '@dps/contract';

/** The stage that stops a module: its build, the release command, or the canary, whose pages fall back and report the fault. */
export type Stage = 'build' | 'publish' | 'canary';

/** A module with one fault: how it differs from a good one, and what must happen to it. */
export interface BadModule {
  /** Faulty behaviour of the module. */
  fault: string;
  stage: Stage;
  /** A part of the message to its team, which names the cause. */
  message: RegExp;
  /** Sources that replace those of the good module. */
  files?: Readonly<Record<string, string>>;
  /** Fields of `module.json` that replace those of the good module. */
  manifest?: Readonly<Record<string, unknown>>;
  /** Replaces the next free version. */
  version?: string;
  /** Whether the team signs with a key that the deployment does not allow for this module. */
  hasForeignKey?: boolean;
  /** Changes the finished build, as a build tool without rules would write it. */
  rebuild?: (dist: string) => Promise<void>;
  /** Changes the published files in the store. */
  damage?: (folder: string) => Promise<void>;
  /** Prepares the browser of a user before the canary is open. */
  before?: (page: Page) => Promise<void>;
  /** Acts as a user on the page of the canary. */
  use?: (page: Page) => Promise<void>;
  /** Whether the page of the canary stops reacting, so that only its reports can be read. */
  hangs?: boolean;
}

/** The page of the module `weather`. */
export const PAGE = 'src/WeatherPage.tsx';
export const ROUTE = { path: '/weather', title: 'Weather', access: 'user', page: PAGE };
export const ITEM = { path: '/weather', label: 'Weather', order: 90, icon: 'M0 0h24v24H0z' };

/** Returns the source of a page with an effect, which runs when the page is shown. */
export const pageWith = (effect: string, content = ''): Record<string, string> => ({
  [PAGE]: `
import { useEffect } from 'react';
import { Button, Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';

export default function WeatherPage() {
  useEffect(() => { ${effect} }, []);
  return (
    <>
      <PageHeader title="Weather" />
      <Typography>Sunny</Typography>
      <Button onClick={() => { ${content} }}>Refresh</Button>
    </>
  );
}
`,
});

/** Returns the source of the module's entry with statements that run on import. */
export const entryWith = (
  statements: string,
  page = `import('./WeatherPage.tsx')`,
): Record<string, string> => ({
  'src/module.ts': `
import { defineModule } from '@dps/contract/module';
${statements}
export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [{ path: '/weather', lazy: () => ${page} }],
});
`,
});

export const FAIL = `throw new TypeError('There is no weather');`;

export async function readRelease(dist: string): Promise<ModuleBuild> {
  return parseModuleBuild(await readFile(path.join(dist, 'release.json'), 'utf8'));
}

const writeRelease = (dist: string, release: ModuleBuild): Promise<void> =>
  writeFile(path.join(dist, 'release.json'), JSON.stringify(release));

/** Returns a change of the release description alone. */
export const described =
  (change: (release: ModuleBuild) => Partial<ModuleBuild>) =>
  async (dist: string): Promise<void> => {
    const release = await readRelease(dist);
    await writeRelease(dist, { ...release, ...change(release) });
  };

/** Writes a file of a build with its digest, without compressed copies. */
export async function replaceFile(dist: string, file: string, content: string): Promise<void> {
  await overwrite(dist, file, content);
  const release = await readRelease(dist);
  await writeRelease(dist, { ...release, files: { ...release.files, [file]: integrityOf(content) } });
}

/** Removes a file with its compressed copies, which a gateway would serve instead. */
export async function removeFile(folder: string, file: string): Promise<void> {
  for (const name of [file, `${file}.br`, `${file}.gz`]) await rm(path.join(folder, name), { force: true });
}

/** Writes a file and keeps its old digest. */
export async function overwrite(folder: string, file: string, content: string): Promise<void> {
  await removeFile(folder, file);
  await writeFile(path.join(folder, file), content);
}
