import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import { object, ValidationError } from 'yup';
import {
  ERROR_STATUS,
  isErrorCode,
  paths,
  type ErrorCode,
  type ErrorView,
  type ReleaseOverview,
  type RollbackView,
} from '@dps/contract';
import { securityHeaders } from '@dps/contract/server';
import { messageOf, CommandError } from '../store/command-error.ts';
import { historyOf } from '../commands/status.ts';
import { changeReason, historySummary } from '../registry/change-reason.ts';
import { writeRevision } from '../registry/change-registry.ts';
import { readSigned, type ReadContext } from '../registry/read-registry.ts';
import { servedBy } from '../registry/served-registry.ts';
import { acceptRollback, RequestError, signedRollback } from '../registry/signed-rollback.ts';
import { CanaryMonitor, SAMPLE_MS } from './canary-health.ts';
import { partsOf, ReleaseUses } from './overview.ts';
import { viewerOf, type Viewer } from './viewers.ts';

/** Largest body of a request, in bytes: a signed rollback has 300. */
const BODY_LIMIT = 8_192;
/** Number of changes in the overview. */
const HISTORY_LENGTH = 50;

export interface ReleaseServiceOptions {
  /** The store, the keys of the deployment, and the gateways that serve the store. */
  context: ReadContext;
  /** Ids of the users who see the page. Without one, the page does not exist. */
  viewers: readonly number[];
  /** Origin of the API, which knows the sessions. */
  api: string;
  /** Public origin of the gateway: other sites cannot write. */
  publicOrigin: string;
  /** Metrics of all API processes, for the health of canaries. */
  metrics: readonly string[];
  /** Receives a line for each problem and each change. */
  log: (line: string) => void;
}

const rollbackBody = object({
  request: signedRollback,
  reason: changeReason(),
})
  .exact()
  .strict()
  .required();

/** Parses the body of a rollback. Throws RequestError. */
function readRollback(body: unknown) {
  try {
    const { request, reason = '' } = rollbackBody.validateSync(body);
    return { request, reason: reason.trim() };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const message = `This is not the output of sign-request: ${error.message}.`;
    throw new RequestError('validation_failed', message);
  }
}

const STORE_PROBLEM =
  'The store of releases cannot be used at the moment. Look at the history before you try again.';

/** Returns the code and the message of an error for the browser. */
function problemOf(error: FastifyError): { code: ErrorCode; message: string; isExpected: boolean } {
  if (error instanceof RequestError) return { code: error.code, message: error.message, isExpected: true };
  // The message can contain addresses of the network, so only the log has it.
  if (error instanceof CommandError)
    return { code: 'unavailable', message: STORE_PROBLEM, isExpected: false };
  const { statusCode = 500 } = error;
  const code = Object.keys(ERROR_STATUS).find(
    (each) => isErrorCode(each) && ERROR_STATUS[each] === statusCode && each !== 'validation_failed',
  );
  const isExpected = statusCode < 500;
  if (isExpected && isErrorCode(code)) return { code, message: error.message, isExpected };
  return { code: 'internal', message: 'The release service failed.', isExpected: false };
}

const errorResponse = (code: ErrorCode, message: string, requestId: string): ErrorView => ({
  statusCode: ERROR_STATUS[code],
  code,
  message,
  requestId,
});

function respondToErrors(app: FastifyInstance, log: ReleaseServiceOptions['log']): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { code, message, isExpected } = problemOf(error);
    if (!isExpected) log(`${request.method} ${request.routeOptions.url ?? ''}: ${messageOf(error)}`);
    return reply.code(ERROR_STATUS[code]).send(errorResponse(code, message, request.id));
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(errorResponse('not_found', 'There is nothing at this address.', request.id)),
  );
}

const viewerOfRequest = (
  { headers, id }: FastifyRequest,
  options: ReleaseServiceOptions,
): Promise<Viewer> => {
  const { cookie, 'x-forwarded-for': forwarded, [paths.PAGE_USER_HEADER]: page } = headers;
  const [forwardedFor] = [forwarded].flat();
  const [pageUser] = [page].flat();
  return viewerOf({ cookie, forwardedFor, pageUser, requestId: id }, options);
};

/** Refuses a write from a page of another site, which could use the cookies of the user. */
function refuseOtherSites({ headers }: FastifyRequest, { publicOrigin }: ReleaseServiceOptions): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (site === 'same-origin' && (origin === undefined || origin === publicOrigin)) return;
  throw new RequestError('cross_site_request', 'Only pages of the product can send this request.');
}

/** A release service that does not listen yet. */
export interface ReleaseService {
  app: FastifyInstance;
  /** Reads the metrics of the running canaries once. */
  sample: (now?: Date) => Promise<void>;
}

/**
 * Creates the service of the page `/releases`. It reads the store for the viewers, and writes the rollbacks that the team of
 * a module has signed. It does not hold a key.
 */
export function createReleaseService(options: ReleaseServiceOptions): ReleaseService {
  const { context, metrics, publicOrigin, log } = options;
  const { store, keys, products } = context;
  const monitor = new CanaryMonitor(metrics);
  const uses = new ReleaseUses(store, log);
  const headers = { ...securityHeaders(publicOrigin.startsWith('https:')), 'cache-control': 'no-store' };
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestIdHeader: 'x-request-id',
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (_error: FastifyError, { id }: FastifyRequest, reply: FastifyReply) =>
      void reply
        .headers(headers)
        .code(400)
        .send(errorResponse('malformed_request', 'This address is malformed.', id)),
  });
  // Forms of other sites can send text without a preflight request.
  app.removeContentTypeParser('text/plain');
  app.addHook('onSend', async (_request, reply) => void reply.headers(headers));
  respondToErrors(app, log);

  const readValid = async (onUnusable: (problem: string) => void) =>
    (await readSigned({ ...context, notice: log, onUnusable })).registry;

  const readOverview = async (request: FastifyRequest): Promise<ReleaseOverview> => {
    await viewerOfRequest(request, options);
    const problems: string[] = [];
    const registry = await readValid((problem) => problems.push(problem));
    if (!registry) throw new RequestError('unavailable', 'The store has no registry yet.');
    const [history, used, served] = await Promise.all([
      historyOf(store, HISTORY_LENGTH).catch((error: unknown) => {
        problems.push('The history cannot be read.');
        log(`The history cannot be read: ${messageOf(error)}`);
        return [];
      }),
      uses.read(registry),
      servedBy(products),
    ]);
    const parts = partsOf(registry, (name) => monitor.healthOf(name));
    const { revision } = registry;
    return { revision, problems, parts, history, uses: used, served };
  };
  const rollBack = async (request: FastifyRequest): Promise<RollbackView> => {
    refuseOtherSites(request, options);
    const { username } = await viewerOfRequest(request, options);
    const { request: signed, reason: why } = readRollback(request.body);
    // The page waits until the gateways serve the revision, so this response does not.
    const nowhere = { ...products, urls: [] };
    const writing = { ...context, notice: log, products: nowhere, dryRun: false, by: username, why };
    const { registry, summary } = await writeRevision(writing, (before, next) => {
      if (!before) throw new RequestError('status_conflict', 'The store has no registry yet.');
      return acceptRollback(before, next, signed, keys);
    });
    log(`${username}: ${historySummary(summary, { why, reloadsPages: false })}`);
    return { revision: registry.revision };
  };
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('The release service runs\n'));
  app.route({ method: 'GET', url: paths.releases(), handler: readOverview });
  app.route({ method: 'POST', url: paths.rollbackRelease(), handler: rollBack });
  return {
    app,
    sample: async (now = new Date()) => {
      const registry = await readValid(() => undefined);
      if (registry) await monitor.sample(registry, now);
    },
  };
}

/** Address of a listener, and how to stop it. */
export interface RunningReleaseService {
  url: string;
  close: () => Promise<void>;
}

/** Starts the service. Throws when it cannot listen. */
export async function startReleaseService(
  options: ReleaseServiceOptions,
  listen: { host: string; port: number },
): Promise<RunningReleaseService> {
  const { app, sample } = createReleaseService(options);
  let isSampling = false;
  let problem: string | undefined;
  const timer = setInterval(() => {
    if (isSampling) return;
    isSampling = true;
    sample()
      .then(() => (problem = undefined))
      .catch((error: unknown) => {
        const found = messageOf(error);
        if (found !== problem) options.log(`The health of canaries cannot be read: ${found}`);
        problem = found;
      })
      .finally(() => (isSampling = false));
  }, SAMPLE_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return { url: await app.listen(listen), close: () => app.close() };
}
