import { cookieValue } from './cookie.ts';
import type { Registry } from './registry.ts';

/** Cookie with the version of a shell that failed to start in this browser. */
export const FAILED_SHELL_COOKIE = 'dps_failed_shell';

/**
 * Returns the registry for a browser, with the previous shell if the current one failed there. A newer shell is tried again.
 *
 * @param cookies a `Cookie` header
 */
export function withWorkingShell(registry: Registry, cookies: string): Registry {
  const { previousShell, ...rest } = registry;
  if (!previousShell || cookieValue(cookies, FAILED_SHELL_COOKIE) !== registry.shell.version) return registry;
  return { ...rest, shell: previousShell };
}
