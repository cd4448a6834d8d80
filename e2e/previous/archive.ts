import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { parseRelease, type ModuleBuild, type ShellBuild } from '@dps/contract';
import { ROOT } from '../support/files.ts';

const ARCHIVE = path.join(import.meta.dirname, 'releases.json.br');
const SHELL = 'shell';
/** One character for each byte. */
const BYTES = 'latin1';

/** File contents by package and file name. */
type Archive = Record<string, Record<string, string>>;

function isArchive(value: unknown): value is Archive {
  const isRecord = (each: unknown) => typeof each === 'object' && each !== null;
  return isRecord(value) && Object.values(value).every(isRecord);
}

/** An unpacked previous release, ready to publish. */
export interface KeptRelease {
  /** `shell`, or the module's name. */
  name: string;
  folder: string;
  release: ModuleBuild | ShellBuild;
}

async function readPackage(folder: string): Promise<Record<string, string>> {
  const dist = path.join(ROOT, folder, 'dist');
  const document = await readFile(path.join(dist, 'release.json'), 'utf8');
  // Compressed copies are excluded: publishing creates them again.
  const names = ['release.json', ...Object.keys(parseRelease(document).files)];
  const files = names.map(async (name) => [name, await readFile(path.join(dist, name), BYTES)] as const);
  return Object.fromEntries(await Promise.all(files));
}

/**
 * Archives the builds of the shell and the modules as the previous releases.
 *
 * @returns the size of the archive in bytes
 */
async function keepReleases(): Promise<number> {
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

async function unpack(parent: string, folder: string, files: Record<string, string>): Promise<KeptRelease> {
  const target = path.join(parent, folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(target, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content, BYTES);
  }
  const release = parseRelease(files['release.json'] ?? '');
  return { name: release.kind === 'module' ? release.name : SHELL, folder: target, release };
}

/**
 * Unpacks the previous releases. The release command checks the integrity hashes when it publishes them.
 *
 * @param parent the parent folder of the unpacked releases
 * @returns the shell first
 */
export async function unpackReleases(parent: string): Promise<KeptRelease[]> {
  const archive: unknown = JSON.parse(
    (await promisify(brotliDecompress)(await readFile(ARCHIVE))).toString(),
  );
  if (!isArchive(archive)) throw new Error(`${ARCHIVE} is not an archive of releases`);
  const releases: KeptRelease[] = [];
  for (const folder of Object.keys(archive))
    releases.push(await unpack(parent, folder, archive[folder] ?? {}));
  return releases;
}

if (import.meta.main) {
  const bytes = await keepReleases();
  process.stdout.write(`Archived the current builds: ${(bytes / 1024).toFixed(0)} KiB\n`);
}
