import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** No answer is kept. */
export const CACHE_CONTROL = { 'cache-control': 'no-store' } as const;

/** Answers are data, never documents: nothing in them may load, run or be framed, and none is kept. */
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
