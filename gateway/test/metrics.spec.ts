import type { Server } from 'node:http';
import { serveMetrics } from '../src/metrics.ts';
import { closeProduct, NAVIGATION, openProduct, type GatewayProduct } from './support/product.ts';
import { publish } from './support/publish.ts';

let product: GatewayProduct;
let metrics: Server;

beforeAll(async () => {
  product = await openProduct();
  metrics = await serveMetrics(product.gateway, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  metrics.close();
  metrics.closeAllConnections();
  await closeProduct(product);
});

async function read(path: string) {
  const address = metrics.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

it('the metrics count the refused requests, name the owner of each module, and describe the process', async () => {
  await publish(product.store, { jobs: ['1.0.0'], weather: ['1.0.0'] }, ({ modules, ...rest }) => ({
    ...rest,
    modules: modules.map((each) => (each.name === 'jobs' ? { ...each, owner: 'Surveys' } : each)),
  }));
  await product.gateway.inject('/registry.json');
  expect((await product.gateway.inject({ url: '/jobs', headers: { host: 'evil.example' } })).statusCode).toBe(
    421,
  );
  expect((await product.gateway.inject('/api/cut')).statusCode).toBe(503);
  const { type, text } = await read('/metrics');
  expect(type).toMatch(/^text\/plain/);
  expect(text.match(/^dps_gateway_(module_owner|refused_total)\{.*[1-9]$/gm)).toEqual([
    'dps_gateway_refused_total{reason="unavailable"} 1',
    'dps_gateway_refused_total{reason="unknown_host"} 1',
    'dps_gateway_module_owner{module="jobs",owner="Surveys"} 1',
  ]);
  expect(text).toContain('process_resident_memory_bytes');
});

it('the metrics have a port without other addresses, and the public port has no metrics', async () => {
  expect((await read('/jobs')).status).toBe(404);
  const response = await product.gateway.inject({ url: '/metrics', headers: NAVIGATION });
  expect(response.headers['content-type']).toMatch(/^text\/html/);
});
