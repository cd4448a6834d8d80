import { cookieValue } from './cookie.ts';

/** Holds what a browser's cohorts are made from: something random, or who signed in last. */
export const COHORT_COOKIE = 'dps_cohort';

const SEED = /^[a-z0-9-]{1,64}$/;

/** The seed out of a `Cookie` header or `document.cookie`; undefined where there is none that we wrote. */
export function cohortSeed(cookies: string): string | undefined {
  const value = cookieValue(cookies, COHORT_COOKIE);
  return value !== undefined && SEED.test(value) ? value : undefined;
}

/** What a cookie holds so that a user has the same cohorts in every browser. */
export const userSeed = (userId: number): string => `user-${userId}`;

/**
 * Where a user stands among a hundred for one canary: 0 ≤ result < 100. The same for the same user and canary, spread
 * evenly over users, and unrelated between canaries. FNV-1a over UTF-16 code units, then the finaliser of MurmurHash3,
 * without which seeds that differ in their last digit alone would stay together.
 */
export function cohortOf(seed: string, module: string, salt: string): number {
  let hash = 0x811c9dc5;
  const text = `${module}/${salt}/${seed}`;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * 100;
}
