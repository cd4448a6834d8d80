import type { ModuleBuild, ModuleManifest } from '@dps/shared-contracts';
import { BuildFailure } from '../build-failure.ts';
import { containerName, releaseBase } from '../policy/container-name.ts';

/** What a page of a module needs before it can show itself. */
export interface PageFiles {
  /** Files of the module, what it exposes first. */
  chunks: string[];
  /** Packages that it takes from the shell. */
  shared: string[];
}

/** What a build of a module came to, whichever tool has made it. */
export interface DescribedModule {
  manifest: ModuleManifest;
  version: string;
  /** The remote entry, below the folder. */
  entry: string;
  /** Subresource integrity of every file of the build, by its name below the folder. */
  files: Record<string, string>;
  /** What a page needs, by its source as module.json names it. */
  pageFiles: (page: string) => PageFiles;
}

/**
 * The release of a module, for its `release.json`.
 *
 * @throws BuildFailure where it would name a file that the build does not have
 */
export function describeModule({ manifest, version, entry, files, pageFiles }: DescribedModule): ModuleBuild {
  const { name, title, contract, navigation } = manifest;
  const routes = manifest.routes.map(({ page, roles, loadingText, ...route }) => ({
    ...route,
    ...(roles ? { roles } : {}),
    ...(loadingText ? { loadingText } : {}),
    ...pageFiles(page),
  }));
  const missing = [entry, ...routes.flatMap(({ chunks }) => chunks)].find(
    (file) => files[file] === undefined,
  );
  if (missing !== undefined)
    throw new BuildFailure(`${name} has no file ${missing}`, 'Name files as they are below the folder.');
  return {
    kind: 'module',
    name,
    title,
    version,
    container: containerName(name, version),
    base: releaseBase(name, version),
    entry,
    contract,
    routes,
    navigation,
    widgets: manifest.widgets.map((widget) => widget.name),
    files,
  };
}
