import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { moduleManifest, type ModuleRelease, type ShellRelease } from '@dps/shared-contracts';
import { excessOf, releaseSizes, scriptsOf, type ReleaseSizes } from '@dps/federation/release-sizes';
import { budgetOf, statedTooMuch, type StatedBudget } from '@dps/federation/size-budget';
import { messageOf, Refusal } from '@dps/release-store/refusal';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { readBuildFile, readCompressed, titleOf, type Build } from '../commands/build-folder.ts';
import type { Candidate, Gate } from './gate.ts';
import { jumps, sizeLine, type Predecessor } from './size-report.ts';

const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);

/** Bytes of a script as browsers get it. Throws Refusal where what was compressed ahead is not the script. */
async function packedBytes(build: Build, file: string): Promise<number> {
  const content = await readBuildFile(build, file);
  const [, packed] = (await readCompressed(build, file)).find(([name]) => name.endsWith('.br')) ?? [];
  if (!packed) return (await pack(content)).length;
  const unpacked = await unpack(packed).catch(() => null);
  if (unpacked?.equals(content)) return packed.length;
  throw new Refusal(`${file}.br does not hold what ${file} does. Build the package again.`);
}

async function candidateSizes(build: Build): Promise<ReleaseSizes> {
  const bytesOf = new Map<string, number>();
  for (const file of scriptsOf(build.release)) bytesOf.set(file, await packedBytes(build, file));
  return releaseSizes(build.release, bytesOf);
}

/** What of its budget a module states; undefined for the shell, and for a build without `module.json`. */
async function statedBudget(build: Build): Promise<StatedBudget | undefined> {
  if (build.kind === 'shell' || build.release.files['module.json'] === undefined) return undefined;
  const text = (await readBuildFile(build, 'module.json')).toString();
  try {
    return moduleManifest.validateSync(JSON.parse(text), { strict: true }).budget;
  } catch (error) {
    throw new Refusal(`module.json cannot be used: ${messageOf(error)}`);
  }
}

/** Sizes of a published release; undefined where the store has not all of it, which `verify` tells of. */
async function publishedSizes(
  store: ReleaseStore,
  release: ModuleRelease | ShellRelease,
): Promise<ReleaseSizes | undefined> {
  const folder = release.base.replace(/^\/|\/$/g, '');
  const bytes = await Promise.all(
    scriptsOf(release).map(async (file) => {
      const packed = await store.readFile(`${folder}/${file}.br`);
      if (packed) return [file, packed.length] as const;
      const content = await store.readFile(`${folder}/${file}`);
      return content && ([file, (await pack(content)).length] as const);
    }),
  );
  const known = bytes.filter((each) => each !== null);
  return known.length === bytes.length ? releaseSizes(release, new Map(known)) : undefined;
}

/** The release that everybody has now. */
function runningRelease({ build, registry }: Candidate): ModuleRelease | ShellRelease | undefined {
  if (build.kind === 'shell') return registry?.shell;
  const module = registry?.modules.find(({ name }) => name === build.release.name);
  return module?.releases[module.stable];
}

async function predecessorOf(candidate: Candidate): Promise<Predecessor | undefined> {
  const release = runningRelease(candidate);
  const sizes = release && (await publishedSizes(candidate.store, release));
  return sizes && { version: release.version, sizes };
}

/**
 * What browsers load of a release: within the platform's budget and what the module states itself, and without a jump
 * that nobody has stated. Measured on the files that are to be released, whatever built them.
 */
export const sizeGate: Gate = {
  name: 'size',
  check: async (candidate, tell) => {
    const { build } = candidate;
    const sizes = await candidateSizes(build);
    const before = await predecessorOf(candidate);
    const stated = await statedBudget(build);
    const title = titleOf(build);
    tell(sizeLine(title, sizes, before), { release: title, sizes, ...(before && { before }) });
    const unstated = build.kind === 'module' && stated?.first === undefined && before !== undefined;
    return [
      ...statedTooMuch(stated ?? {}),
      ...excessOf(sizes, budgetOf(build.release, stated)).map(({ problem }) => problem),
      ...(unstated ? jumps(sizes, before) : []),
    ];
  },
};
