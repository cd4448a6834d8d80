import type { ModuleBuild, ModuleManifest } from '@dps/contract';
import { BuildFailure } from '../build-failure.ts';
import { containerName, releaseBase } from '../policy/container-name.ts';

/** The scripts and packages that a page of a module loads before its first paint. */
export interface PageFiles {
  /** Files of the module. Those of the exposed module come first. */
  chunks: string[];
  /** Packages that the shell provides. */
  shared: string[];
}

/** The facts of a finished build of a module, by any build tool. Files are relative to the build's folder. */
export interface DescribedModule {
  manifest: ModuleManifest;
  version: string;
  /** The remote entry. */
  entry: string;
  /** Subresource integrity of every file of the build. */
  files: Record<string, string>;
  /** Returns the files of a page; `page` is its source in module.json. */
  pageFiles: (page: string) => PageFiles;
}

/**
 * Returns the content of a module's `release.json`.
 *
 * @throws BuildFailure if the entry or a page refers to a file that the build does not have
 */
export function describeModule({ manifest, version, entry, files, pageFiles }: DescribedModule): ModuleBuild {
  const { name, title, owner, contract, navigation, origins } = manifest;
  const routes = manifest.routes.map(({ page, roles, loadingText, headings, ...route }) => ({
    ...route,
    ...(roles ? { roles } : {}),
    ...(loadingText ? { loadingText } : {}),
    ...(headings ? { headings } : {}),
    ...pageFiles(page),
  }));
  const missing = [entry, ...routes.flatMap(({ chunks }) => chunks)].find(
    (file) => files[file] === undefined,
  );
  if (missing !== undefined)
    throw new BuildFailure(
      `${name} has no file ${missing}`,
      'State the paths of files relative to the folder.',
    );
  return {
    kind: 'module',
    name,
    title,
    ...(owner !== undefined && { owner }),
    version,
    container: containerName(name, version),
    base: releaseBase(name, version),
    entry,
    contract,
    routes,
    navigation,
    widgets: manifest.widgets.map((widget) => widget.name),
    ...(origins && { origins }),
    files,
  };
}
