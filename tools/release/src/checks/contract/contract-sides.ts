import { shellsIn, type ModuleRelease, type Registry, type ShellRelease } from '@dps/contract';
import { isIntact } from '../../store/integrity.ts';
import { CONTRACT_FILE, parseContractFile, type ContractFile } from '@dps/module-kit/contract-file';
import { messageOf, CommandError } from '../../store/command-error.ts';
import type { ReleaseStore } from '../../store/release-store.ts';
import { folderOf, readBuildFile, type Build } from '../build-folder.ts';
import { activeVersions, releasesOf } from '../../registry/choose-release.ts';

/** A release with its contract file. */
export interface ContractSide<Release extends ModuleRelease | ShellRelease = ModuleRelease | ShellRelease> {
  /** Name of the module, or `shell`. */
  name: string;
  /** `jobs 1.1.0` */
  title: string;
  release: Release;
  /** Reads its `contract.json` once, or null if it has none. Throws CommandError if the content is not intact. */
  read: () => Promise<ContractFile | null>;
}

/** Releases that pages combine: each module may run in each shell. */
export interface Running {
  modules: ContractSide<ModuleRelease>[];
  shells: ContractSide<ShellRelease>[];
}

/** @param readFile reads the content of `contract.json`, and checks its integrity */
function sideOf<Release extends ModuleRelease | ShellRelease>(
  name: string,
  release: Release,
  readFile: (title: string) => Promise<Buffer>,
): ContractSide<Release> {
  const title = `${name} ${release.version}`;
  const parse = (content: Buffer): ContractFile => {
    try {
      return parseContractFile(content.toString());
    } catch (error) {
      throw new CommandError(`${CONTRACT_FILE} of ${title} is invalid: ${messageOf(error)}`);
    }
  };
  let reading: Promise<ContractFile | null> | undefined;
  const hasFile = release.files[CONTRACT_FILE] !== undefined;
  return {
    name,
    title,
    release,
    read: () => (reading ??= hasFile ? readFile(title).then(parse) : Promise.resolve(null)),
  };
}

/** Returns a published release. */
export const published = <Release extends ModuleRelease | ShellRelease>(
  store: ReleaseStore,
  name: string,
  release: Release,
): ContractSide<Release> =>
  sideOf(name, release, async (title) => {
    const content = await store.readFile(`${folderOf({ release })}/${CONTRACT_FILE}`);
    if (content && isIntact(content, release.files[CONTRACT_FILE] ?? '')) return content;
    throw new CommandError(`${CONTRACT_FILE} of ${title} differs from the released file.`);
  });

/** Returns the release of a build. */
export const built = <Release extends ModuleRelease | ShellRelease>(
  build: Build,
  name: string,
  release: Release,
): ContractSide<Release> => sideOf(name, release, () => readBuildFile(build, CONTRACT_FILE));

/** Returns the active releases: of each module stable, canary and last good; of the shell the current, the previous and the canary. */
export function runningIn(store: ReleaseStore, registry: Registry): Running {
  const modules = registry.modules.flatMap((module) => {
    const { name, lastGood, inactive } = module;
    const fallback = lastGood === undefined || inactive ? [] : [lastGood];
    const releases = releasesOf(module, [...activeVersions(module), ...fallback]);
    return releases.map((release) => published(store, name, release));
  });
  return { modules, shells: shellsIn(registry).map((each) => published(store, 'shell', each)) };
}
