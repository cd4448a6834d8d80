import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const MODULE = path.join(ROOT, 'e2e/other-tool');
/** Below the repository, so that packages are found, and where builds are ignored. */
const PLACE = path.join(ROOT, 'e2e/dist');

/** The team with the other tool. */
export interface OtherTeam {
  /** Builds a version of its module, `preflight`, whose page has the title. Resolves with the module's folder. */
  build(version: string, title: string): Promise<string>;
  close(): Promise<void>;
}

async function edit(file: string, pattern: RegExp, text: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace(pattern, text));
}

/** Begins a place where versions of the module are built, each by its own build script. */
export async function openOtherTeam(): Promise<OtherTeam> {
  await mkdir(PLACE, { recursive: true });
  const place = await mkdtemp(path.join(PLACE, 'other-tool-'));
  return {
    build: async (version, title) => {
      const folder = path.join(place, version);
      await cp(MODULE, folder, { recursive: true, filter: (file) => path.basename(file) !== 'dist' });
      await edit(path.join(folder, 'package.json'), /"version": "[^"]+"/, `"version": "${version}"`);
      await edit(path.join(folder, 'src/texts.ts'), /title: '[^']+'/, `title: '${title}'`);
      await exec(process.execPath, ['build.ts'], { cwd: folder });
      return folder;
    },
    close: () => rm(place, { recursive: true, force: true }),
  };
}
