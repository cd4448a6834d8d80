import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork, TransferSlots, type SlotLimits } from '@dps/contract/server';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import type { IntakeLimits } from './body-intake.ts';
import type { TransferLimits } from './transfers.ts';

/** Limits that keep slow clients from taking the resources of the others. */
export interface Limits {
  intake: IntakeLimits;
  transfers: TransferLimits;
  /** Maximum number of streams of events. Each holds a connection to the API. */
  streams: SlotLimits;
  /** Maximum time for the headers of a request, in milliseconds. */
  headersMs: number;
  /** A client that reads nothing of a response for this time loses its connection, in milliseconds. */
  stallMs: number;
  /** Maximum number of connections of one network. It does not apply behind a balancer. */
  connections: number;
}

export const LIMITS: Limits = {
  intake: {
    // Larger than the API's limit for bodies without a file, 100 KiB.
    startBytes: 128 * 1024,
    // The same rate as the API's for uploads.
    rate: { graceMs: 15_000, bytesPerSecond: 32 * 1024 },
    memoryBytes: 64 * 1024 ** 2,
  },
  transfers: {
    atOnce: 512,
    perClient: 64,
    responseBytes: 128 * 1024,
    rate: { graceMs: 20_000, bytesPerSecond: 8 * 1024 },
  },
  // A browser has one stream. A large office is one network.
  streams: { atOnce: 4096, perClient: 512 },
  headersMs: 10_000,
  stallMs: 20_000,
  connections: 4096,
};

/** Maximum time to receive a request: the API's, for a large file over a slow connection. */
const REQUEST_TIMEOUT_MS = 180_000;
/** Node compares connections with the time limits at this interval. */
const CHECK_EVERY_MS = 2_000;

/** Returns the time limits of a server. */
export function serverLimits({ headersMs, stallMs }: Limits) {
  return {
    connectionTimeout: stallMs,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, headersMs) },
  } as const satisfies FastifyHttpOptions<Server>;
}

/** Closes connections of a network with too many of them. */
function limitPerNetwork(app: FastifyInstance, most: number): void {
  const slots = new TransferSlots({ atOnce: Infinity, perClient: most });
  app.server.on('connection', (socket: Socket) => {
    const taken = slots.take(clientNetwork({ ip: socket.remoteAddress ?? '' }));
    if (typeof taken === 'function') socket.once('close', taken);
    else {
      app.countRefusal('too_many_connections');
      socket.destroy();
    }
  });
}

/**
 * Closes connections whose client does not read, and those of a network with too many. While a client waits for a
 * response, its connection stays open.
 *
 * @param isDirect true if clients connect directly, not through a balancer
 */
export function limitConnections(app: FastifyInstance, { connections }: Limits, isDirect: boolean): void {
  if (isDirect) limitPerNetwork(app, connections);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength === 0) return;
      app.countRefusal('stalled_client');
      socket.destroy();
    });
    done();
  });
}
