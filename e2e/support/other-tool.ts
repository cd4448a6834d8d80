import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const MODULE = path.join(ROOT, 'e2e/other-tool');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');

/** A team that builds with Rspack. */
export interface OtherTeam {
  /** Builds a version of the module `preflight` with a page title. Resolves with the module's folder. */
  build(version: string, title: string): Promise<string>;
  close(): Promise<void>;
}

async function edit(file: string, pattern: RegExp, text: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(pattern, text));
}

/** Creates the folder in which versions of the module are built, each in a copy of its sources. */
export async function openOtherTeam(): Promise<OtherTeam> {
  await mkdir(BUILD_ROOT, { recursive: true });
  const parent = await mkdtemp(path.join(BUILD_ROOT, 'other-tool-'));
  return {
    build: async (version, title) => {
      const folder = path.join(parent, version);
      await cp(MODULE, folder, { recursive: true, filter: (file) => path.basename(file) !== 'dist' });
      await edit(path.join(folder, 'package.json'), /"version": "[^"]+"/, `"version": "${version}"`);
      await edit(path.join(folder, 'src/texts.ts'), /title: '[^']+'/, `title: '${title}'`);
      await exec(process.execPath, ['build.ts'], { cwd: folder });
      return folder;
    },
    close: () => rm(parent, { recursive: true, force: true }),
  };
}
