import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { API_PREFIX } from '../app.ts';
import { AppModule } from '../app.module.ts';
import { createAdapter } from '../platform/http/adapter.ts';
import { NestLogger, createLogger } from '../platform/logging/logger.ts';
import { createDocument } from '../platform/openapi/document.ts';
import { readConfig } from '../platform/config/config.ts';

const FILE = join(import.meta.dirname, '../../openapi.json');

/** The document needs the routes alone: nothing is connected to and no secret is used. */
const CONFIG = readConfig({
  DATABASE_URL: 'postgres://localhost/unused',
  STRIPE_SECRET_KEY: 'sk_test_unused',
  STRIPE_WEBHOOK_SECRET: 'whsec_unused',
});

async function generate(): Promise<string> {
  const logger = createLogger('error');
  const app = await NestFactory.create(AppModule.forRoot(CONFIG, logger), createAdapter(CONFIG, logger), {
    preview: true,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  app.setGlobalPrefix(API_PREFIX);
  return `${JSON.stringify(createDocument(app), null, 2)}\n`;
}

const document = await generate();
if (!process.argv.includes('--check')) {
  await writeFile(FILE, document);
  process.stdout.write('Wrote api/openapi.json.\n');
} else if (document === (await readFile(FILE, 'utf8').catch(() => ''))) {
  process.stdout.write('api/openapi.json is up to date.\n');
} else {
  process.stderr.write(
    'api/openapi.json is stale. Run: npm run build -w @dps/api && npm run openapi -w @dps/api\n',
  );
  process.exitCode = 1;
}
