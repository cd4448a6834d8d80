import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants } from 'node:zlib';
import { messageOf } from '@dps/release-store/refusal';
import fastifyCompress from '@fastify/compress';
import {
  chooseReleases,
  COHORT_COOKIE,
  cohortSeed,
  withWorkingShell,
  type Deployment,
} from '@dps/shared-contracts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { canonicalAddress } from './documents/canonical-address.ts';
import { contentSecurityPolicy } from './documents/content-security-policy.ts';
import { errorAnswer } from './proxy/error-answer.ts';
import { serveReleases } from './releases/release-files.ts';
import { documentHeaders, SECURITY_HEADERS } from './documents/security-headers.ts';
import { shellDocument } from './documents/shell-document.ts';
import { registryReader, type RegistryReading } from './releases/registry-reader.ts';
import { texts } from './texts.ts';
import { unavailableDocument } from './documents/unavailable-document.ts';
import { proxyTo } from './proxy/upstreams.ts';
import { wantsDocument } from './documents/wants-document.ts';

export interface GatewayOptions {
  /** Absolute path of the store's folder. */
  store: string;
  /** Public keys, one of which has to vouch for the registry. */
  releaseKeys: readonly string[];
  deployment: Deployment;
  /** Where browsers see the gateway: `http://localhost:4200`. */
  publicOrigin: string;
  /** `http://127.0.0.1:4201` */
  api: string;
  /** The payment sandbox's address; left out with the real provider. */
  paymentSandbox?: string | undefined;
  /** Told, in a line, about what somebody should look at. */
  log: (line: string) => void;
}

const FAVICON = readFileSync(new URL('../assets/favicon.svg', import.meta.url));
const NO_STORE = 'no-store';

const pathOf = (request: FastifyRequest): string => request.url.replace(/[?#].*$/s, '');

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').header('cache-control', NO_STORE).send(`${text}\n`);

/** Made anew for who comes without one; a year is longer than any canary. */
function seedOf(reply: FastifyReply, publicOrigin: string): string {
  const known = cohortSeed(reply.request.headers.cookie ?? '');
  if (known !== undefined) return known;
  const seed = randomUUID();
  const secure = publicOrigin.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${COHORT_COOKIE}=${seed}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`);
  return seed;
}

function sendDocument(reply: FastifyReply, reading: RegistryReading, options: GatewayOptions): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const stripe = options.paymentSandbox === undefined;
  const devOrigins = options.deployment.overrides?.origins ?? [];
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', NO_STORE)
    .header('content-security-policy', contentSecurityPolicy({ nonce, stripe, devOrigins }))
    .headers(documentHeaders(stripe));
  if ('problem' in reading) return reply.code(503).send(unavailableDocument(reading.problem, nonce));
  const deployment = { ...options.deployment, releaseKeys: options.releaseKeys };
  const pathname = pathOf(reply.request);
  const cookies = reply.request.headers.cookie ?? '';
  const registry = chooseReleases(withWorkingShell(reading.registry, cookies), {
    seed: seedOf(reply, options.publicOrigin),
  });
  return reply.send(shellDocument({ registry, deployment, pathname, nonce }));
}

/** Documents and the registry: made for each request, never kept. */
async function serveDocuments(app: FastifyInstance, options: GatewayOptions): Promise<void> {
  const { store, releaseKeys, log } = options;
  const read = registryReader({ store, publicKeys: releaseKeys, onProblem: log });
  app.get('/registry.json', async (request, reply) => {
    const reading = await read();
    reply.header('cache-control', NO_STORE);
    if ('registry' in reading) return reply.send(reading.registry);
    const answer = errorAnswer('unavailable', texts.registryDamaged, request.id);
    return reply.code(answer.statusCode).send(answer);
  });
  app.get('/*', async (request, reply) => {
    const pathname = pathOf(request);
    if (!wantsDocument(request.headers.accept, pathname))
      return sendText(reply, 404, texts.fileMissing(pathname));
    const elsewhere = canonicalAddress(request.headers.host, request.url, options.publicOrigin);
    if (elsewhere !== undefined) return reply.header('cache-control', NO_STORE).redirect(elsewhere, 302);
    return sendDocument(reply, await read(), options);
  });
}

function hardenAnswers(app: FastifyInstance, log: GatewayOptions['log']): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      if (!reply.hasHeader(name)) reply.header(name, value);
  });
  app.setNotFoundHandler((request, reply) => {
    const file = /^\/(shell|modules)\//.test(request.url);
    return sendText(reply, 404, file ? texts.fileMissing(pathOf(request)) : texts.unknownAddress);
  });
  app.setErrorHandler((error, request, reply) => {
    const status = typeof error === 'object' && error && 'statusCode' in error ? error.statusCode : 500;
    if (typeof status === 'number' && status >= 400 && status < 500)
      return sendText(reply, status, texts.unknownAddress);
    log(`The gateway failed at ${request.method} ${pathOf(request)}: ${messageOf(error)}`);
    return sendText(reply, 500, texts.fault);
  });
}

/**
 * The one origin of the product: documents, released files, the API and, with it, the payment sandbox.
 *
 * @returns a server that does not listen yet
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    // What is under way is finished on close; connections that only wait are not waited for.
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => void sendText(reply, 400, texts.malformed),
  });
  hardenAnswers(app, options.log);
  await serveReleases(app, options.store);
  app.get('/favicon.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(FAVICON),
  );
  await app.register(async (compressed) => {
    await compressed.register(fastifyCompress, {
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
      globalDecompression: false,
    });
    const { api, paymentSandbox, publicOrigin } = options;
    await proxyTo(compressed, { prefix: '/api', rewritePrefix: '/api', address: api, publicOrigin });
    if (paymentSandbox !== undefined)
      await proxyTo(compressed, {
        prefix: '/payment-sandbox',
        rewritePrefix: '',
        address: paymentSandbox,
        publicOrigin,
      });
    await serveDocuments(compressed, options);
  });
  return app;
}
