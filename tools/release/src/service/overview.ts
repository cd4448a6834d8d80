import { lt, rcompare } from 'semver';
import {
  type CanaryHealth,
  type Registry,
  type ReleasedPart,
  type ModuleRelease,
  type ReleaseUse,
} from '@dps/contract';
import { CONTRACT_FILE } from '@dps/module-kit/contract-file';
import { importPathOf } from '@dps/module-kit/shared-policy';
import { messageOf } from '../store/command-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { shareText, activeVersions, releasesOf } from '../registry/choose-release.ts';
import { shellPart, type Part } from '../registry/parts.ts';
import { published } from '../checks/contract/contract-sides.ts';

/**
 * Reads what the active releases use of the contract and of each other: from the file by which the contract gate decides. A
 * release is immutable, so each file is read once.
 */
export class ReleaseUses {
  readonly #store: ReleaseStore;
  readonly #log: (line: string) => void;
  #known = new Map<string, ReleaseUse | null>();

  constructor(store: ReleaseStore, log: (line: string) => void) {
    this.#store = store;
    this.#log = log;
  }

  /** Returns the uses of all active releases. Omits those without a contract file, and reports damaged ones. */
  async read({ modules }: Registry): Promise<ReleaseUse[]> {
    const known = new Map<string, ReleaseUse | null>();
    for (const module of modules)
      for (const release of releasesOf(module, activeVersions(module))) {
        const id = `${module.name} ${release.version} ${release.files[CONTRACT_FILE]}`;
        const before = this.#known.get(id);
        known.set(id, before === undefined ? await this.#use(module.name, release) : before);
      }
    this.#known = known;
    return [...known.values()].filter((each) => each !== null);
  }

  async #use(module: string, release: ModuleRelease): Promise<ReleaseUse | null> {
    try {
      const contract = await published(this.#store, module, release).read();
      if (!contract) return null;
      const { imports, shows } = contract.use;
      const byPath = Object.entries(imports).map(([key, names]) => [importPathOf(key), names]);
      return { module, version: release.version, imports: Object.fromEntries(byPath), shows };
    } catch (error) {
      this.#log(messageOf(error));
      return null;
    }
  }
}

function releasedPart(part: Part): ReleasedPart {
  const { name, owner, stable, inactive = false, canary, lastGood, releases } = part;
  // A rollback to the stable release ends the canary.
  const before = [canary && stable, lastGood].filter((version) => version !== undefined);
  const older = Object.keys(releases).filter((version) => lt(version, stable) && !before.includes(version));
  return {
    name,
    title: 'title' in part ? part.title : 'Shell',
    ...(owner !== undefined && { owner }),
    stable,
    inactive,
    earlier: inactive ? [] : [...before, ...older.toSorted(rcompare)],
    ...(canary && { canary: { version: canary.version, users: shareText(canary) } }),
  };
}

/** Returns the shell and the modules of a registry, with the versions to which each can be rolled back. */
export function partsOf(
  registry: Registry,
  healthOf: (name: string) => CanaryHealth | undefined,
): ReleasedPart[] {
  const parts = [shellPart(registry), ...registry.modules].map(releasedPart);
  for (const part of parts) {
    const health = healthOf(part.name);
    if (health) part.health = health;
  }
  return parts;
}
