import { join } from 'node:path';

export const RELEASE_FILE = 'release.json';

/** The folder of a release below the store, for a release whose base is `/modules/jobs/1.0.0/`. */
export function releaseFolder(store: string, base: string): string {
  return join(store, ...base.split('/').filter(Boolean));
}
