/**
 * Returns the name of a release's federation container. Its global variable and its chunk loading queue have the same
 * name. It contains the version, so that two versions can run in one page.
 *
 * @param name name of the module in the registry, or `shell`
 * @param version version of the release: `1.0.0`
 */
export function containerName(name: string, version: string): string {
  const prefix = name === 'shell' ? '' : 'mfe_';
  return `${prefix}${name}_${version}`.replace(/[^A-Za-z0-9_]/g, '_');
}

/** Returns the path of a release's files, relative to the page's origin. */
export function releaseBase(name: string, version: string): string {
  return name === 'shell' ? `/shell/${version}/` : `/modules/${name}/${version}/`;
}
