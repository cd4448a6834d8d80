/**
 * Returns the name of a release's federation container. Its global variable and its chunk loading queue have the same
 * name. It contains the version, so that two versions can run in one page. Hyphens of the version become `$`, so that
 * `a-0` in version 2.0.0 and `a` in version 0.2.0-0 have different names.
 *
 * @param name name of the module in the registry, or `shell`
 * @param version version of the release: `1.0.0`
 */
export function containerName(name: string, version: string): string {
  const prefix = name === 'shell' ? '' : 'mfe_';
  return `${prefix}${name.replaceAll('-', '_')}_${version.replaceAll('.', '_').replaceAll('-', '$')}`;
}

/** Returns the path of a release's files, relative to the page's origin. */
export function releaseBase(name: string, version: string): string {
  return name === 'shell' ? `/shell/${version}/` : `/modules/${name}/${version}/`;
}
