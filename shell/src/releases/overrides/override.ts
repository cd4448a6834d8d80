/** What somebody chose to run in place of what was released to them: `jobs@1.1.0`, `jobs@http://localhost:4300`. */
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
 * The origin that an address names, and nothing besides: no path, no name and password, nothing but http.
 *
 * @param allowed what the deployment allows; `*` stands for every port of a host
 */
function allowedOrigin(address: string, allowed: readonly string[]): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const { origin, protocol, hostname } = url;
  if (address !== origin && address !== `${origin}/`) return null;
  return allowed.includes(origin) || allowed.includes(`${protocol}//${hostname}:*`) ? origin : null;
}

/** Reads an override; null where nobody understands it or the deployment does not allow it. */
export function parseOverride(text: string, allowed: readonly string[]): Override | null {
  const [, module, given] = OVERRIDE.exec(text) ?? [];
  if (module === undefined || given === undefined) return null;
  const source = isVersion(given) ? given : allowedOrigin(given, allowed);
  return source === null ? null : { module, source };
}

export const formatOverride = ({ module, source }: Override): string => `${module}@${source}`;

/** Both lists as one, with one override for each module: the later. */
export function joined(earlier: readonly Override[], later: readonly Override[]): Override[] {
  return [...new Map([...earlier, ...later].map((each) => [each.module, each])).values()];
}
