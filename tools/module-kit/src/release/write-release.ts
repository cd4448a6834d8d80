import { copyFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RELEASE_FILE } from '@dps/release/store/release-store';
import type { ModuleBuild } from '@dps/contract';
import { CONTRACT_FILE } from '../contract-types/contract-file.ts';
import { contractUse } from '../contract-types/contract-use.ts';
import { contractDeclarations } from '../contract-types/declarations.ts';
import type { BuildFacts } from '../facts/build-facts.ts';
import { moduleViolations } from '../checks/check-release.ts';
import { refuseBuild } from '../checks/violation.ts';
import { contractVersions } from '../contract-versions.ts';
import { federationFacts, type FederationFacts } from '../facts/federation-manifest.ts';
import { packageOf } from '../webpack/shared-module.ts';
import type { ModuleFormat } from '../module-format.ts';
import { precompress } from './compress.ts';
import { describeModule } from './describe-module.ts';
import { integrityOfFiles, listFiles } from './release-folder.ts';

/** A module that any build tool has built. */
export interface FinishedBuild {
  module: ModuleFormat;
  /** Absolute path of the folder with all files of the release and the plugin's `mf-manifest.json`. */
  folder: string;
  /** Scripts of each page, those of the exposed module first, by the page's source in module.json. */
  pages: Readonly<Record<string, readonly string[]>>;
  /** Absolute paths of the sources in the build. */
  sources: readonly string[];
}

/** Returns the facts that can be derived without webpack's compilation; the imports of each source are unknown. */
function factsOf({ shared }: FederationFacts, sources: readonly string[]): BuildFacts {
  const packages = new Set(sources.flatMap((file) => packageOf(file) ?? []));
  return {
    consumed: shared.map(({ name, singleton, requiredVersion, assets: { js } }) => ({
      name,
      singleton,
      requiredVersion,
      // mf-manifest.json does not contain this option.
      strictVersion: true,
      bundled: js.sync.length + js.async.length > 0,
    })),
    provided: [],
    bundled: [...packages].map((name) => ({ name, importedBy: 'the build' })),
    imports: [],
  };
}

/** Returns the module's own sources, relative to its folder. */
function ownSources({ module, sources }: FinishedBuild): string[] {
  return sources
    .filter((file) => file.startsWith(module.dir + path.sep) && /\.[jt]sx?$/.test(file))
    .map((file) => path.relative(module.dir, file))
    .filter((file) => packageOf(`/${file}`) === undefined);
}

function refuseViolations({ module, pages, sources }: FinishedBuild, federation: FederationFacts): void {
  const { manifest, version, shared } = module;
  const found = moduleViolations({
    version,
    manifest,
    facts: factsOf(federation, sources),
    policy: shared,
    federation: { name: federation.name, exposes: federation.exposes.map((exposed) => exposed.path) },
    contractVersion: contractVersions().contract,
    kitParts: new Map(),
    lazySources: new Set([...Object.keys(pages), ...manifest.widgets.map(({ source }) => source)]),
  });
  if (found.length > 0) throw refuseBuild(`${manifest.name} ${version}`, found);
}

/**
 * Turns the output of any build tool into a release: adds `module.json`, `contract.json`, compressed copies of all text
 * files, and last `release.json`.
 *
 * @returns the release
 * @throws BuildFailure if the build breaks a rule
 */
export async function writeRelease(built: FinishedBuild): Promise<ModuleBuild> {
  const { module, folder, pages } = built;
  const { dir, manifest, version } = module;
  const federation = federationFacts(folder);
  refuseViolations(built, federation);
  await copyFile(path.join(dir, 'module.json'), path.join(folder, 'module.json'));
  // The file lists all sources of the team, and no page loads it.
  await rm(path.join(folder, 'mf-stats.json'), { force: true });
  const contract = { ...(await contractDeclarations()), ...contractUse(module, ownSources(built)) };
  await writeFile(path.join(folder, CONTRACT_FILE), JSON.stringify(contract));
  const files = await integrityOfFiles(folder);
  const entry = federation.metaData.remoteEntry;
  const shared = federation.shared.map(({ name }) => name);
  const release = describeModule({
    manifest,
    version,
    entry: path.posix.join(entry.path, entry.name),
    files,
    pageFiles: (page) => ({ chunks: [...(pages[page] ?? [])], shared }),
  });
  await precompress(
    folder,
    (await listFiles(folder)).filter((file) => file !== CONTRACT_FILE),
  );
  await writeFile(path.join(folder, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`);
  return release;
}
