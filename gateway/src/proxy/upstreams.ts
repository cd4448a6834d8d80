import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { clientNetwork } from '@dps/contract/server';
import fastifyHttpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyIntake, ReceivedBody } from './body-intake.ts';
import { isStream, type EventStreams } from './event-streams.ts';
import { ProxyError, sendProxyError } from './proxy-error.ts';
import type { Transfers } from './transfers.ts';

/** Timeout in milliseconds: longer than the slowest API request, payment provider calls included. */
const RESPONSE_TIMEOUT_MS = 90_000;
/** Maximum number of connections to one upstream. Twice the maximum number of transfers, so that calls have the other half. */
const CONNECTIONS = 1024;
/** Timeout of a stream of events, in milliseconds: three times the interval at which the API sends a comment. */
const SILENT_STREAM_MS = 60_000;

/** Headers with which a client could impersonate a proxy. The gateway replaces them. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];
/** Request headers that concern the connection to the gateway. The gateway itself responds to `Expect: 100-continue`. */
const DROPPED_HEADERS = new Set([...FORWARDING_HEADERS, 'expect', 'keep-alive', 'te', 'trailer', 'upgrade']);
const DROPPED_WITH_COOKIES = new Set([...DROPPED_HEADERS, 'cookie']);

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
  /** Matches the requests to forward by method and address: `GET /payment-sandbox/stripe.js`. Others return 404. */
  only?: RegExp;
  /** Handler of responses that are streams of events. Absent for other upstreams. */
  events?: { streams: EventStreams; connections: number };
  /** Whether the upstream receives the user's cookies, which contain the session. */
  receivesCookies: boolean;
}

/** The limits that all upstreams share. */
export interface ProxyLoad {
  intake: BodyIntake;
  transfers: Transfers;
}

interface ForwardedRequest {
  id: string;
  ip: string;
  headers: IncomingHttpHeaders;
}

function forwarded(
  request: ForwardedRequest,
  headers: IncomingHttpHeaders,
  { origin, receivesCookies }: { origin: URL; receivesCookies: boolean },
): IncomingHttpHeaders {
  const sent = without(headers, receivesCookies ? DROPPED_HEADERS : DROPPED_WITH_COOKIES);
  sent['x-forwarded-for'] = request.ip;
  sent['x-forwarded-host'] = request.headers.host ?? origin.host;
  sent['x-forwarded-proto'] = origin.protocol.slice(0, -1);
  sent['x-request-id'] = request.id;
  return sent;
}

/** Returns a copy of the headers without these names. Without a list of pairs, because each request has two copies. */
function without(headers: IncomingHttpHeaders, names: ReadonlySet<string>): IncomingHttpHeaders {
  const kept: IncomingHttpHeaders = {};
  for (const name in headers) if (!names.has(name)) kept[name] = headers[name];
  return kept;
}

/** Receives bodies before they are proxied. A body that is larger than the start counts as an upload. */
function receiveBodies(app: FastifyInstance, { intake, transfers }: ProxyLoad): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    intake.receive(payload, clientNetwork(request)),
  );
  app.addHook('preHandler', async (request: FastifyRequest<{ Body?: ReceivedBody | Readable }>, reply) => {
    const { body: received } = request;
    if (received === undefined || received instanceof Readable) return;
    if (!received.isComplete) transfers.begin(reply);
    request.body = received.body;
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ProxyError)) throw error;
    sendProxyError(reply, error.code);
  });
}

/**
 * Proxies paths below a prefix to another server. Short bodies are received completely, and large ones are streamed.
 * Returns 503 while that server is unavailable.
 */
export async function proxyTo(app: FastifyInstance, upstream: Upstream, load: ProxyLoad): Promise<void> {
  const origin = new URL(upstream.publicOrigin);
  const { only = /^/, receivesCookies, events } = upstream;
  await app.register(async (scope) => {
    // Before the body is received.
    scope.addHook('onRequest', ({ method, url }, reply, done) => {
      if (only.test(`${method} ${url}`)) done();
      else reply.callNotFound();
    });
    receiveBodies(scope, load);
    if (events) scope.addHook('preHandler', async (_request, reply) => events.streams.begin(reply));
    await scope.register(fastifyHttpProxy, {
      upstream: upstream.address,
      prefix: upstream.prefix,
      rewritePrefix: upstream.rewritePrefix,
      proxyPayloads: false,
      // Closes the connections to the upstream together with the gateway.
      destroyAgent: true,
      undici: {
        connections: events?.connections ?? CONNECTIONS,
        headersTimeout: RESPONSE_TIMEOUT_MS,
        bodyTimeout: events ? SILENT_STREAM_MS : RESPONSE_TIMEOUT_MS,
        connect: { timeout: 5_000 },
      },
      replyOptions: {
        rewriteRequestHeaders: (request, headers) => forwarded(request, headers, { origin, receivesCookies }),
        rewriteHeaders: (headers) => without(headers, CONNECTION_HEADERS),
        // Leave retries to the client: a 503 of the API carries `Retry-After`.
        retryDelay: () => null,
      },
      handler: (_request, reply, target, options) =>
        reply.from(target, {
          ...options,
          onResponse: (_received, _reply, { stream }) => {
            if (events && isStream(reply)) events.streams.deliver(reply, stream);
            else void load.transfers.deliver(reply, stream);
          },
          onError: () => {
            if (!reply.sent) sendProxyError(reply, 'unavailable');
          },
        }),
    });
  });
}
