import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderStore } from '@dps/release/store/folder-store';
import { cookieValue, SESSION_COOKIE, type Deployment } from '@dps/contract';
import fastify, { type FastifyInstance } from 'fastify';
import type { Testers } from '../../src/config/config.ts';
import { createGateway } from '../../src/gateway.ts';
import { LIMITS, type Limits } from '../../src/proxy/limits.ts';
import { key, publish } from './publish.ts';

/** The Accept header of a browser that navigates. */
export const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const DEPLOYMENT: Deployment = {
  demoAccounts: [],
  payments: { publishableKey: 'pk_test_sandbox', sandboxScript: '/payment-sandbox/stripe.js' },
};

/** Size of the file that the echo server sends: more than the buffers of a connection hold. */
export const FILE_BYTES = 40 * 1024 ** 2;

function* parts(bytes: number): Generator<Buffer> {
  const part = Buffer.alloc(64 * 1024, 'survey ');
  for (let sent = 0; sent < bytes; sent += part.length) yield part;
}

/** Replaces the API and the sandbox. Each response describes the received request. */
function echoServer(): FastifyInstance {
  const server = fastify({ bodyLimit: 50_000_000 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.get('/api/large', () => ({ text: 'survey '.repeat(1000) }));
  server.get('/api/file', (_request, reply) =>
    reply.header('content-length', FILE_BYTES).send(Readable.from(parts(FILE_BYTES), { objectMode: false })),
  );
  server.get('/api/part', ({ headers }, reply) =>
    reply
      .code(headers.range === undefined ? 416 : 206)
      .headers({ 'content-range': 'bytes 5-9/10', etag: '"a"', 'accept-ranges': 'bytes' })
      .type('text/plain')
      .send(`${headers.range} ${String(headers['if-range'])}`),
  );
  server.get('/api/endless', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-length': FILE_BYTES }).write('{');
    return reply.hijack();
  });
  server.get('/api/cut', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-length': 1000 }).write('{');
    setImmediate(() => reply.raw.destroy());
    return reply.hijack();
  });
  server.get('/api/events', ({ url }, reply) => {
    const event = url.endsWith('?flood') ? 'x'.repeat(FILE_BYTES) : 'first';
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${event}\n\n`);
    return reply.hijack();
  });
  // The id of the user is the session.
  server.get('/api/user/current', ({ headers }, reply) => {
    const session = cookieValue(headers.cookie ?? '', SESSION_COOKIE);
    if (session === 'moved') return reply.redirect('/api/user/elsewhere');
    if (session === undefined) return reply.code(401).send({ code: 'unauthenticated' });
    if (session === 'broken') return reply.code(503).send({ code: 'unavailable' });
    return { id: Number(session), username: 'tess' };
  });
  server.get('/api/user/elsewhere', () => ({ id: 17, username: 'tess' }));
  server.get('/api/busy', (_request, reply) =>
    reply.code(503).header('retry-after', '7').send({ code: 'unavailable' }),
  );
  server.all('/*', ({ method, url, headers, body }) => ({
    method,
    url,
    headers,
    bytes: Buffer.isBuffer(body) ? body.length : 0,
  }));
  return server;
}

/** A gateway with a store of its own and an echo server as its API and payment sandbox. */
export interface GatewayProduct {
  store: FolderStore;
  api: FastifyInstance;
  gateway: FastifyInstance;
  /** Log lines of the gateway. */
  warnings: string[];
}

interface ProductOptions {
  /** Replaces some limits of the gateway. */
  limits?: Partial<Limits>;
  overrides?: Deployment['overrides'];
  /** Origins of backends that the deployment allows. */
  origins?: string[];
  testers?: Testers;
  allowedHosts?: string[];
  publicOrigin?: string;
  releaseService?: string;
  /** Undefined if clients connect to the gateway directly. */
  trustedProxies?: string | undefined;
}

/** Opens a gateway over a store with a shell and the module `jobs`. */
export async function openProduct(options: ProductOptions = {}): Promise<GatewayProduct> {
  const { limits, overrides, origins, ...settings } = options;
  const store = new FolderStore(mkdtempSync(join(tmpdir(), 'dps-gateway-')));
  await publish(store, { jobs: ['1.0.0'] });
  const warnings: string[] = [];
  const api = echoServer();
  const address = await api.listen({ host: '127.0.0.1', port: 0 });
  const gateway = await createGateway({
    store,
    cacheFolder: join(store.address, 'gateway'),
    releaseKeys: [{ name: 'all', publicKey: key.publicKey, releases: ['*'], ...(origins && { origins }) }],
    deployment: { ...DEPLOYMENT, ...(overrides && { overrides }) },
    publicOrigin: 'http://localhost:4200',
    api: address,
    paymentSandbox: address,
    mailbox: address,
    securityContact: 'mailto:security@surveys.example',
    limits: { ...LIMITS, ...limits },
    ...settings,
    log: (line) => warnings.push(line),
  });
  return { store, api, gateway, warnings };
}

export async function closeProduct({ gateway, api, store }: GatewayProduct): Promise<void> {
  gateway.server.closeAllConnections();
  await gateway.close();
  await api.close();
  rmSync(store.address, { recursive: true, force: true });
}

/** Returns the refused requests and closed connections of a gateway, by reason. */
export async function refusalsOf({ gateway }: GatewayProduct): Promise<Record<string, number>> {
  const { values = [] } = (await gateway.metrics.getSingleMetric('dps_gateway_refused_total')?.get()) ?? {};
  const counts = values.map(({ labels, value }): [string, number] => [String(labels['reason']), value]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
