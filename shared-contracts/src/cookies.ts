import type { Audience } from './canary.ts';

/** Cookie with the seed of the cohorts of a browser: a random text, or a hash of the user who signed in last. */
export const COHORT_COOKIE = 'dps_cohort';

/** Cookie with the role of the user who signed in last. */
export const ROLE_COOKIE = 'dps_role';

/** Cookie with the version of a shell that failed to start in this browser. */
export const FAILED_SHELL_COOKIE = 'dps_failed_shell';

/** Name of the session cookie over plain HTTP; behind TLS it has the prefix `__Host-`. */
export const SESSION_COOKIE = 'dps_session';

/** Key in the local storage of a browser with a sign-out that has not reached the server. It still has the session cookie. */
export const PENDING_SIGN_OUT_KEY = 'dps.signOutOwed';

const SEED = /^[a-z0-9-]{1,64}$/;

/** Returns the value of a cookie in a `Cookie` header or `document.cookie`; undefined if it is missing. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** Returns the seed in a `Cookie` header or `document.cookie`; undefined for a missing or malformed one. */
export function cohortSeed(cookies: string): string | undefined {
  const value = cookieValue(cookies, COHORT_COOKIE);
  return value !== undefined && SEED.test(value) ? value : undefined;
}

/** Returns the user of a browser by its `Cookie` header or `document.cookie`. A role counts only with a seed. */
export const audienceOf = (cookies: string): Audience => ({
  seed: cohortSeed(cookies),
  role: cookieValue(cookies, ROLE_COOKIE),
});
