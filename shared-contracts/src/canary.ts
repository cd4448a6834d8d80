import type { Canary } from './registry.ts';

/** Returns the seed of a user, which gives the user the same cohorts in all browsers. */
export const userSeed = (userId: number): string => `user-${userId}`;

/**
 * Returns the cohort of a user for one canary: 0 ≤ result < 100. Stable for a user and a canary, evenly distributed over users,
 * independent between canaries. FNV-1a over UTF-16 code units, then the finaliser of MurmurHash3: without it, seeds that
 * differ in their last digit alone have adjacent cohorts.
 */
export function cohortOf(seed: string, module: string, salt: string): number {
  let hash = 0x811c9dc5;
  const text = `${module}/${salt}/${seed}`;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}

/**
 * Returns whether a browser gets a canary: as a named user, or by its cohort.
 *
 * @param seed seed of the cohorts of the browser; without one, it does not get a canary
 */
export function isInCanary(
  name: string,
  { percent, salt, accounts = [] }: Omit<Canary, 'version'>,
  seed: string | undefined,
): boolean {
  if (seed === undefined) return false;
  return accounts.some((id) => userSeed(id) === seed) || cohortOf(seed, name, salt) < percent;
}
