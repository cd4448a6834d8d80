import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@dps/local-stack/ports';
import { ManagedProcess, type ProcessOptions } from '@dps/local-stack/process/managed-process';
import { query } from './database-server.ts';
import { ROOT, type Workplace } from './workplace.ts';

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

/** Starts the address that follows the primary of two servers. Returns its `postgres://…`. */
export async function startDatabaseBalancer(
  [first, second]: readonly [string, string],
  workplace: Workplace,
): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
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

/** Addresses of the web balancer, and of the processes behind it: `127.0.0.1:54321`. */
export interface WebAddresses {
  https: string;
  http: string;
  /** The API, for the gateways. */
  internal: string;
  metrics: string;
  admin: string;
  gateways: readonly [string, string];
  apis: readonly [string, string];
}

/** Returns free addresses on the loopback interface. */
export async function freeAddresses(): Promise<WebAddresses> {
  const address = async (): Promise<string> => `127.0.0.1:${await freePort()}`;
  return {
    https: await address(),
    http: await address(),
    internal: await address(),
    metrics: await address(),
    admin: await address(),
    gateways: [await address(), await address()],
    apis: [await address(), await address()],
  };
}

/** Starts the balancer with TLS. */
export function startWebBalancer(
  { https, http, internal, metrics, admin, gateways, apis }: WebAddresses,
  certificate: string,
  workplace: Workplace,
): Promise<ManagedProcess> {
  const environment = {
    HTTPS_BIND: https,
    HTTP_BIND: http,
    API_BIND: internal,
    STATS_BIND: metrics,
    ADMIN_BIND: `ipv4@${admin}`,
    GATEWAY_1: gateways[0],
    GATEWAY_2: gateways[1],
    API_1: apis[0],
    API_2: apis[1],
    CERTIFICATE: certificate,
  };
  return startHaproxy('web', environment, `http://${metrics}/healthz`, workplace);
}

/** Restarts a process behind the web balancer as `deploy/rolling-restart.sh` does, optionally with other settings. */
export async function replaceBehind(
  admin: string,
  backend: 'apis' | 'gateways',
  server: ManagedProcess,
  changes?: Partial<ProcessOptions>,
): Promise<void> {
  const setState = async (state: 'drain' | 'ready'): Promise<void> => {
    const socket = connect({ host: '127.0.0.1', port: Number(admin.split(':')[1]) });
    socket.end(`set server ${backend}/${server.options.name} state ${state}\n`);
    const answer = (await text(socket)).trim();
    if (answer !== '') throw new Error(answer);
  };
  await setState('drain');
  await server.restart(changes);
  await setState('ready');
  // The balancer checks each second whether the process serves.
  await delay(2_000);
}
