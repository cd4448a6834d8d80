import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@dps/release-store/release-key';
import fastify, { type FastifyInstance } from 'fastify';
import { createGateway } from '../../src/gateway/gateway.ts';
import { publishWorkspace } from '../../src/store/publish.ts';
import { writeModule, writeShell } from './workspace.ts';

/** Signs the registries of these products. */
export const { key } = newKey();
/** What a browser says that asks for a page. */
export const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const DEPLOYMENT = {
  demoAccounts: [],
  payments: { publishableKey: 'pk_test_sandbox', sandboxScript: '/payment-sandbox/stripe.js' },
};

/** Stands for the API and the sandbox: it answers with what reached it. */
function echoServer(): FastifyInstance {
  const server = fastify({ bodyLimit: 50_000_000 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.get('/api/large', () => ({ text: 'survey '.repeat(1000) }));
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

/** A gateway, and what stands around it. */
export interface GatewayProduct {
  /** The workspace whose builds are in the store. */
  folder: string;
  store: string;
  api: FastifyInstance;
  gateway: FastifyInstance;
  /** What the gateway has logged. */
  warnings: string[];
}

/** A gateway over a store with a shell and one module. */
export async function openProduct(): Promise<GatewayProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'dps-gateway-'));
  const store = join(folder, 'store');
  const warnings: string[] = [];
  writeShell(folder);
  writeModule(folder, 'jobs');
  await publishWorkspace(folder, store, key);
  const api = echoServer();
  const address = await api.listen({ host: '127.0.0.1', port: 0 });
  const gateway = await createGateway({
    store,
    releaseKeys: [key.publicKey],
    deployment: DEPLOYMENT,
    publicOrigin: 'http://localhost:4200',
    api: address,
    paymentSandbox: address,
    log: (line) => warnings.push(line),
  });
  return { folder, store, api, gateway, warnings };
}

export async function closeProduct({ gateway, api, folder }: GatewayProduct): Promise<void> {
  await gateway.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
}
