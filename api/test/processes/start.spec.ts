import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '@dps/local-stack/ports';
import { startPostgres } from '@dps/local-stack/postgres';
import { startProduct } from '@dps/local-stack';
import { apiEnvironment, type ApiProcess } from '../support/api-process.ts';
import { createTestBed, ApiProcesses, type TestBed } from './support/test-bed.ts';

/** A part of every secret in the environments below. */
const SECRET = 'top-secret';
const CONNECT_ATTEMPTS = 5;

let testBed: TestBed;
const processes = new ApiProcesses();
const servers: Server[] = [];
beforeAll(async () => {
  testBed = await createTestBed();
});
afterAll(async () => {
  await processes.end();
  for (const server of servers) server.close();
  await testBed.close();
});

async function listen(port: number, server = createServer()): Promise<void> {
  servers.push(server);
  await once(server.listen(port, '127.0.0.1'), 'listening');
}

/** Expects that a process fails to start without printing a secret. Returns its output. */
async function failedStart(api: ApiProcess): Promise<string> {
  expect(await api.ended).toEqual({ code: 1, signal: null });
  expect(api.output).not.toContain(SECRET);
  return api.output;
}

const addressAt = (port: number) => `postgres://surveys:${SECRET}@127.0.0.1:${port}/surveys`;

describe('a wrong environment', () => {
  const correct = {
    ...apiEnvironment(addressAt(5432)),
    STRIPE_SECRET_KEY: `sk_test_${SECRET}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${SECRET}`,
  };

  it.each<[string, Record<string, string>]>([
    ['DATABASE_URL.*API_PORT', { DATABASE_URL: '', API_PORT: SECRET }],
    ['DATABASE_URL', { DATABASE_URL: `mysql://surveys:${SECRET}@db/surveys` }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: `sk_live_${SECRET}` }],
  ])('is reported with the name %s: %j', async (names, wrong) => {
    const output = await failedStart(processes.start({ ...correct, ...wrong }));
    expect(output).toMatch(new RegExp(`^The API cannot start\\. .*${names}`));
  });
});

it('reports the port that another program uses', async () => {
  const port = await freePort();
  await listen(port);
  const api = processes.start({ ...apiEnvironment(testBed.databaseUrl), API_PORT: String(port) });
  expect(await failedStart(api)).toContain(`Another program listens on port ${port} of 127.0.0.1.`);
});

describe('local data with the schema of an older version', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'dps-older-'));
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), ephemeral: false });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('CREATE TABLE users (id integer)');
    await client.query(
      'CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name text NOT NULL)',
    );
    await client.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'FirstSchema1700000000000')`);
    await client.end();
    await postgres.close();
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('stops the start with a message that names the option for an empty database', async () => {
    const start = startProduct({ dataDir, releases: { store: join(dataDir, 'store'), keys: [] } });
    await expect(start).rejects.toThrow(
      /schema of another version: it has FirstSchema1700000000000 and lacks InitialSchema\d+(, \w+\d+)*\..*npm start -- --fresh$/s,
    );
  });
});

describe('a database', () => {
  const attemptsOf = (output: string) => output.split('Unable to connect to the database').length - 1;
  let closedPort: number;
  let withoutDatabase: ApiProcess;
  let withWrongPassword: ApiProcess;
  // Both retry concurrently.
  beforeAll(async () => {
    closedPort = await freePort();
    withoutDatabase = processes.start(apiEnvironment(addressAt(closedPort)));
    const url = new URL(testBed.databaseUrl);
    url.password = SECRET;
    withWrongPassword = processes.start(apiEnvironment(url.href));
  });

  it('that does not respond ends the process after several attempts', async () => {
    const output = await failedStart(withoutDatabase);
    expect(output).toContain(`The database at 127.0.0.1:${closedPort} cannot be used (connect ECONNREFUSED`);
    expect(attemptsOf(output)).toBe(CONNECT_ATTEMPTS);
  });

  it('that refuses the password is reported', async () => {
    const output = await failedStart(withWrongPassword);
    const { host } = new URL(testBed.databaseUrl);
    expect(output).toContain(`The database at ${host} cannot be used (password authentication failed`);
  });

  it('may start later than the process', async () => {
    const url = new URL(testBed.databaseUrl);
    const target = Number(url.port);
    const port = await freePort();
    url.port = String(port);
    const api = processes.start(apiEnvironment(url.href));
    await api.logged('Unable to connect to the database. Retrying (1)...');
    const relay = createServer((socket) => {
      const database = connect(target, '127.0.0.1');
      socket.pipe(database).pipe(socket);
      socket.on('error', () => database.destroy());
      database.on('error', () => socket.destroy());
    });
    await listen(port, relay);
    await api.ready();
    expect(await api.end()).toEqual({ code: 0, signal: null });
  });
});
