import { releasesIn, type Registry } from '@dps/shared-contracts';

/**
 * Returns the integrity of a file of a listed release, such as `sha256-…`, or undefined for any other file.
 *
 * @param path path of the file in the store: `modules/jobs/1.0.0/assets/page.js`
 */
export function listedIntegrity(registry: Registry, path: string): string | undefined {
  const release = releasesIn(registry).find(({ base }) => `/${path}`.startsWith(base));
  return release && new Map(Object.entries(release.files)).get(`/${path}`.slice(release.base.length));
}
