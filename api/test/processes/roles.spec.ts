import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { addressFor, createRoles } from '@dps/local-stack/postgres/roles';
import { DEMO_ACCOUNTS, paths } from '@dps/contract';
import { API_FOLDER, apiEnvironment } from '../support/api-process.ts';
import { createEmptyDatabase, dropDatabase } from '../support/template.ts';
import { ApiProcesses } from './support/test-bed.ts';

const SERVER = process.env.TEST_SERVER_URL ?? '';
const demo = DEMO_ACCOUNTS.find(({ role }) => role === 'pilot');
const processes = new ApiProcesses();
const databases: string[] = [];
afterAll(async () => {
  await processes.end();
  for (const name of databases) await dropDatabase(SERVER, name);
});

async function emptyDatabase(): Promise<string> {
  const name = `roles_${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  return createEmptyDatabase(SERVER, name);
}

async function query(connectionString: string, text: string, options?: string): Promise<unknown[]> {
  const client = new Client({ connectionString, ...(options !== undefined && { options }) });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

function runCommand(name: 'migrate' | 'seed', databaseUrl: string): string {
  const env = { DATABASE_URL: databaseUrl, DEMO_DATA: 'true' };
  return execFileSync(process.execPath, [join(API_FOLDER, 'dist/cli/database.js'), name], {
    env,
    encoding: 'utf8',
  });
}

/** Starts the API with its role, signs the demo pilot in and reads the jobs. Returns the status of the response. */
async function statusOfJobs(adminUrl: string): Promise<number> {
  const environment = apiEnvironment(addressFor('dps_api', adminUrl));
  const api = await processes.start({ ...environment, DEMO_DATA: 'true' }).ready();
  const signIn = await fetch(api.url + paths.login(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:4200' },
    body: JSON.stringify({ username: demo?.username, password: demo?.password }),
  });
  const cookie = signIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const response = await fetch(api.url + paths.availableJobs(), { headers: { cookie: cookie.join('; ') } });
  return response.status;
}

describe('each process with its role', () => {
  let adminUrl: string;
  beforeAll(async () => {
    adminUrl = await emptyDatabase();
    await createRoles(adminUrl);
  });

  it('[SECURE-84] migrates, writes the demo data and serves', async () => {
    expect(runCommand('migrate', addressFor('dps_owner', adminUrl))).toMatch(/^Migrated: /);
    expect(runCommand('seed', addressFor('dps_api', adminUrl))).toMatch(/^Seeded demo data/);
    expect(await statusOfJobs(adminUrl)).toBe(200);
  });

  it.each([
    ['dps_api', 'CREATE TABLE mine (id integer)'],
    ['dps_api', 'CREATE TEMPORARY TABLE mine (id integer)'],
    ['dps_api', 'CREATE SCHEMA mine'],
    ['dps_api', 'CREATE ROLE mine'],
    ['dps_api', 'ALTER TABLE users ADD COLUMN mine text'],
    ['dps_api', 'DROP TABLE users'],
    ['dps_api', 'TRUNCATE users CASCADE'],
    ['dps_api', 'ALTER TABLE job_events DISABLE TRIGGER USER'],
    ['dps_api', 'SET session_replication_role = replica'],
    ['dps_api', 'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT $$'],
    ['dps_api', `UPDATE audit_events SET actor = 'mine'`],
    ['dps_api', `UPDATE job_events SET kind = 'mine'`],
    ['dps_api', 'SELECT * FROM migrations'],
    ['dps_api', 'DROP TABLE pgboss.job'],
    ['dps_api', 'SELECT * FROM pg_authid'],
    ['dps_api', `COPY users TO PROGRAM 'cat'`],
    ['dps_api', `SELECT pg_read_file('/etc/passwd')`],
    ['dps_api', 'SET ROLE dps_owner'],
    ['dps_owner', 'SET session_replication_role = replica'],
    ['dps_owner', 'CREATE ROLE mine'],
    ['dps_owner', 'CREATE DATABASE mine'],
    ['dps_owner', 'SELECT * FROM pg_authid'],
    ['dps_owner', `COPY users TO PROGRAM 'cat'`],
  ] as const)('[SECURE-84] does not allow %s: %s', async (role, statement) => {
    await expect(query(addressFor(role, adminUrl), statement)).rejects.toMatchObject({
      message: expect.stringMatching(/permission denied|must be (owner|a superuser)/),
    });
  });

  it('lets the role of the backup copy the server, and read no table', async () => {
    const backupUrl = addressFor('dps_backup', adminUrl);
    const rows = await query(
      SERVER,
      `SELECT rolreplication, rolsuper FROM pg_roles WHERE rolname = 'dps_backup'`,
    );
    expect(rows).toEqual([{ rolreplication: true, rolsuper: false }]);
    await expect(query(backupUrl, 'SELECT FROM users')).rejects.toThrow('permission denied');
  });
});

it.each(['postgres', 'dps_owner'] as const)(
  '[SECURE-85] does not serve in production as %s',
  async (role) => {
    const adminUrl = await emptyDatabase();
    await createRoles(adminUrl);
    runCommand('migrate', addressFor('dps_owner', adminUrl));
    const url = role === 'postgres' ? adminUrl : addressFor(role, adminUrl);
    const api = processes.start(apiEnvironment(url));
    expect(await api.ended).toEqual({ code: 1, signal: null });
    expect(api.output).toContain(
      `DATABASE_URL: expected a role that only reads and writes rows, such as dps_api of api/assets/roles.sql. ${role} is a superuser or owns the tables`,
    );
  },
);

it('[SECURE-84] takes over the tables of a superuser', async () => {
  const adminUrl = await emptyDatabase();
  runCommand('migrate', adminUrl);
  await createRoles(adminUrl);
  const owners = `
    SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
      WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND relkind IN ('r', 'S')
    UNION SELECT pg_get_userbyid(proowner) FROM pg_proc WHERE pronamespace = 'pgboss'::regnamespace`;
  expect(await query(adminUrl, owners)).toEqual([{ owner: 'dps_owner' }]);
  expect(runCommand('migrate', addressFor('dps_owner', adminUrl))).toBe('The database is up to date.\n');
  runCommand('seed', addressFor('dps_api', adminUrl));
  expect(await statusOfJobs(adminUrl)).toBe(200);
  const change = query(addressFor('dps_api', adminUrl), `UPDATE audit_events SET actor = 'mine'`);
  await expect(change).rejects.toThrow('permission denied');
});

it.each(['replace-with-the-password-of-dps-api', '', 'short'])(
  '[SECURE-83] refuses the password "%s" of a role',
  async (password) => {
    const roles = readFileSync(join(API_FOLDER, 'assets/roles.sql'), 'utf8');
    const options = `-c dps.owner_password=long-and-random -c dps.api_password=${password}`;
    await expect(query(await emptyDatabase(), roles, options)).rejects.toThrow(
      'dps.api_password: expected a password of your own with at least 12 characters',
    );
  },
);
