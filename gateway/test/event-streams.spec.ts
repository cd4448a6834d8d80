import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS, type Limits } from '../src/proxy/limits.ts';
import { closeProduct, openProduct, type GatewayProduct } from './support/product.ts';

const FAST = { graceMs: 100, bytesPerSecond: 1024 ** 3 };

let product: GatewayProduct;
let url: string;
let opened: IncomingMessage[] = [];

async function start(limits: Partial<Limits> = {}): Promise<void> {
  product = await openProduct({ limits });
  url = await product.gateway.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(async () => {
  for (const response of opened) response.destroy();
  opened = [];
  await closeProduct(product);
});

/** Opens a stream as a browser does. */
async function open(query = ''): Promise<IncomingMessage> {
  const request = get(`${url}/api/events${query}`, {
    agent: false,
    headers: { host: 'localhost:4200', 'accept-encoding': 'br, gzip' },
  });
  const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  response.on('error', () => undefined);
  opened.push(response);
  return response;
}

const connectionsToApi = async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  product.api.server.getConnections((_error, count) => resolve(count));
  return promise;
};

it('[EVENT-12] passes an event on at once, without compression, and keeps a silent stream open', async () => {
  await start({ transfers: { ...LIMITS.transfers, rate: FAST } });
  const response = await open();
  const data: unknown[] = await once(response, 'data');
  expect(data.join('')).toBe('data: first\n\n');
  expect(response.headers['content-encoding']).toBeUndefined();
  response.resume();
  await delay(3 * FAST.graceMs);
  expect(response.closed).toBe(false);
});

it('ends the request to the API when the client disconnects', async () => {
  await start();
  const response = await open();
  expect(await connectionsToApi()).toBe(1);
  response.destroy();
  while ((await connectionsToApi()) > 0) await delay(10);
});

it.each([
  ['of one network', { atOnce: 9, perClient: 1 }, 429],
  ['together', { atOnce: 1, perClient: 9 }, 503],
])(
  '[EVENT-12] limits the streams %s, and a closed stream frees its place',
  async (_what, streams, status) => {
    await start({ streams });
    const first = await open();
    const refused = await open();
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    first.destroy();
    while ((await connectionsToApi()) > 0) await delay(10);
    expect((await open()).statusCode).toBe(200);
  },
);

it('closes a stream whose client reads nothing', async () => {
  await start({ stallMs: 200 });
  const response = await open('?flood');
  response.socket.pause();
  while ((await connectionsToApi()) > 0) await delay(10);
  const { values } = (await product.gateway.metrics.getSingleMetric('dps_gateway_refused_total')?.get()) ?? {
    values: [],
  };
  expect(values.find(({ labels }) => labels['reason'] === 'stalled_client')?.value).toBe(1);
});

it('ends the streams when the gateway stops', async () => {
  await start();
  const response = (await open()).resume();
  const [ended] = await Promise.all([once(response, 'end'), product.gateway.close()]);
  expect(ended).toEqual([]);
});
