import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const CLOSE_IDLE_EVERY_MS = 50;
/** A busy client uses its connection again within this time, and the response then closes it. */
const LINGER_MS = 1000;
/** Maximum time for running requests to end. */
const GRACE_MS = 10_000;

/** Maximum time for the server to stop, in milliseconds. */
export const STOP_WITHIN_MS = LINGER_MS + GRACE_MS;

/** The shutdown state of the server. */
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
 * Accepts no new connections. Resolves when the last connection has ended. An HTTP server's `close` would also end idle
 * connections, including those on which a client has just sent a request.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    Server.prototype.close.call(server, () => resolve());
  });
}

/** Waits for requests that clients have already sent. */
async function linger(): Promise<void> {
  await delay(LINGER_MS, undefined, { ref: false });
  await nextTurn();
}

/**
 * Shuts down without interrupting requests: the server refuses new connections, every response closes its connection, and
 * idle connections are closed after a delay.
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
