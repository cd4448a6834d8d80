import { FastifyAdapter } from '@nestjs/platform-fastify';
import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { answerClientErrors } from '../errors/client-error.ts';
import { sendError } from '../errors/send-error.ts';
import { logAnswer, requestId } from '../logging/request-log.ts';
import { CACHE_CONTROL } from './security-headers.ts';

/** Maximum body size, in bytes. Upload routes set their own. */
const BODY_LIMIT = 100 * 1024;
const KEEP_ALIVE_MS = 72_000;
/** Maximum time to receive a request: a large file over a slow connection. */
const REQUEST_TIMEOUT_MS = 180_000;

type SecurityHook = Parameters<FastifyAdapter['registerSecurityHook']>[0];

/** Keeps the hook that sets Nest's security headers, for responses that are sent before hooks run. */
class HookKeepingAdapter extends FastifyAdapter {
  keptSecurityHook: SecurityHook | undefined;

  override registerSecurityHook(hook: SecurityHook): void {
    this.keptSecurityHook = hook;
    super.registerSecurityHook(hook);
  }
}

/** Creates the Fastify adapter. It also responds to requests that the router cannot read and logs them. */
export function createAdapter(
  config: Pick<Config, 'trustedProxies'>,
  logger: FastifyBaseLogger,
): FastifyAdapter {
  const adapter: HookKeepingAdapter = new HookKeepingAdapter({
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
    clientErrorHandler: answerClientErrors(logger),
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      adapter.keptSecurityHook?.(request, reply.raw);
      void reply.headers(CACHE_CONTROL);
      sendError(error, request, reply);
      logAnswer(request, reply);
    },
  });
  return adapter;
}
