/** Cookie with the seed of the cohorts of a browser: a random text, or a hash of the user who signed in last. */
export const COHORT_COOKIE = 'dps_cohort';

/** Cookie with the role of the user who signed in last. */
export const ROLE_COOKIE = 'dps_role';

/** Cookie with the version of a shell that failed to start in this browser. */
export const FAILED_SHELL_COOKIE = 'dps_failed_shell';

/** Cookie with the session. */
export const SESSION_COOKIE = 'dps_session';

/** Key in the local storage of a browser with a sign-out that has not reached the server. It still has the session cookie. */
export const PENDING_SIGN_OUT_KEY = 'dps.signOutOwed';

/** Prefix for which browsers require Secure, Path=/ and no Domain, so that no other host of the site can set the cookie. */
const HOST_PREFIX = '__Host-';

/** Returns the name of a cookie: behind TLS with the prefix. */
export const cookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `${HOST_PREFIX}${name}` : name;

/**
 * Returns a cookie as `document.cookie` and `Set-Cookie` take it.
 *
 * @param maxAge in seconds; undefined until the browser closes
 */
export function cookieText(name: string, value: string, isSecure: boolean, maxAge?: number): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${cookieName(name, isSecure)}=${value}; Path=/${age}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/**
 * Returns the cookies in a `Cookie` header or `document.cookie` that this origin has set, by their names without prefix. Behind
 * TLS these are the cookies with the prefix alone: another host of the site can set all others.
 */
export function ownCookies(cookies: string, isSecure: boolean): string {
  if (!isSecure) return cookies;
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs
    .flatMap((pair) => (pair.startsWith(HOST_PREFIX) ? pair.slice(HOST_PREFIX.length) : []))
    .join(';');
}

const SEED = /^[a-z0-9-]{1,64}$/;

/** Returns the value of a cookie in the result of `ownCookies`; undefined if it is missing. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}

/** Returns the seed in the result of `ownCookies`; undefined for a missing or malformed one. */
export function cohortSeed(cookies: string): string | undefined {
  const value = cookieValue(cookies, COHORT_COOKIE);
  return value !== undefined && SEED.test(value) ? value : undefined;
}
