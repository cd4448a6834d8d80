import type { IncomingHttpHeaders } from 'node:http';
import fastifyHttpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { errorAnswer } from './error-answer.ts';
import { texts } from '../texts.ts';

/** Longer than the API takes for anything, the payment provider's answers included, in milliseconds. */
const ANSWER_WITHIN_MS = 90_000;
const RETRY_AFTER_SECONDS = '2';

/** Headers by which a client could pass itself off as a proxy. */
const FORWARDING_HEADERS = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** Headers of an answer that are about the connection to the upstream, which is not the one to the client. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection']);

interface Upstream {
  /** `/api` */
  prefix: string;
  /** What the prefix becomes there. */
  rewritePrefix: string;
  /** `http://127.0.0.1:4201` */
  address: string;
  /** Where browsers see the gateway. */
  publicOrigin: string;
}

interface ForwardedRequest {
  id: string;
  ip: string;
  headers: IncomingHttpHeaders;
}

function forwarded(
  request: ForwardedRequest,
  headers: IncomingHttpHeaders,
  origin: URL,
): IncomingHttpHeaders {
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !FORWARDING_HEADERS.has(name))),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.headers.host ?? origin.host,
    'x-forwarded-proto': origin.protocol.slice(0, -1),
    'x-request-id': request.id,
  };
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)));
}

/** Hands everything below a prefix to another server, bodies streamed; answers 503 while that one does not. */
export async function proxyTo(app: FastifyInstance, upstream: Upstream): Promise<void> {
  const origin = new URL(upstream.publicOrigin);
  await app.register(fastifyHttpProxy, {
    upstream: upstream.address,
    prefix: upstream.prefix,
    rewritePrefix: upstream.rewritePrefix,
    undici: { headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS, connect: { timeout: 5_000 } },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => forwarded(request, headers, origin),
      rewriteHeaders: withoutConnection,
      // Whether to try again is the caller's decision: a 503 of the API says when.
      retryDelay: () => null,
      onError: (reply) => {
        if (reply.sent) return;
        const answer = errorAnswer('unavailable', texts.apiUnavailable, reply.request.id);
        reply
          .code(answer.statusCode)
          .headers({ 'retry-after': RETRY_AFTER_SECONDS, 'cache-control': 'no-store' })
          .send(answer);
      },
    },
  });
}
