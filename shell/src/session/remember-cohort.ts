import { COHORT_COOKIE, cohortSeed, userSeed } from '@dps/shared-contracts';

const YEAR = 31_536_000;

/** Lets the documents that this browser gets from now on have the canaries that the user has everywhere. */
export function rememberCohort(userId: number): void {
  const seed = userSeed(userId);
  if (cohortSeed(document.cookie) === seed) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COHORT_COOKIE}=${seed}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}
