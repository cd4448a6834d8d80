import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const CLOSE_IDLE_EVERY_MS = 50;
/** Requests under way get this long to end. */
const GRACE_MS = 10_000;

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

/** Ends without cutting a request off: every answer closes its connection, and idle connections are closed at once. */
export function closeConnectionsOnShutdown(fastify: FastifyInstance, shutdown: Shutdown): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (shutdown.closing) void reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('preClose', (done) => {
    setInterval(() => fastify.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref();
    setTimeout(() => fastify.server.closeAllConnections(), GRACE_MS).unref();
    done();
  });
}
