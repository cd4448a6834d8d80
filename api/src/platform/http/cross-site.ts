import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITE = new Set(['same-origin', 'none']);

interface Sender {
  method: string;
  origin: string | undefined;
  fetchSite: string | undefined;
}

/**
 * True if a browser sent a write from a page of another origin. A client without both headers is not a browser, so no
 * other site can use its cookies.
 */
export function isCrossSiteWrite({ method, origin, fetchSite }: Sender, publicOrigin: string): boolean {
  if (SAFE_METHODS.has(method)) return false;
  if (fetchSite !== undefined && !OWN_SITE.has(fetchSite)) return true;
  return origin !== undefined && origin !== publicOrigin;
}

/** Refuses writes from other sites. */
export function refuseCrossSiteWrites(fastify: FastifyInstance, publicOrigin: string): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { origin, 'sec-fetch-site': header } = request.headers;
    const fetchSite = typeof header === 'string' ? header : header?.[0];
    const refused = isCrossSiteWrite({ method: request.method, origin, fetchSite }, publicOrigin);
    done(refused ? new DomainError('cross_site_request') : undefined);
  });
}
