import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import { messageOf } from '@dps/release/store/command-error';
import { KeyRing, type TeamKey } from '@dps/release/store/key-ring';
import type { ReleaseStore } from '@dps/release/store/release-store';
import fastifyCompress from '@fastify/compress';
import { paths, type Deployment } from '@dps/contract';
import { securityHeaders, unreadableRequestResponse } from '@dps/contract/server';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Testers } from './config/config.ts';
import { hostRule } from './config/hosts.ts';
import { serveDocuments } from './documents/document-routes.ts';
import { outlineReader } from './documents/outline.ts';
import { receivePolicyReports } from './documents/policy-reports.ts';
import { serveSecurityText } from './documents/security-text.ts';
import { serveInstalledApp } from './offline/installed-app.ts';
import { BodyIntake } from './proxy/body-intake.ts';
import { EventStreams } from './proxy/event-streams.ts';
import { limitConnections, LIMITS, serverLimits, type Limits } from './proxy/limits.ts';
import { Transfers } from './proxy/transfers.ts';
import { proxyTo } from './proxy/upstreams.ts';
import { FileCache } from './releases/file-cache.ts';
import { listedIntegrity } from './releases/listed-integrity.ts';
import { BUCKET_TIMES, FOLDER_TIMES, RegistryReader } from './releases/registry-reader.ts';
import { serveReleases } from './releases/release-files.ts';
import { countRefusals, serveMetrics, showRegistry } from './metrics.ts';
import { texts } from './texts.ts';

export { isDevOrigin, listOf } from './config/formats.ts';
export { isHostname } from './config/hosts.ts';

export interface GatewayOptions {
  store: ReleaseStore;
  /** Absolute path of a folder that only this process uses: for the last valid registry, and the files of a bucket. */
  cacheFolder: string;
  /** Size limit of the files of a bucket. Absent for a folder, which the gateway reads on each request. */
  cacheBytes?: number | undefined;
  /** The keys that may sign entries of the registry. */
  releaseKeys: readonly TeamKey[];
  deployment: Deployment;
  /** Users who may see previews; absent if the deployment has none. */
  testers?: Testers | undefined;
  /** Public origin of the gateway: `http://localhost:4200`. */
  publicOrigin: string;
  /** Host names that the gateway serves in addition to the one of the public origin. */
  allowedHosts?: readonly string[];
  /** `http://127.0.0.1:4201` */
  api: string;
  /** Origin of the service of the page `/releases`; absent without one. */
  releaseService?: string | undefined;
  /** The payment sandbox's address; absent with the real provider. */
  paymentSandbox?: string | undefined;
  /** Address of the mailbox of a local product; absent in a deployment. */
  mailbox?: string | undefined;
  /** Trusted proxies, whose `X-Forwarded-For` the gateway uses: comma-separated addresses or ranges. */
  trustedProxies?: string | undefined;
  /** Address for reports of vulnerabilities: a `mailto:` or `https:` address. */
  securityContact?: string | undefined;
  /** Limits of slow and large requests. */
  limits?: Limits;
  /** Receives a line for each problem that needs attention. */
  log: (line: string) => void;
}

/**
 * The calls of the payment form, which the publishable key and the client secret of one payment allow, and pages with a secret in their
 * address.
 */
const PAYMENT_FORM_CALLS =
  /^(GET \/payment-sandbox\/(stripe\.js|v1\/payment_intents\/pi_\w+)|POST \/payment-sandbox\/v1\/payment_intents\/pi_\w+\/(confirm|challenge)|(GET|POST) \/payment-sandbox\/(bank\/payatt|connect\/link)_\w+)(\?|$)/;
const MAILBOX_PAGES = /^GET \/mailbox(\/\d+)?(\?|$)/;
const FAVICON = readFileSync(new URL('../assets/favicon.svg', import.meta.url));

const pathOf = (request: FastifyRequest): string => request.url.replace(/[?#].*$/s, '');

const TEXT_HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).headers(TEXT_HEADERS).send(`${text}\n`);

/** Checks of a balancer, which address each gateway by its own address. */
const CHECKS = new Set(['/healthz', '/registry.json']);

/** Refuses requests for other hosts, so that no other name in the DNS shows the product. */
function refuseOtherHosts(
  app: FastifyInstance,
  { publicOrigin, allowedHosts = [] }: Pick<GatewayOptions, 'publicOrigin' | 'allowedHosts'>,
): void {
  const isAllowed = hostRule(publicOrigin, allowedHosts);
  app.addHook('onRequest', async (request, reply) => {
    if (isAllowed(request.headers.host) || CHECKS.has(pathOf(request))) return;
    app.countRefusal('unknown_host');
    return sendText(reply, 421, texts.unknownHost);
  });
}

function addDefaultResponses(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  log: GatewayOptions['log'],
): void {
  app.addHook('onSend', async (_request, reply) => {
    for (const name in headers) if (!reply.hasHeader(name)) reply.header(name, headers[name]);
  });
  app.setNotFoundHandler((request, reply) => {
    const file = /^\/(shell|modules)\//.test(request.url);
    return sendText(reply, 404, file ? texts.fileMissing(pathOf(request)) : texts.unknownAddress);
  });
  app.setErrorHandler((error, request, reply) => {
    const status = typeof error === 'object' && error && 'statusCode' in error ? error.statusCode : 500;
    if (typeof status === 'number' && status >= 400 && status < 500)
      return sendText(reply, status, texts.unknownAddress);
    log(
      `The gateway failed at ${request.method} ${request.routeOptions.url ?? 'an unknown path'}: ${messageOf(error)}`,
    );
    return sendText(reply, 500, texts.fault);
  });
}

/** Path of the copy of a store's registry. Another store has another copy, whose revisions do not count. */
const copyOf = (cacheFolder: string, address: string): string =>
  join(cacheFolder, `registry-${createHash('sha256').update(address).digest('hex').slice(0, 16)}.json`);

function openReleases({ store, cacheFolder, cacheBytes, releaseKeys, log }: GatewayOptions) {
  const times = cacheBytes === undefined ? FOLDER_TIMES : BUCKET_TIMES;
  const copy = copyOf(cacheFolder, store.address);
  const registry = new RegistryReader({ store, keys: releaseKeys, copy, ...times, log });
  if (cacheBytes === undefined) return { registry, readFile: (path: string) => store.readFile(path) };
  const integrityOf = async (path: string) => {
    const reading = await registry.read();
    return reading && listedIntegrity(reading, path);
  };
  const files = new FileCache({ folder: cacheFolder, maxBytes: cacheBytes, store, integrityOf, log });
  return { registry, readFile: (path: string) => files.readFile(path) };
}

/** Liveness only: it reads neither the store nor the API, so their outages restart no gateway. */
function serveHealth(app: FastifyInstance, registry: RegistryReader): void {
  app.get('/healthz', (_request, reply) => {
    const { problem, revision } = registry;
    const state = problem === undefined ? [] : [texts.degraded(problem, revision)];
    return sendText(reply, 200, [texts.alive, ...state].join('\n'));
  });
}

/**
 * Creates the product's single origin: documents, release files, and the proxies to the API and the payment sandbox.
 *
 * @returns a server that does not listen yet
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { api, releaseService, paymentSandbox, mailbox, publicOrigin, limits = LIMITS, log } = options;
  const headers = securityHeaders(publicOrigin.startsWith('https:'));
  const app = fastify({
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies ?? false,
    // Closing ends idle connections at once and waits for active requests.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...serverLimits(limits),
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void sendText(reply.headers(headers), 400, texts.malformed),
    clientErrorHandler: ({ code }, socket) => {
      const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
      if (code !== 'ECONNRESET' && socket.writable)
        socket.write(
          unreadableRequestResponse(status, { ...headers, ...TEXT_HEADERS }, `${texts.unreadable}\n`),
        );
      socket.destroy();
    },
  });
  countRefusals(app);
  limitConnections(app, limits, options.trustedProxies === undefined);
  const { registry, readFile } = openReleases(options);
  addDefaultResponses(app, headers, log);
  refuseOtherHosts(app, options);
  serveReleases(app, readFile, log);
  serveSecurityText(app, options);
  serveHealth(app, registry);
  showRegistry(app, registry);
  receivePolicyReports(app, log);
  app.get('/favicon.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(FAVICON),
  );
  serveInstalledApp(app);
  const load = { intake: new BodyIntake(limits.intake), transfers: new Transfers(limits.transfers) };
  const toApi = { address: api, publicOrigin, receivesCookies: true };
  // Outside of the compression, which would hold events back.
  const events = { streams: new EventStreams(app, limits.streams), connections: limits.streams.atOnce };
  await proxyTo(app, { ...toApi, prefix: paths.events(), rewritePrefix: paths.events(), events }, load);
  await app.register(async (compressed) => {
    await compressed.register(fastifyCompress, {
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
      globalDecompression: false,
    });
    await proxyTo(compressed, { ...toApi, prefix: '/api', rewritePrefix: '/api' }, load);
    if (releaseService !== undefined) {
      const prefix = paths.releases();
      await proxyTo(
        compressed,
        { prefix, rewritePrefix: prefix, address: releaseService, publicOrigin, receivesCookies: true },
        load,
      );
    }
    if (paymentSandbox !== undefined)
      await proxyTo(
        compressed,
        {
          prefix: '/payment-sandbox',
          rewritePrefix: '',
          address: paymentSandbox,
          publicOrigin,
          only: PAYMENT_FORM_CALLS,
          receivesCookies: false,
        },
        load,
      );
    if (mailbox !== undefined)
      await proxyTo(
        compressed,
        {
          prefix: '/mailbox',
          rewritePrefix: '/mailbox',
          address: mailbox,
          publicOrigin,
          only: MAILBOX_PAGES,
          receivesCookies: false,
        },
        load,
      );
    serveDocuments(compressed, {
      registry,
      readOutlines: outlineReader(readFile, log),
      deployment: options.deployment,
      previews: options.testers && { api, testers: options.testers },
      publicOrigin,
      stripe: paymentSandbox === undefined,
      keys: new KeyRing(options.releaseKeys),
    });
  });
  return app;
}

export interface ListenOptions {
  host: string;
  port: number;
  /** Grace period for active requests when the gateway stops, in milliseconds. */
  finishWithinMs: number;
  /** Address of the metrics. Absent without metrics. */
  metrics?: { host: string; port: number } | undefined;
}

export interface RunningGateway {
  /** Address of the listener: `http://127.0.0.1:4200`. */
  url: string;
  close(): Promise<void>;
}

/** Starts a gateway. Throws when it cannot listen on the given addresses. */
export async function startGateway(
  options: GatewayOptions,
  { host, port, finishWithinMs, metrics }: ListenOptions,
): Promise<RunningGateway> {
  const gateway = await createGateway(options);
  const metricsServer = metrics && (await serveMetrics(gateway, metrics));
  const url = await gateway.listen({ host, port });
  return {
    url,
    close: async () => {
      const force = setTimeout(() => gateway.server.closeAllConnections(), finishWithinMs);
      await gateway.close();
      clearTimeout(force);
      metricsServer?.close();
      metricsServer?.closeAllConnections();
    },
  };
}
