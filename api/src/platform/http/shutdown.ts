import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const CLOSE_IDLE_EVERY_MS = 50;
/** A busy sender uses its open connection again within this time, and is told with the answer to leave it. */
const LINGER_MS = 1000;
/** Requests under way get this long to end. */
const GRACE_MS = 10_000;

/** The longest that the server takes to stop serving, in milliseconds. */
export const STOP_WITHIN_MS = LINGER_MS + GRACE_MS;

/** Knows whether the server is on its way out. */
@Injectable()
export class Shutdown implements BeforeApplicationShutdown {
  private isClosing = false;

  get closing(): boolean {
    return this.isClosing;
  }

  beforeApplicationShutdown(): void {
    this.isClosing = true;
  }
}

/**
 * Takes no more connections. The close of an HTTP server ends idle connections as well, among them those on which a
 * request has just been sent; this one leaves them open. Resolves when the last has ended.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
}

/** Waits for the moment in which a request on its way arrives, and reads what came until its very end. */
async function linger(): Promise<void> {
  await delay(LINGER_MS, undefined, { ref: false });
  await nextTurn();
}

/**
 * Ends without cutting a request off: new connections are refused, every answer closes its connection, and idle
 * connections are closed a moment later.
 */
export function closeConnectionsOnShutdown(fastify: FastifyInstance, shutdown: Shutdown): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (shutdown.closing) void reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('preClose', async () => {
    await Promise.race([stopListening(fastify.server), linger()]);
    setInterval(() => fastify.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
    setTimeout(() => fastify.server.closeAllConnections(), GRACE_MS).unref();
  });
}
