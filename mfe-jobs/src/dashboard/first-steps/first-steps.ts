import type { JobView, PayoutAccountView, Role, UserView } from '@dps/contract';
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

/** The first steps of a user, in order. */
export const FIRST_STEPS = {
  client: ['picture', 'post', 'accepted', 'pay'],
  pilot: ['profile', 'payouts', 'accept', 'log', 'complete'],
} as const satisfies Record<Role, readonly string[]>;
export type FirstStep = 'confirm' | (typeof FIRST_STEPS)[Role][number];

export interface Progress {
  user: Pick<UserView, 'role' | 'profileImage' | 'flightHours' | 'mustConfirmEmail'>;
  totals: JobTotals;
  /** The jobs of the user, or the first of them. */
  jobs: readonly Pick<JobView, 'pilotId'>[];
  /** The number of recorded flights of a pilot. */
  flights: number;
  /** The account that receives the share of a pilot; undefined while it loads, and for clients. */
  payouts?: PayoutAccountView | undefined;
}

/** Returns the steps of a user, and which of them are done. The first one is the confirmation of the address, until it is done. */
export function firstSteps({
  user,
  totals,
  jobs,
  flights,
  payouts,
}: Progress): { step: FirstStep; isDone: boolean }[] {
  const count = (...statuses: Parameters<typeof totals.get>) => sumOf(totals, statuses).count;
  const all = sumOf(totals).count;
  const done: Record<FirstStep, boolean> = {
    confirm: false,
    picture: user.profileImage !== null,
    post: all > 0,
    // Only an accepted job leaves the status pending.
    accepted: all > count('pending') || jobs.some(({ pilotId }) => pilotId !== null),
    pay: count('paid') > 0,
    profile: user.profileImage !== null && user.flightHours !== null,
    payouts: payouts?.state === 'ready',
    accept: all > 0,
    log: flights > 0,
    complete: count('completed') + count('paid') > 0,
  };
  const first: FirstStep[] = user.mustConfirmEmail ? ['confirm'] : [];
  return [...first, ...FIRST_STEPS[user.role]].map((step) => ({ step, isDone: done[step] }));
}
