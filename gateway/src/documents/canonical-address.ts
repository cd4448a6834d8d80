const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where to send a browser that came by another name of this machine (`127.0.0.1` for `localhost`): the API takes writes
 * from one origin alone, and sessions belong to one host.
 *
 * @param host the request's Host header
 * @param target path and query of the request
 * @param publicOrigin where browsers see the gateway
 * @returns the address under the public origin, or nothing when the browser is right where it is
 */
export function canonicalAddress(
  host: string | undefined,
  target: string,
  publicOrigin: string,
): string | undefined {
  const wanted = new URL(publicOrigin);
  const given = URL.parse(`http://${host ?? ''}`);
  const isAlias =
    given !== null &&
    LOOPBACK.has(given.hostname) &&
    LOOPBACK.has(wanted.hostname) &&
    given.host !== wanted.host &&
    given.port === wanted.port;
  return isAlias ? wanted.origin + target : undefined;
}
