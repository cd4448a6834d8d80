import type { Canary, GroupCanary, RegistryModule, ShellCanary, ShellGroups } from './registry.ts';

/** The user of a browser, as its cookies state. */
export interface Audience {
  /** Seed of the cohorts; without one, the browser gets no canary. */
  seed?: string | undefined;
  /** Role of the user who signed in last. */
  role?: string | undefined;
}

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

/** Returns the canary of a module, for a share of the users or for groups. */
export const canaryOf = ({ canary, groupCanary }: RegistryModule): Canary | GroupCanary | undefined =>
  groupCanary ?? canary;

/** Returns the canary of the shell, for a share of the users or for groups. */
export function shellCanaryOf({
  shellCanary,
}: {
  shellCanary?: ShellCanary | undefined;
}): (ShellGroups & Pick<ShellCanary, 'salt'>) | undefined {
  if (!shellCanary) return undefined;
  const { groups, ...share } = shellCanary;
  return { ...share, ...groups };
}

/** Returns whether a browser gets a canary: as a named user, or by its cohort, which may be limited to a role. */
export function isInCanary(
  name: string,
  { percent, salt, role: wanted, accounts = [] }: Omit<GroupCanary, 'version'>,
  { seed, role }: Audience,
): boolean {
  if (seed === undefined) return false;
  if (accounts.some((id) => userSeed(id) === seed)) return true;
  return (wanted === undefined || wanted === role) && cohortOf(seed, name, salt) < percent;
}
