import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Returns the status class, such as `2xx`, or `aborted` if the client disconnected before the end of the response. */
function outcome({ writableFinished, statusCode }: ServerResponse): string {
  return writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
}

/** Measures every request from its headers to the end of its response, by route pattern instead of URL. */
export function measureRequests(fastify: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'dps_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    const started = performance.now();
    raw.once('close', () => {
      const route = (request.is404 ? undefined : request.routeOptions.url) ?? 'none';
      const labels = { route, method: request.method, status: outcome(raw) };
      durations.observe(labels, (performance.now() - started) / 1000);
    });
    done();
  });
}
