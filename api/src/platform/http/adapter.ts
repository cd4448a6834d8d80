import { FastifyAdapter } from '@nestjs/platform-fastify';
import { writeJson } from '@dps/contract';
import { securityHeaders } from '@dps/contract/server';
import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { respondToClientErrors } from '../errors/client-error.ts';
import { sendError } from '../errors/send-error.ts';
import { logResponse, requestId } from '../logging/request-log.ts';

/** Maximum body size, in bytes. Upload routes set their own. */
const BODY_LIMIT = 100 * 1024;
const KEEP_ALIVE_MS = 72_000;
/** Maximum time to receive a request: a large file over a slow connection. */
const REQUEST_TIMEOUT_MS = 180_000;

/**
 * Creates the Fastify adapter. Its first hook sets the security headers. It also responds to requests that the router cannot read
 * and logs them.
 */
export function createAdapter(
  config: Pick<Config, 'trustedProxies' | 'secureCookies'>,
  logger: FastifyBaseLogger,
): FastifyAdapter {
  // No cache may store the data of a user.
  const headers = { ...securityHeaders(config.secureCookies), 'cache-control': 'no-store' };
  const pairs = Object.entries(headers);
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustedProxies,
    genReqId: requestId,
    // During the shutdown, requests on open connections are still served.
    return503OnClosing: false,
    skipMiddie: true,
    clientErrorHandler: respondToClientErrors(logger, headers),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(headers);
      sendError(error, request, reply);
      logResponse(request, reply);
    },
  });
  adapter.getInstance().setReplySerializer((body) => writeJson(body));
  // On the raw response, so that streams have them as well.
  adapter.registerSecurityHook((_request, response) => {
    for (const [name, value] of pairs) response.setHeader(name, value);
  });
  return adapter;
}
