import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { API_PREFIX } from './app.ts';
import { AppModule } from './app.module.ts';
import { readConfig } from './platform/config/config.ts';
import { createAdapter } from './platform/http/adapter.ts';
import { createLogger, NestLogger } from './platform/logging/logger.ts';
import { createDocument } from './platform/openapi/document.ts';

/** Placeholders. The document needs only the routes, so the app does not open a connection and does not use a secret. */
const CONFIG = readConfig({
  DATABASE_URL: 'postgres://localhost/unused',
  STRIPE_SECRET_KEY: 'sk_test_unused',
  STRIPE_WEBHOOK_SECRET: 'whsec_unused',
});

/** Returns the OpenAPI document of the API without starting it. */
export async function describeApp(): Promise<OpenAPIObject> {
  const logger = createLogger('error');
  const app = await NestFactory.create(AppModule.forRoot(CONFIG, logger), createAdapter(CONFIG, logger), {
    preview: true,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.setGlobalPrefix(API_PREFIX);
  return createDocument(app);
}
