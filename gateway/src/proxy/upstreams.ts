import type { IncomingHttpHeaders } from 'node:http';
import { ERROR_STATUS, type ErrorCode, type ErrorView } from '@dps/shared-contracts';
import fastifyHttpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { texts } from '../texts.ts';

/** Timeout in milliseconds: longer than the slowest API request, payment provider calls included. */
const ANSWER_WITHIN_MS = 90_000;
const RETRY_AFTER_SECONDS = '2';

/** Headers with which a client could impersonate a proxy. The gateway replaces them. */
const FORWARDING_HEADERS = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]);

/** Response headers that describe the connection to the upstream, not the one to the client. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection']);

interface Upstream {
  /** `/api` */
  prefix: string;
  /** Replaces the prefix in upstream requests. */
  rewritePrefix: string;
  /** `http://127.0.0.1:4201` */
  address: string;
  /** Public origin of the gateway. */
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

/** Returns an error response in the shape of the API's errors. */
export function errorAnswer(code: ErrorCode, message: string, requestId: string): ErrorView {
  return { statusCode: ERROR_STATUS[code], code, message, requestId };
}

/** Proxies all paths below a prefix to another server and streams the bodies. Returns 503 while that server is unavailable. */
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
      // Leave retries to the client: a 503 of the API carries `Retry-After`.
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
