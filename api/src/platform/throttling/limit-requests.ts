import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '@dps/contract/server';
import { rateLimited, type Limit, type RateLimiter } from './rate-limiter.ts';
import { limitClassOf, requestLimits } from './request-limits.ts';

const MOST_REFUSED_KEYS = 10_000;

/**
 * The counters beyond their limit, until their windows end. A flood of refused requests does not send statements, and refused
 * requests of one account do not count for its network.
 */
class RefusedKeys {
  private readonly until = new Map<string, number>();

  add(key: string, seconds: number): void {
    this.until.delete(key);
    const [oldest] = this.until.keys();
    if (this.until.size >= MOST_REFUSED_KEYS && oldest !== undefined) this.until.delete(oldest);
    this.until.set(key, performance.now() + seconds * 1000);
  }

  /** Returns the seconds until a key is accepted again; 0 for an accepted key. */
  secondsLeft(key: string): number {
    const until = this.until.get(key);
    if (until === undefined) return 0;
    const left = Math.ceil((until - performance.now()) / 1000);
    if (left <= 0) this.until.delete(key);
    return Math.max(0, left);
  }
}

/**
 * Limits the requests of each account and network, on every route whose permission has a class of limits. One statement
 * per request, before the body is read. Register this hook before the routes. It runs after authentication.
 *
 * @param factor multiplies all limits
 */
export function limitRequests(
  fastify: FastifyInstance,
  limiter: Pick<RateLimiter, 'exceeded'>,
  factor: number,
): void {
  const refused = new RefusedKeys();
  const check = async (limits: readonly Limit[]) => {
    const known = Math.max(...limits.map(({ key }) => refused.secondsLeft(key)));
    if (known > 0) throw rateLimited(known);
    const exceeded = await limiter.exceeded(limits);
    for (const { key, secondsLeft } of exceeded) refused.add(key, secondsLeft);
    if (exceeded.length > 0) throw rateLimited(Math.max(...exceeded.map(({ secondsLeft }) => secondsLeft)));
  };
  fastify.addHook('onRoute', (route) => {
    const permission = route.config?.permission;
    const limitClass = permission ? limitClassOf(permission) : null;
    if (!limitClass) return;
    // A hook of the route, so that reads do not pay for it. It runs after the hooks of the server.
    route.onRequest = async (request) => {
      const sender = { accountId: request.user?.id, network: clientNetwork(request) };
      await check(requestLimits(limitClass, sender, factor));
    };
  });
}
