/**
 * The name of a release's federation container, which is also the name of its global variable and of its chunk loading
 * queue. It carries the version, so that two versions can live in one page.
 *
 * @param name name of the module in the registry, or `shell`
 * @param version version of the release: `1.0.0`
 */
export function containerName(name: string, version: string): string {
  const prefix = name === 'shell' ? '' : 'mfe_';
  return `${prefix}${name}_${version}`.replace(/[^A-Za-z0-9_]/g, '_');
}

/** Where a release's files are, as a path of the page's origin. */
export function releaseBase(name: string, version: string): string {
  return name === 'shell' ? `/shell/${version}/` : `/modules/${name}/${version}/`;
}
