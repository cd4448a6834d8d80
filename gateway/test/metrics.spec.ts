import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { serveMetrics } from '../src/metrics.ts';
import { LIMITS } from '../src/proxy/limits.ts';
import { closeProduct, openProduct, type GatewayProduct } from './support/product.ts';
import { publish } from './support/publish.ts';
import { exchange, send } from './support/raw-client.ts';

const HOST = 'Host: localhost:4200';
const POST = ['POST /api/jobs HTTP/1.1', HOST, 'Content-Type: application/json'];
const FAST = { graceMs: 200, bytesPerSecond: 1024 ** 3 };

let product: GatewayProduct;
let metrics: Server;
let url: string;
const open: Socket[] = [];

beforeEach(async () => {
  const limits = {
    intake: { ...LIMITS.intake, rate: FAST },
    transfers: { ...LIMITS.transfers, perClient: 1, rate: { ...FAST, graceMs: 2_000 } },
  };
  product = await openProduct({ limits });
  url = await product.gateway.listen({ host: '127.0.0.1', port: 0 });
  metrics = await serveMetrics(product.gateway, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  metrics.close();
  metrics.closeAllConnections();
  await closeProduct(product);
});

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const readMetrics = (path = '/metrics') => fetch(`http://127.0.0.1:${portOf(metrics)}${path}`);

/** Requests an address and reads the response to its end, because a server waits for an open response when it closes. */
async function request(address: string): Promise<Response> {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response;
}

/** Returns the reasons that were counted. */
async function counted(): Promise<Record<string, number>> {
  const answer = await (await readMetrics()).text();
  const lines = [...answer.matchAll(/^dps_gateway_refused_total\{reason="(\w+)"\} (\d+)$/gm)];
  const entries = lines.map(([, reason = '', count]): [string, number] => [reason, Number(count)]);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

describe('the metrics', () => {
  it('name the owner of each module', async () => {
    await publish(product.store, { jobs: ['1.0.0'], weather: ['1.0.0'] }, ({ modules, ...rest }) => ({
      ...rest,
      modules: modules.map((each) => (each.name === 'jobs' ? { ...each, owner: 'Surveys' } : each)),
    }));
    await fetch(`${url}/registry.json`);
    const text = await (await readMetrics()).text();
    expect(text.match(/^dps_gateway_module_owner\{.*/gm)).toEqual([
      'dps_gateway_module_owner{module="jobs",owner="Surveys"} 1',
    ]);
  });

  it('count the refused requests and the closed connections by reason', async () => {
    expect(await counted()).toEqual({});
    const port = Number(new URL(url).port);
    expect(await exchange(port, ['GET /jobs HTTP/1.1', 'Host: evil.example', 'Connection: close'])).toMatch(
      /^HTTP\/1\.1 421 /,
    );
    expect(await exchange(port, [...POST, 'Content-Length: 100'], '{')).toMatch(/^HTTP\/1\.1 408 /);
    const closed = new Promise<void>((resolve) => {
      product.api.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const slow = send(port, ['GET /api/file HTTP/1.1', HOST, 'Accept-Encoding: identity']);
    open.push(slow);
    await once(slow, 'data');
    slow.pause();
    expect((await request(`${url}/api/endless`)).status).toBe(429);
    await closed;
    expect((await request(`${url}/api/cut`)).status).toBe(503);
    expect(await counted()).toEqual({
      unknown_host: 1,
      request_timeout: 1,
      rate_limited: 1,
      slow_download: 1,
      unavailable: 1,
    });
  });

  it('describe the process too, and the port has no other address', async () => {
    const answer = await readMetrics();
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toContain('process_resident_memory_bytes');
    expect((await request(`http://127.0.0.1:${portOf(metrics)}/jobs`)).status).toBe(404);
    expect((await request(`${url}/metrics`)).headers.get('content-type')).toMatch(/^text\/html/);
  });
});
