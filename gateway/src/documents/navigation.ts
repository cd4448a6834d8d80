import { isLoopbackHost } from '@dps/contract/server';

/**
 * Returns the redirect target for a browser that uses an alias of this machine (`127.0.0.1` for `localhost`). The API
 * accepts writes from one origin only, and a session cookie belongs to one host.
 *
 * @param host the request's Host header
 * @param target path and query of the request
 * @param publicOrigin public origin of the gateway
 * @returns the address under the public origin, or undefined if no redirect is needed
 */
export function canonicalAddress(
  host: string | undefined,
  target: string,
  publicOrigin: string,
): string | undefined {
  const canonical = new URL(publicOrigin);
  const requested = URL.parse(`http://${host ?? ''}`);
  const isAlias =
    requested !== null &&
    isLoopbackHost(requested.hostname) &&
    isLoopbackHost(canonical.hostname) &&
    requested.host !== canonical.host &&
    requested.port === canonical.port;
  return isAlias ? canonical.origin + target : undefined;
}

/**
 * Returns whether a GET requests a document rather than a file. Browsers accept `text/html` when they navigate. Programs
 * that accept any type (curl, health checks) get a document unless the path has a file name.
 *
 * @param accept the request's Accept header
 * @param pathname the path of the requested address
 */
export function wantsDocument(accept: string | undefined, pathname: string): boolean {
  if (accept?.includes('text/html')) return true;
  const anything = accept === undefined || /^\*\/\*(;|,|$)/.test(accept);
  return anything && !pathname.slice(pathname.lastIndexOf('/')).includes('.');
}

/** Returns the address of this origin with a path and a query. */
export function addressOf(pathname: string, search: URLSearchParams): string {
  const query = search.size > 0 ? `?${search.toString()}` : '';
  // A path that starts with two slashes would be another origin.
  return `${pathname.replace(/^\/+/, '/')}${query}`;
}

/** The parameters that the payment provider adds to the address to which a bank returns the user. */
const PAYMENT_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/**
 * Returns the address without the payment provider's parameters; undefined if it has none. They contain the client secret of a
 * payment. After a redirect, it is in no history and no `Referer` header, and no script of the page reads it.
 *
 * @param url path and query of the request
 */
export function withoutPaymentSecrets(url: string, publicOrigin: string): string | undefined {
  const { pathname, searchParams } = new URL(url, publicOrigin);
  if (!PAYMENT_PARAMETERS.some((name) => searchParams.has(name))) return undefined;
  for (const name of PAYMENT_PARAMETERS) searchParams.delete(name);
  return addressOf(pathname, searchParams);
}
