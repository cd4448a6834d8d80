import { releasesIn, type Registry } from '@dps/contract';

/**
 * Returns the integrity of a file of a listed release, such as `sha256-…`, or undefined for any other file.
 *
 * @param registry the current registry, verified
 * @param path path of the file in the store: `modules/jobs/1.0.0/assets/page.js`
 */
export function listedIntegrity(registry: Registry, path: string): string | undefined {
  const address = `/${path}`;
  const release = releasesIn(registry).find(({ base }) => address.startsWith(base));
  if (!release) return undefined;
  const file = address.slice(release.base.length);
  return Object.hasOwn(release.files, file) ? release.files[file] : undefined;
}
