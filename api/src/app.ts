import fastifyCookie from '@fastify/cookie';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.ts';
import { SessionStrategy } from './modules/auth/session.strategy.ts';
import { requireAccessRule } from './platform/auth/access.decorator.ts';
import { authenticateRequests } from './platform/auth/authenticate.hook.ts';
import type { Config } from './platform/config/config.ts';
import { ErrorFilter } from './platform/errors/send-error.ts';
import { createAdapter } from './platform/http/adapter.ts';
import { limitBodiesByRoute, parseJsonBodies, acceptByRoute } from './platform/http/json-body.ts';
import { sendPages } from './platform/http/paging/paged.decorator.ts';
import { ContractPipe } from './platform/http/contract.pipe.ts';
import { receiveLargeBodies } from './platform/http/large-body.ts';
import { refuseCrossSiteWrites } from './platform/http/cross-site.ts';
import { refuseOtherMethods, RouteTable } from './platform/http/route-table.ts';
import { closeConnectionsOnShutdown, Shutdown } from './platform/http/shutdown.ts';
import { NestLogger } from './platform/logging/logger.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { measureRequests } from './platform/metrics/measure-requests.ts';
import { logRequests } from './platform/logging/request-log.ts';
import { DOCS_PATH, serveDocs } from './platform/openapi/docs.ts';
import { limitRequests } from './platform/throttling/limit-requests.ts';
import { RateLimiter } from './platform/throttling/rate-limiter.ts';

export const API_PREFIX = 'api';

/** Creates the server. It does not listen yet. */
export async function createApp(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(config, logger),
    createAdapter(config, logger),
    { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) },
  );
  const fastify = app.getHttpAdapter().getInstance();
  const table = app.get(RouteTable);
  parseJsonBodies(fastify);
  limitBodiesByRoute(fastify);
  fastify.addHook('onRoute', (route) => {
    if (route.url.startsWith(DOCS_PATH)) return;
    table.add(route.method, route.url, requireAccessRule(route));
  });
  logRequests(fastify);
  if (config.metrics) measureRequests(fastify, app.get(Metrics).registry);
  closeConnectionsOnShutdown(fastify, app.get(Shutdown));
  refuseCrossSiteWrites(fastify, config.publicOrigin);
  refuseOtherMethods(fastify, table);
  // It writes cookies only: sessions read theirs from the header (`readTokenCookie`).
  await app.register(fastifyCookie, { hook: false });
  authenticateRequests(fastify, app.get(SessionStrategy));
  acceptByRoute(fastify);
  limitRequests(fastify, app.get(RateLimiter), config.rateLimitFactor);
  receiveLargeBodies(fastify);
  sendPages(fastify);
  app.setGlobalPrefix(API_PREFIX);
  app.useGlobalPipes(new ContractPipe());
  app.useGlobalFilters(new ErrorFilter());
  if (config.environment !== 'production') serveDocs(app);
  return app;
}
