import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './files.ts';

const exec = promisify(execFile);
const MODULE = path.join(ROOT, 'e2e/other-tool');
/** A folder inside the repository, where packages resolve, that git ignores. */
const BUILD_ROOT = path.join(ROOT, 'e2e/dist');

/** A backend of a module, with CORS headers for one product. */
export interface Backend {
  /** `http://127.0.0.1:54321` */
  origin: string;
  /** Allows the calls of a product. */
  allow(product: string): void;
  close(): void;
}

/** Starts a backend that returns the tides. */
export async function openBackend(): Promise<Backend> {
  let allowed = '';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': allowed });
    response.end(JSON.stringify({ high: '14:05' }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    allow: (product) => {
      allowed = product;
    },
    close: () => void server.close(),
  };
}

/**
 * Writes the module that was written by hand, with another version and another backend, and its release.
 *
 * @param folder absolute path of a new folder
 */
export async function writePlainModule(folder: string, version: string, backend: string): Promise<void> {
  await cp(path.join(ROOT, 'e2e/plain-module'), folder, {
    recursive: true,
    filter: (file) => path.basename(file) !== 'dist',
  });
  for (const file of ['module.json', 'assets/tides.js'])
    await edit(path.join(folder, file), /https:\/\/tides\.example/, backend);
  await edit(path.join(folder, 'assets/tides.js'), /VERSION = '[^']+'/, `VERSION = '${version}'`);
  const container = `mfe_tides_${version.replaceAll('.', '_')}`;
  await edit(path.join(folder, 'assets/tides.js'), /mfe_tides_\w+/, container);
  await exec(process.execPath, ['release.mjs'], { cwd: folder });
}

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
