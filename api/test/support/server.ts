import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DestinationStream } from 'pino';
import { DataSource } from 'typeorm';
import { cookieName, SESSION_COOKIE } from '@dps/contract';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { createApp } from '../../src/app.ts';
import { ENTITIES } from '../../src/database/entities.ts';
import type { HashCost } from '../../src/platform/auth/password-hash.ts';
import { BackgroundWork } from '../../src/platform/background/background-work.ts';
import type { QueueName } from '../../src/platform/background/queues.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { serverDataSource } from '../../src/platform/database/data-source.ts';
import { RouteTable, type Route } from '../../src/platform/http/route-table.ts';
import { createLogger } from '../../src/platform/logging/logger.ts';
import { apiDocument } from './contract/document.ts';
import { cloneTemplate, databaseAt, dropDatabase } from './template.ts';

export const PUBLIC_ORIGIN = 'http://localhost:4200';

/** Hashes are a tenth of the processor time of the tests with the parameters of production. */
export const TEST_PASSWORD_COST: HashCost = { memory: 8, passes: 1 };

export interface TestServer {
  /** The origin of the server: `http://127.0.0.1:…`. */
  url: string;
  /** The address of its database for the API's role. */
  databaseUrl: string;
  /** The same for the superuser. */
  adminUrl: string;
  /** The name of the session's cookie. */
  sessionCookie: string;
  /** Connections of the test, as the superuser. */
  dataSource: DataSource;
  routes: readonly Route[];
  /** Runs the due jobs of a queue, for a schedule one job. Returns their summaries or failures. */
  runNow(queue: QueueName): Promise<unknown[]>;
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
    passwordCost: TEST_PASSWORD_COST,
    logLevel: 'silent',
    trustedProxies: 'loopback',
    // All requests of the tests come from one network.
    rateLimitFactor: 1000,
    storagePerAccountGb: 50,
    openJobsPerClient: 200,
    stripe: { secretKey: 'sk_test_unit', webhookSecret: 'whsec_unit', apiBase: 'http://127.0.0.1:9' },
    attachments: { store: 'database', s3: null },
    paymentSweepAfterSeconds: 120,
    // Tests run the jobs of a queue explicitly.
    backgroundWork: false,
    // No server listens there. Tests send mail explicitly.
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'mail@surveys.example' },
  };
}

export interface Extras {
  /** The destination of the log. */
  log?: DestinationStream;
  /** Receives the application before it listens. */
  prepare?: (app: NestFastifyApplication) => void;
}

/** Starts the complete API on its own port, with its own empty database. */
export async function startServer(
  overrides: Partial<Config> = {},
  { log, prepare }: Extras = {},
): Promise<TestServer> {
  const serverUrl = process.env.TEST_SERVER_URL ?? '';
  const name = `api_${randomUUID().replaceAll('-', '')}`;
  const own = await cloneTemplate(serverUrl, name);
  const config = { ...testConfig(addressFor('dps_api', own)), ...overrides };
  const adminUrl = databaseAt(serverUrl, new URL(config.databaseUrl).pathname);
  // The first check of a response describes the API by an application, which sets Nest's global logger. So it comes first.
  await apiDocument();
  const app = await createApp(config, createLogger(config.logLevel, log));
  prepare?.(app);
  await app.listen(config.port, config.host);
  const dataSource = await new DataSource(serverDataSource(adminUrl, ENTITIES, () => {})).initialize();
  const close = async () => {
    await dataSource.destroy();
    // No further requests arrive, so the shutdown need not wait for idle connections.
    app.getHttpServer().closeIdleConnections();
    await app.close();
    await dropDatabase(serverUrl, name);
  };
  return {
    url: await app.getUrl(),
    databaseUrl: config.databaseUrl,
    adminUrl,
    sessionCookie: cookieName(SESSION_COOKIE, config.secureCookies),
    dataSource,
    routes: app.get(RouteTable).routes,
    runNow: (queue) => app.get(BackgroundWork).runNow(queue),
    close,
  };
}
