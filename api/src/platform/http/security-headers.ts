import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Forbids caches to store responses. */
export const CACHE_CONTROL = { 'cache-control': 'no-store' } as const;

/** Sets the headers of all responses. They are data, not documents: browsers must not load, run, frame or cache them. */
export function addSecurityHeaders(app: NestFastifyApplication, behindTls: boolean): void {
  app.useSecurityHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: behindTls,
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (_request, reply, done) => {
      void reply.headers(CACHE_CONTROL);
      done();
    });
}
