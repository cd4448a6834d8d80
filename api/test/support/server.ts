import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DestinationStream } from 'pino';
import { DataSource } from 'typeorm';
import { createApp } from '../../src/app.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { RouteTable, type Route } from '../../src/platform/http/route-table.ts';
import { createLogger } from '../../src/platform/logging/logger.ts';
import { cloneTemplate, dropDatabase } from './template.ts';

export const PUBLIC_ORIGIN = 'http://localhost:4200';

export interface TestServer {
  /** Where it listens: `http://127.0.0.1:…`. */
  url: string;
  databaseUrl: string;
  dataSource: DataSource;
  routes: readonly Route[];
  close(): Promise<void>;
}

function testConfig(databaseUrl: string): Config {
  return {
    environment: 'test',
    host: '127.0.0.1',
    port: 0,
    metrics: null,
    databaseUrl,
    publicOrigin: PUBLIC_ORIGIN,
    secureCookies: false,
    demoData: false,
    logLevel: 'silent',
    trustedProxies: 'loopback',
    stripe: { secretKey: 'sk_test_unit', webhookSecret: 'whsec_unit', apiBase: 'http://127.0.0.1:9' },
    attachments: { store: 'database', s3: null },
    // Only when a test asks for it.
    paymentSweep: { everySeconds: 3600, afterSeconds: 120 },
  };
}

export interface Extras {
  /** Where the log goes. */
  log?: DestinationStream;
  /** Is handed the server before it listens. */
  prepare?: (app: NestFastifyApplication) => void;
}

/** The whole API on a port of its own, with an empty database of its own. */
export async function startServer(
  overrides: Partial<Config> = {},
  { log, prepare }: Extras = {},
): Promise<TestServer> {
  const serverUrl = process.env.TEST_SERVER_URL ?? '';
  const name = `api_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await cloneTemplate(serverUrl, name);
  const config = { ...testConfig(databaseUrl), ...overrides };
  const app = await createApp(config, createLogger(config.logLevel, log));
  prepare?.(app);
  await app.listen(config.port, config.host);
  const close = async () => {
    // Nobody asks any more, so the stop need not wait for what might be on its way.
    app.getHttpServer().closeIdleConnections();
    await app.close();
    await dropDatabase(serverUrl, name);
  };
  return {
    url: await app.getUrl(),
    databaseUrl,
    dataSource: app.get(DataSource),
    routes: app.get(RouteTable).routes,
    close,
  };
}
