import type { Role } from '@dps/contract';
import { sumOf, type JobTotals } from '../../job/job-totals.ts';

/** The last step of a role: the jobs with these statuses. A client has paid, a pilot has completed a job. */
const LAST_STEP = { client: ['paid'], pilot: ['completed', 'paid'] } as const;

const keyOf = (userId: number) => `firstSteps_${userId}`;
const HIDDEN = 'hidden';

/**
 * Returns whether a user is new. Users who have taken one job to its end are not, also without a picture: they know the
 * product.
 *
 * @param flights the number of recorded flights; undefined while they load, and for clients
 */
export function isNewUser(role: Role, totals: JobTotals, flights?: number): boolean {
  return sumOf(totals, LAST_STEP[role]).count === 0 || (role === 'pilot' && flights === 0);
}

/** Returns whether the user has hidden the first steps in this browser. */
export function areHidden(userId: number): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) === HIDDEN;
  } catch {
    return false;
  }
}

/** Hides the first steps of a user in this browser, also after a sign-out. */
export function hideFirstSteps(userId: number): void {
  try {
    localStorage.setItem(keyOf(userId), HIDDEN);
  } catch {
    // Without storage, the steps are shown again after the next page load.
  }
}
