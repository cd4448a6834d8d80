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

/** Writes the line of an answer: never a body, a query, a cookie or another header. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? '';
  request.log.info(
    {
      method: request.method,
      path: path.slice(0, LONGEST_PATH),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.user && { userId: request.user.id }),
    },
    'request',
  );
}

/** Answers carry the request's id, and each leaves one line. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply);
    done();
  });
}
