import { satisfies } from 'semver';
import type { ModuleRelease, Registry, ShellRelease } from '@dps/shared-contracts';
import { isIntact } from '@dps/release-store/integrity';
import { CONTRACT_FILE, parseContractFile, type ContractFile } from '@dps/federation/contract-file';
import { messageOf, Refusal } from '@dps/release-store/refusal';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { readBuildFile, type Build } from '../commands/build-folder.ts';

/** A release with what it says of its contract. */
export interface Side<Release extends ModuleRelease | ShellRelease = ModuleRelease | ShellRelease> {
  /** `jobs 1.1.0` */
  title: string;
  release: Release;
  /** Reads its `contract.json`; null where the build wrote none. Throws Refusal where it is not what was built. */
  read: () => Promise<ContractFile | null>;
}

/** A release of a module, and a shell that it may run in. */
export interface Pair {
  module: Side<ModuleRelease>;
  shell: Side<ShellRelease>;
}

function parsed(title: string, content: Buffer): ContractFile {
  try {
    return parseContractFile(content.toString());
  } catch (error) {
    throw new Refusal(`${CONTRACT_FILE} of ${title} cannot be used: ${messageOf(error)}`);
  }
}

/** A release that is in the store. */
export function published<Release extends ModuleRelease | ShellRelease>(
  store: ReleaseStore,
  name: string,
  release: Release,
): Side<Release> {
  const title = `${name} ${release.version}`;
  const read = async () => {
    const integrity = release.files[CONTRACT_FILE];
    if (integrity === undefined) return null;
    const content = await store.readFile(`${release.base.replace(/^\//, '')}${CONTRACT_FILE}`);
    if (content && isIntact(content, integrity)) return parsed(title, content);
    throw new Refusal(`${CONTRACT_FILE} of ${title} is not the file that was released.`);
  };
  return { title, release, read };
}

/** A release that a build would become. */
export function built<Release extends ModuleRelease | ShellRelease>(
  build: Build,
  name: string,
  release: Release,
): Side<Release> {
  const title = `${name} ${release.version}`;
  const read = async () => {
    if (release.files[CONTRACT_FILE] === undefined) return null;
    return parsed(title, await readBuildFile(build, CONTRACT_FILE));
  };
  return { title, release, read };
}

/** The releases of modules that pages may run: for everybody, for some, and to fall back on. */
export function runningModules(store: ReleaseStore, { modules }: Registry): Side<ModuleRelease>[] {
  return modules.flatMap(({ name, stable, canary, lastGood, releases }) =>
    [...new Set([stable, canary?.version, lastGood])].flatMap((version) => {
      const release = version === undefined ? undefined : releases[version];
      return release ? [published(store, name, release)] : [];
    }),
  );
}

/** The shells that pages may run: for everybody, and to fall back on. */
export function runningShells(store: ReleaseStore, { shell, previousShell }: Registry): Side<ShellRelease>[] {
  return [shell, ...(previousShell ? [previousShell] : [])].map((each) => published(store, 'shell', each));
}

/** Each of the modules in each of the shells, but for those that pages keep apart because of the range. */
export function pairsOf(
  modules: readonly Side<ModuleRelease>[],
  shells: readonly Side<ShellRelease>[],
): Pair[] {
  return shells.flatMap((shell) =>
    modules
      .filter(({ release }) => {
        const { contract } = shell.release;
        return contract === undefined || satisfies(contract, release.contract);
      })
      .map((module) => ({ module, shell })),
  );
}
