import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import { sendError } from '../errors/send-error.ts';
import { requestId } from '../logging/request-log.ts';

/** Enough for every body but files, whose routes say how much they take. */
const BODY_LIMIT = 100 * 1024;
const KEEP_ALIVE_MS = 72_000;
/** The longest time for a whole request to arrive: a large file over a slow line. */
const REQUEST_TIMEOUT_MS = 180_000;

/** Fastify as Nest's server. A malformed URL is answered here, because it reaches no filter. */
export function createAdapter(config: Config, logger: FastifyBaseLogger): FastifyAdapter {
  return new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustedProxies,
    genReqId: requestId,
    skipMiddie: true,
    frameworkErrors: sendError,
  });
}
