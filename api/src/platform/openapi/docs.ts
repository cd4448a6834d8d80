import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { createDocument } from './document.ts';

export const DOCS_PATH = '/api/docs';

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

/** Serves the OpenAPI document and its page. Not for production: the page needs inline styles. */
export function serveDocs(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith(DOCS_PATH)) {
        void reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
      }
      done();
    });
  SwaggerModule.setup(DOCS_PATH, app, () => createDocument(app), {
    jsonDocumentUrl: `${DOCS_PATH}/openapi.json`,
  });
}
