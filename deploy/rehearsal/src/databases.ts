import { appendFileSync, chownSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverAccount } from '@dps/local-stack/account';
import { freePort } from '@dps/local-stack/ports';
import { addressFor, createRoles } from '@dps/local-stack/postgres/roles';
import { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { Client } from 'pg';
import { ROOT, run, type Workplace } from './workplace.ts';

/** Folder of the programs of PostgreSQL on Debian. The embedded one has no `pg_basebackup`, so no standby and no backup. */
export const POSTGRES_PROGRAMS = '/usr/lib/postgresql/18/bin';

const PASSWORD = 'loopback-only';
const ENVIRONMENT = { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: `${POSTGRES_PROGRAMS}:/usr/bin:/bin` };

/** A folder that PostgreSQL's user owns, with the scripts of `deploy/backup`, which that user may not reach otherwise. */
export class DatabaseFolder {
  readonly path: string;
  readonly scripts: string;
  readonly account = serverAccount();

  constructor(workplace: Workplace) {
    this.path = join(workplace.folder, 'postgres');
    this.scripts = join(this.path, 'scripts');
    mkdirSync(this.path, { mode: 0o700 });
    cpSync(join(ROOT, 'deploy/backup'), this.scripts, { recursive: true });
    if (this.account) chownSync(this.path, this.account.uid, this.account.gid);
  }

  /** Runs a program of PostgreSQL, or a script, as its user. */
  run(command: string, ...parameters: string[]): Promise<void> {
    return run(command, parameters, { cwd: this.path, env: ENVIRONMENT, account: this.account });
  }
}

/** Runs a statement on a connection of its own. Returns the rows. */
export async function query(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** One PostgreSQL server of Debian on the loopback interface. */
export class DatabaseServer {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  readonly process: ManagedProcess;
  readonly #folder: DatabaseFolder;

  private constructor(folder: DatabaseFolder, name: string, port: number) {
    this.#folder = folder;
    this.name = name;
    this.port = port;
    this.data = join(folder.path, name);
    this.process = new ManagedProcess({
      name,
      command: [`${POSTGRES_PROGRAMS}/postgres`, '-D', this.data, '-p', String(port)],
      cwd: folder.path,
      environment: ENVIRONMENT,
      log: join(folder.path, '..', `${name}.log`),
      isReady: async () => (await this.sql('SELECT 1', 'postgres')).length === 1,
      account: folder.account,
      stopSignal: 'SIGINT',
    });
  }

  static async create(folder: DatabaseFolder, name: string, workplace: Workplace): Promise<DatabaseServer> {
    const server = new DatabaseServer(folder, name, await freePort());
    workplace.defer(() => server.process.stop());
    return server;
  }

  /** `postgres://…` of the product's database, for the superuser. */
  get url(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/dps`;
  }

  /** Creates a cluster that can have standbys, and starts it. It has the roles of the product, and no tables. */
  async initialise(settings: Record<string, string> = {}): Promise<void> {
    const password = join(this.#folder.path, 'password');
    writeFileSync(password, PASSWORD, { mode: 0o644 });
    const parameters = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '-k'];
    await this.#folder.run(`${POSTGRES_PROGRAMS}/initdb`, '-D', this.data, ...parameters);
    const all = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      wal_level: 'replica',
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    appendFileSync(join(this.data, 'postgresql.conf'), lines.join(''));
    // The check of the balancer signs in without a password and without any right.
    const rules = join(this.data, 'pg_hba.conf');
    writeFileSync(rules, `host postgres haproxy 127.0.0.1/32 trust\n${readFileSync(rules, 'utf8')}`);
    await this.process.start();
    await this.sql('CREATE ROLE haproxy LOGIN', 'postgres');
    await this.sql('CREATE DATABASE dps', 'postgres');
    await createRoles(this.url);
  }

  /** Copies a running primary and starts as its standby. */
  async follow(primary: DatabaseServer): Promise<void> {
    const source = `${addressFor('dps_backup', primary.url)}?application_name=${this.name}`;
    rmSync(this.data, { recursive: true, force: true });
    const copy = ['-D', this.data, '-d', source, '-R', '-c', 'fast', '-X', 'stream'];
    await this.#folder.run(`${POSTGRES_PROGRAMS}/pg_basebackup`, ...copy);
    await this.process.start();
  }

  /** Waits until commits of this primary also wait for the standby. */
  async awaitStandby(): Promise<void> {
    await this.#setStandbys('*');
    while (!(await this.sql(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length);
  }

  /** Makes this standby the primary, which then has no standby. Resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote(true, 60)');
    await this.#setStandbys('');
  }

  async #setStandbys(names: string): Promise<void> {
    await this.sql(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await this.sql('SELECT pg_reload_conf()');
  }

  sql(text: string, database = 'dps'): Promise<Record<string, unknown>[]> {
    return query(this.url.replace(/dps$/, database), text);
  }
}
