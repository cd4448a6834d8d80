/** Another source for a module than its release: `jobs@1.1.0`, `jobs@http://localhost:4300`. */
export interface Override {
  /** Name of the module. */
  module: string;
  /** A version of the registry, or the origin of a dev server. */
  source: string;
}

const OVERRIDE = /^([a-z][a-z0-9-]{1,40})@(\S{1,100})$/;
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

export const isVersion = (source: string): boolean => VERSION.test(source);

/**
 * Returns the origin of an address; null if the address has a path or credentials, is not of http, or is not allowed.
 *
 * @param allowed the allowed origins; the port `*` allows all ports of a host
 */
function allowedOrigin(address: string, allowed: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const { origin, protocol, hostname } = url;
  if (address !== origin && address !== `${origin}/`) return null;
  return allowed.includes(origin) || allowed.includes(`${protocol}//${hostname}:*`) ? origin : null;
}

/** Parses an override; null if it is not valid or the deployment does not allow it. */
export function parseOverride(text: string, allowed: readonly string[]): Override | null {
  const [, module, given] = OVERRIDE.exec(text) ?? [];
  if (module === undefined || given === undefined) return null;
  const source = isVersion(given) ? given : allowedOrigin(given, allowed);
  return source === null ? null : { module, source };
}

export const formatOverride = ({ module, source }: Override): string => `${module}@${source}`;

/** Merges two lists. For each module, the last override wins. */
export function joined(earlier: readonly Override[], later: readonly Override[]): Override[] {
  return [...new Map([...earlier, ...later].map((each) => [each.module, each])).values()];
}
