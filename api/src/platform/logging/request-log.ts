import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const ACCEPTED_ID = /^[\w-]{8,64}$/;
const LONGEST_PATH = 200;

/** The id of a request: the one that a proxy in front gave it, if it looks like one, else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
}

/** The path of a request's target, without its query, in signs that are safe in a line of text. */
export function loggedPath(target: string): string {
  const [path = ''] = target.slice(0, LONGEST_PATH).split(/[?#]/, 1);
  return path.replace(/[^\x21-\x7E]/g, (sign) => encodeURIComponent(sign.toWellFormed()));
}

/**
 * Writes the line of a request once its answer is out or its client is gone: never a body, a query, a cookie or another
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

/** Answers carry the request's id, and each request leaves one line. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    logAnswer(request, reply);
    done();
  });
}
