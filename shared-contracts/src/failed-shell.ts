import { cookieValue } from './cookie.ts';
import type { Registry } from './registry.ts';

/** Holds the version of a shell that did not start in this browser. */
export const FAILED_SHELL_COOKIE = 'dps_failed_shell';

/**
 * The registry for a browser in which the shell may not have started: with the shell before it where that is so. A newer
 * shell is tried as soon as there is one.
 *
 * @param cookies a `Cookie` header
 */
export function withWorkingShell(registry: Registry, cookies: string): Registry {
  const { previousShell, ...rest } = registry;
  if (!previousShell || cookieValue(cookies, FAILED_SHELL_COOKIE) !== registry.shell.version) return registry;
  return { ...rest, shell: previousShell };
}
