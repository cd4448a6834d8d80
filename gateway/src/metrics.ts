import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Reasons for which the gateway itself refuses a request or closes a connection. */
export const REFUSAL_REASONS = [
  // Responses, by their error code: 400, 408, 429 and 503.
  'malformed_request',
  'request_timeout',
  'rate_limited',
  'unavailable',
  // 421
  'unknown_host',
  // Closed connections.
  'slow_download',
  'stalled_client',
  'too_many_connections',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

declare module 'fastify' {
  interface FastifyInstance {
    /** All metrics of this gateway. */
    metrics: Registry;
    countRefusal: (reason: RefusalReason) => void;
  }
}

/** Counts what the gateway refuses. Only the API counts the requests that reach it. */
export function countRefusals(app: FastifyInstance): void {
  const registry = new Registry();
  const refusals = new Counter({
    name: 'dps_gateway_refused_total',
    help: 'Requests that the gateway refused, and connections that it closed',
    labelNames: ['reason'],
    registers: [registry],
  });
  // From the start, so that a query counts the first refusal as an increase.
  for (const reason of REFUSAL_REASONS) refusals.inc({ reason }, 0);
  app.decorate('metrics', registry);
  app.decorate('countRefusal', (reason) => refusals.inc({ reason }));
}

/** Shows the revision in use, and whether it is the last one that the store has. Reads nothing. */
export function showRegistry(
  { metrics }: FastifyInstance,
  state: {
    readonly revision: number;
    readonly problem: string | undefined;
    readonly owners: ReadonlyMap<string, string>;
  },
): void {
  const registers = [metrics];
  const revision: Gauge = new Gauge({
    name: 'dps_gateway_registry_revision',
    help: 'Revision of the registry in use; 0 without one',
    registers,
    collect: () => revision.set(state.revision),
  });
  const isUsable: Gauge = new Gauge({
    name: 'dps_gateway_registry_usable',
    help: '1 if the last reading of the store had a valid registry, otherwise 0',
    registers,
    collect: () => isUsable.set(state.problem === undefined ? 1 : 0),
  });
  const owner: Gauge<'module' | 'owner'> = new Gauge({
    name: 'dps_gateway_module_owner',
    help: '1 for each module and the team that releases it',
    labelNames: ['module', 'owner'],
    registers,
    collect: () => {
      owner.reset();
      for (const [module, team] of state.owners) owner.set({ module, owner: team }, 1);
    },
  });
}

/** Serves the metrics and those of the process at `/metrics` on a port of their own, which the public cannot reach. */
export async function serveMetrics(
  { metrics }: FastifyInstance,
  address: { host: string; port: number },
): Promise<Server> {
  collectDefaultMetrics({ register: metrics });
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') response.writeHead(404).end();
    else
      metrics.metrics().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
  });
  server.listen(address);
  await once(server, 'listening');
  return server;
}
