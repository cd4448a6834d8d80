import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@dps/local-stack/ports';
import { ManagedProcess, type ProcessOptions } from '@dps/local-stack/process/managed-process';
import { query } from './databases.ts';
import { ROOT, run, type Workplace } from './workplace.ts';

/** A certificate authority of this run, which issues certificates for `localhost`. */
export class Certificates {
  /** Path of the certificate that clients trust. */
  readonly authority: string;
  /** Path of the balancer's file: certificate and key. */
  readonly site: string;
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.authority = join(folder, 'authority.pem');
    this.site = join(folder, 'site.pem');
  }

  static async create(folder: string): Promise<Certificates> {
    mkdirSync(folder, { mode: 0o700 });
    const certificates = new Certificates(folder);
    await certificates.#create('authority', ['-subj', '/CN=rehearsal']);
    await certificates.renew();
    return certificates;
  }

  /** Replaces the balancer's file. The balancer reads it at its next reload. */
  async renew(): Promise<void> {
    const issuer = ['-CA', 'authority.pem', '-CAkey', 'authority-key.pem'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    await this.#create('server', [...issuer, ...names, '-addext', 'basicConstraints=critical,CA:false']);
    const parts = ['server.pem', 'server-key.pem'].map((file) => readFileSync(join(this.#folder, file)));
    writeFileSync(this.site, Buffer.concat(parts), { mode: 0o600 });
  }

  #create(name: string, parameters: string[]): Promise<void> {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const files = ['-keyout', `${name}-key.pem`, '-out', `${name}.pem`];
    const all = ['req', '-x509', '-days', '2', ...key, ...files, ...parameters];
    return run('openssl', all, { cwd: this.#folder });
  }
}

function startHaproxy(
  configuration: 'database' | 'web',
  environment: Record<string, string>,
  isReady: ProcessOptions['isReady'],
  workplace: Workplace,
): Promise<ManagedProcess> {
  const name = `${configuration}-balancer`;
  const options: ProcessOptions = {
    name,
    command: ['haproxy', '-W', '-db', '-f', join(ROOT, `deploy/haproxy/${configuration}.cfg`)],
    cwd: workplace.folder,
    environment: { PATH: '/usr/sbin:/usr/bin:/bin', ...environment },
    log: join(workplace.folder, `${name}.log`),
    isReady,
  };
  return workplace.start(new ManagedProcess(options));
}

const freeAddress = async (): Promise<string> => `127.0.0.1:${await freePort()}`;

/** Starts the address that follows the primary of two servers. Returns its `postgres://…`. */
export async function startDatabaseBalancer(
  [first, second]: readonly [string, string],
  workplace: Workplace,
): Promise<string> {
  const address = await freeAddress();
  const url = first.replace(/@.*\//, `@${address}/`);
  const environment = {
    DATABASE_BIND: address,
    DATABASE_1: new URL(first).host,
    DATABASE_2: new URL(second).host,
  };
  const isReady = async () => (await query(url, 'SELECT 1')).length === 1;
  await startHaproxy('database', environment, isReady, workplace);
  return url;
}

/** Returns free addresses of the web balancer, and of the processes behind it: `127.0.0.1:54321`. */
export async function freeAddresses() {
  return {
    HTTPS_BIND: await freeAddress(),
    HTTP_BIND: await freeAddress(),
    /** The API, for the gateways. */
    API_BIND: await freeAddress(),
    /** Metrics. */
    STATS_BIND: await freeAddress(),
    admin: await freeAddress(),
    GATEWAY_1: await freeAddress(),
    GATEWAY_2: await freeAddress(),
    API_1: await freeAddress(),
    API_2: await freeAddress(),
  };
}

/** Starts the balancer with TLS. */
export function startWebBalancer(
  { admin, ...addresses }: Awaited<ReturnType<typeof freeAddresses>>,
  certificate: string,
  workplace: Workplace,
): Promise<ManagedProcess> {
  const environment = { ...addresses, ADMIN_BIND: `ipv4@${admin}`, CERTIFICATE: certificate };
  return startHaproxy('web', environment, `http://${addresses.STATS_BIND}/healthz`, workplace);
}

/**
 * Restarts a process behind the web balancer as `deploy/rolling-restart.sh` does, optionally with other settings.
 * @param server the name in `web.cfg`: `apis/api-1`
 */
export async function replaceBehind(
  admin: string,
  server: string,
  process: ManagedProcess,
  changes?: Partial<ProcessOptions>,
): Promise<void> {
  const setState = async (state: 'drain' | 'ready'): Promise<void> => {
    const socket = connect({ host: '127.0.0.1', port: portOf(admin) });
    socket.end(`set server ${server} state ${state}\n`);
    const reply = (await text(socket)).trim();
    if (reply !== '') throw new Error(reply);
  };
  await setState('drain');
  await process.restart(changes);
  await setState('ready');
  // The balancer checks each second whether the process serves.
  await delay(2_000);
}

/** Returns the port of an address such as `127.0.0.1:54321`. */
export const portOf = (address: string): number => Number(address.split(':')[1]);
