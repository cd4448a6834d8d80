import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { paths } from '@dps/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ACCEPTED_ID = /^[\w-]{8,64}$/;
const LONGEST_PATH = 200;

/** Returns the request id that a proxy has set, if it is valid, else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
}

/** Returns the path of a request target without its query and secrets. Unsafe characters are percent-encoded. */
export function loggedPath(target: string): string {
  const [path = ''] = target.slice(0, LONGEST_PATH).split(/[?#]/, 1);
  return paths
    .withoutToken(path)
    .replace(/[^\x21-\x7E]/g, (character) => encodeURIComponent(character.toWellFormed()));
}

/**
 * Logs a request after its response was sent or its client disconnected. The line contains no body, query, cookie or
 * header.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const started = performance.now();
  const { raw } = reply;
  raw.once('close', () => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request.url),
        outcome: raw.writableFinished ? 'answered' : 'aborted',
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
    logAnswer(request, reply);
    done();
  });
}
