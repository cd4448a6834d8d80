/** An IP address, also of version 6. Passkeys belong to a host name. */
const ADDRESS = /^(\[.+\]|\d+(\.\d+){3})$/;

/**
 * Whether passkeys work in this browser, and at this address. Otherwise, pages show no button for them. Part of the first load
 * of `/login`, so it does not load the package.
 */
export function supportsPasskeys(): boolean {
  // Only secure contexts have the class.
  if (!('PublicKeyCredential' in globalThis)) return false;
  return !ADDRESS.test(location.hostname);
}

/** Loads the page again, which opens the session of a sign-in without the shell. */
export const loadAgain = (): Promise<void> => Promise.resolve(location.reload());
