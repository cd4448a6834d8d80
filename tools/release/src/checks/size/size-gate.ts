import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { moduleManifest, type ModuleRelease, type ShellRelease } from '@dps/contract';
import {
  exceededLimits,
  releaseSizes,
  scriptsOf,
  kib,
  type ReleaseSizes,
} from '@dps/module-kit/release-sizes';
import { budgetOf, budgetProblems, type StatedBudget } from '@dps/module-kit/size-budget';
import { messageOf, CommandError } from '../../store/command-error.ts';
import type { ReleaseStore } from '../../store/release-store.ts';
import { folderOf, readBuildFile, readCompressed, titleOf, type Build } from '../build-folder.ts';
import type { Candidate, Gate } from '../gate.ts';

/** The release before a candidate. */
export interface Predecessor {
  version: string;
  sizes: ReleaseSizes;
}

/** Maximum increase of a page without a stated budget: the larger of the two. */
const MAX_INCREASE = { share: 0.1, bytes: 5 * 1024 };

const change = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

function changed(bytes: number, before: number | undefined): string {
  return before === undefined ? '' : ` (${change.format((bytes - before) / 1024)})`;
}

/** `jobs 1.1.0: /jobs 48.2 KiB first (+1.3); 131.0 KiB in all (+1.9), compared with 1.0.0` */
function sizeLine(title: string, { first, all }: ReleaseSizes, before?: Predecessor): string {
  const screens = Object.entries(first).map(
    ([screen, bytes]) => `${screen} ${kib(bytes)} first${changed(bytes, before?.sizes.first[screen])}`,
  );
  const total = `${kib(all)} in all${changed(all, before?.sizes.all)}`;
  const parts = screens.length > 0 ? `${screens.join(', ')}; ${total}` : total;
  return `${title}: ${parts}${before ? `, compared with ${before.version}` : ''}`;
}

/** Returns one sentence for each page whose size increases too much. */
export function sizeIncreases({ first }: ReleaseSizes, before: Predecessor): string[] {
  return Object.entries(first).flatMap(([screen, bytes]) => {
    const known = before.sizes.first[screen];
    if (known === undefined || bytes - known <= Math.max(known * MAX_INCREASE.share, MAX_INCREASE.bytes))
      return [];
    const percent = Math.round((bytes / known - 1) * 100);
    return [
      `${screen}: ${kib(bytes)} of scripts first, ${kib(bytes - known)} (${percent} %) more than ${before.version} needs. ` +
        `Load code that the first paint does not need with import(), or state the new size in module.json: ` +
        `"budget": { "first": ${Math.ceil(bytes / 1024)} }`,
    ];
  });
}

const pack = promisify(brotliCompress);

/** Returns the transfer size of a script in bytes. Throws CommandError if a compressed copy has other content. */
async function packedBytes(build: Build, file: string): Promise<number> {
  const [, packed] = (await readCompressed(build, file)).find(([name]) => name.endsWith('.br')) ?? [];
  return packed?.length ?? (await pack(await readBuildFile(build, file))).length;
}

async function candidateSizes(build: Build): Promise<ReleaseSizes> {
  const bytesOf = new Map<string, number>();
  for (const file of scriptsOf(build.release)) bytesOf.set(file, await packedBytes(build, file));
  return releaseSizes(build.release, bytesOf);
}

/** Returns the budget in `module.json`, or undefined for the shell and for a build without that file. */
async function statedBudget(build: Build): Promise<StatedBudget | undefined> {
  if (build.kind === 'shell' || build.release.files['module.json'] === undefined) return undefined;
  const text = (await readBuildFile(build, 'module.json')).toString();
  try {
    return moduleManifest.validateSync(JSON.parse(text), { strict: true }).budget;
  } catch (error) {
    throw new CommandError(`module.json is invalid: ${messageOf(error)}`);
  }
}

/** Returns the sizes of a published release, or undefined if files are missing, which `verify` reports. */
async function publishedSizes(
  store: ReleaseStore,
  release: ModuleRelease | ShellRelease,
): Promise<ReleaseSizes | undefined> {
  const folder = folderOf({ release });
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

/** Returns the stable release. */
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
 * Checks the download sizes of a release: within the platform's budget and the module's own budget, and without a large
 * increase unless `module.json` states it. Measures the built files, for any build tool.
 */
export const sizeGate: Gate = {
  name: 'size',
  check: async (candidate, report) => {
    const { build } = candidate;
    const sizes = await candidateSizes(build);
    const before = await predecessorOf(candidate);
    const stated = await statedBudget(build);
    const title = titleOf(build);
    report(sizeLine(title, sizes, before), { release: title, sizes, ...(before && { before }) });
    const unstated = build.kind === 'module' && stated?.first === undefined && before !== undefined;
    return [
      ...budgetProblems(stated ?? {}),
      ...exceededLimits(sizes, budgetOf(build.release, stated)).map(({ problem }) => problem),
      ...(unstated ? sizeIncreases(sizes, before) : []),
    ];
  },
};
