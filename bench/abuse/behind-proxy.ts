import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@dps/local-stack/ports';
import { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { gatewayProcess } from '@dps/local-stack/servers';
import { newKey } from '@dps/release-store/release-key';
import { paths } from '@dps/contract';
import { PASSWORD } from '../accounts.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { resultOf, type Attack, type Product } from './attack.ts';
import { Client } from './client.ts';

const HAPROXY = '/usr/sbin/haproxy';
/** More failed sign-ins than the API allows one network. */
const MAXIMUM_ATTEMPTS = 400;
const PARALLEL = 8;

/** Installs haproxy from the packages of the system, if it is missing. */
function requireHaproxy(): void {
  if (existsSync(HAPROXY)) return;
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0)
    throw new Error(
      'The attack on sign-ins behind a proxy needs haproxy: install it, or run as root on a Debian system.',
    );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' });
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'haproxy'], {
    env,
    stdio: 'ignore',
  });
}

/** Starts a process until the teardown. Returns its address. */
async function start(server: ManagedProcess, teardown: Teardown): Promise<string> {
  teardown.add(() => server.stop());
  await server.start();
  return server.url;
}

/** Starts a second gateway over the product's API. It trusts the proxy on 127.0.0.1. Returns its address. */
async function startTrustingGateway({ api, teardown }: Product): Promise<string> {
  const port = await freePort();
  const environment = {
    PUBLIC_ORIGIN: 'http://localhost',
    API_ORIGIN: api,
    RELEASE_STORE: teardown.temporaryFolder(),
    RELEASE_PUBLIC_KEYS: newKey().key.publicKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_abuse',
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const isReady = `http://127.0.0.1:${port}/healthz`;
  return start(gatewayProcess({ port, environment, isReady }), teardown);
}

/** Starts haproxy, which adds the client's address. Returns its address. */
async function startProxy(gateway: string, teardown: Teardown): Promise<string> {
  const port = await freePort();
  const file = join(teardown.temporaryFolder(), 'haproxy.cfg');
  const lines = [
    'defaults',
    '  mode http',
    '  option forwardfor',
    '  timeout connect 5s',
    '  timeout client 60s',
    '  timeout server 60s',
    'listen product',
    `  bind 127.0.0.1:${port}`,
    `  server gateway ${new URL(gateway).host} source 127.0.0.1`,
    '',
  ];
  writeFileSync(file, lines.join('\n'));
  const isReady = `http://127.0.0.1:${port}/healthz`;
  const command = [HAPROXY, '-db', '-f', file];
  return start(new ManagedProcess({ name: 'haproxy', command, environment: {}, isReady }), teardown);
}

/** Signs in with a forged header. Resolves with the status. */
async function signIn(client: Client, username: string, password: string): Promise<number> {
  const forwardedFor = `203.0.113.${Math.floor(Math.random() * 256)}`;
  const { status } = await client.send('POST', paths.login(), { username, password }, { forwardedFor });
  return status;
}

/** Failed sign-ins of one client behind a proxy, to lock the other clients out. */
export const signInsBehindProxy: Attack = async (product) => {
  requireHaproxy();
  const url = await startProxy(await startTrustingGateway(product), product.teardown);
  const attacker = new Client(url);
  let attempts = 0;
  let isRefused = false;
  while (!isRefused && attempts < MAXIMUM_ATTEMPTS) {
    const round = Array.from({ length: PARALLEL }, (_, index) =>
      signIn(attacker, `unknown-${attempts + index}`, 'wrong-password'),
    );
    isRefused = (await Promise.all(round)).includes(429);
    attempts += PARALLEL;
  }
  const other = await signIn(new Client(url), product.other.username, PASSWORD);
  return resultOf(
    'failed sign-ins of one client behind haproxy, with forged X-Forwarded-For',
    `attacker ${isRefused ? `refused after at most ${attempts}` : 'not refused'}, other client → ${other}`,
    isRefused && other === 200,
  );
};
