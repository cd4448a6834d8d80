import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ACCEPTED_ID = /^[\w-]{8,64}$/;
/** Ids of rows; a token has other characters. */
const ROW_ID = /^\d{1,15}$/;

/** The parts of a request that its route needs. */
export interface Routed {
  is404: boolean;
  routeOptions: { url?: string | undefined };
  params: unknown;
}

/** Returns the request id that a proxy has set, if it is valid, else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
}

/**
 * Returns the route of a request with the ids of rows, such as `/api/jobs/17`. Other parameters can be secret, and a raw path can hide
 * a secret behind percent-encoding, so `/api/calendar/:file` has its parameter's name. A request without a route has `none`.
 */
export function loggedRoute({ is404, routeOptions, params }: Routed): string {
  if (is404 || routeOptions.url === undefined) return 'none';
  const given = new Map<string, unknown>(Object.entries(params ?? {}));
  return routeOptions.url.replace(/:(\w+)/g, (name, key: string) => {
    const value = String(given.get(key));
    return ROW_ID.test(value) ? value : name;
  });
}

/**
 * Logs a request after its response was sent or its client disconnected. The line contains no body, query, cookie or
 * header.
 */
export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const started = performance.now();
  const { raw } = reply;
  raw.once('close', () => {
    request.log.info(
      {
        method: request.method,
        route: loggedRoute(request),
        outcome: raw.writableFinished ? 'completed' : 'aborted',
        ...(raw.headersSent && { status: raw.statusCode }),
        ms: Math.round(performance.now() - started),
        ...(request.user && { userId: request.user.id }),
      },
      'request',
    );
  });
}

/** Adds the request id to each response, and logs one line per request. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    logResponse(request, reply);
    done();
  });
}
