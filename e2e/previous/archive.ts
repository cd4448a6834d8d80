import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { parseRelease, type ModuleBuild, type ShellBuild } from '@dps/shared-contracts';
import { ROOT } from '../support/files.ts';

const ARCHIVE = path.join(import.meta.dirname, 'releases.json.br');
const SHELL = 'shell';
/** One character for each byte. */
const BYTES = 'latin1';

/** The content of each file by the package that it belongs to and its name. */
type Archive = Record<string, Record<string, string>>;

function isArchive(value: unknown): value is Archive {
  const isRecord = (each: unknown) => typeof each === 'object' && each !== null;
  return isRecord(value) && Object.values(value).every(isRecord);
}

/** A release that was out, unpacked, ready to be published. */
export interface KeptRelease {
  /** `shell`, or the module's name. */
  name: string;
  folder: string;
  release: ModuleBuild | ShellBuild;
}

async function readPackage(folder: string): Promise<Record<string, string>> {
  const dist = path.join(ROOT, folder, 'dist');
  const document = await readFile(path.join(dist, 'release.json'), 'utf8');
  // What was compressed ahead can be made again, and would be kept twice.
  const names = ['release.json', ...Object.keys(parseRelease(document).files)];
  const files = names.map(async (name) => [name, await readFile(path.join(dist, name), BYTES)] as const);
  return Object.fromEntries(await Promise.all(files));
}

/**
 * Keeps what the shell and the modules of this workspace were built to as the releases that were out before the next ones.
 *
 * @returns the bytes that it takes
 */
export async function keepReleases(): Promise<number> {
  const modules = (await readdir(ROOT)).filter((name) => name.startsWith('mfe-'));
  const packages = [SHELL, ...modules].map(async (folder) => [folder, await readPackage(folder)] as const);
  const archive: Archive = Object.fromEntries(await Promise.all(packages));
  const text = Buffer.from(JSON.stringify(archive));
  const content = await promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  });
  await writeFile(ARCHIVE, content);
  return content.length;
}

async function unpack(place: string, folder: string, files: Record<string, string>): Promise<KeptRelease> {
  const target = path.join(place, folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(target, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content, BYTES);
  }
  const release = parseRelease(files['release.json'] ?? '');
  return { name: release.kind === 'module' ? release.name : SHELL, folder: target, release };
}

/**
 * Unpacks the releases that were out. Each file's integrity is checked as they are published.
 *
 * @param place the folder that receives a folder for each
 * @returns the shell first
 */
export async function unpackReleases(place: string): Promise<KeptRelease[]> {
  const archive: unknown = JSON.parse(
    (await promisify(brotliDecompress)(await readFile(ARCHIVE))).toString(),
  );
  if (!isArchive(archive)) throw new Error(`${ARCHIVE} is not an archive of releases`);
  const releases: KeptRelease[] = [];
  for (const folder of Object.keys(archive))
    releases.push(await unpack(place, folder, archive[folder] ?? {}));
  return releases;
}
