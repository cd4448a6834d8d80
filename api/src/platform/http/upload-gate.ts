import type { FastifyInstance } from 'fastify';
import { BoundedQueue } from '../concurrency/bounded-queue.ts';

/** Bodies that may be larger than this are read when it is their turn; others are read as they come. */
const LARGE_BODY = 1024 * 1024;
const UPLOADS_AT_A_TIME = 2;
const MOST_WAITING = 50;

/**
 * Reads large bodies a few at a time, so that many uploads at once neither fill the memory nor stall other requests:
 * the others wait unread, and the socket holds their senders back. Register it after authentication.
 */
export function gateLargeBodies(fastify: FastifyInstance): void {
  const queue = new BoundedQueue(UPLOADS_AT_A_TIME, MOST_WAITING);
  fastify.addHook('onRequest', async (request, reply) => {
    if ((request.routeOptions.config.bodyLimit ?? 0) <= LARGE_BODY) return;
    const release = await queue.acquire();
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  });
}
