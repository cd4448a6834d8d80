import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS, type Limits } from '../src/proxy/limits.ts';
import { closeProduct, openProduct, refusalsOf, type GatewayProduct } from './support/product.ts';
import { send } from './support/raw-client.ts';

const FAST = { graceMs: 100, bytesPerSecond: 1024 ** 3 };

let product: GatewayProduct;
let url: string;
let opened: IncomingMessage[] = [];
/** Connections to the API. */
let connections: Socket[];

async function start(limits: Partial<Limits> = {}): Promise<void> {
  product = await openProduct({ limits });
  connections = [];
  product.api.server.on('connection', (socket) => connections.push(socket));
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

/** Resolves when a connection to the API has ended, by a reset too. */
const untilClosed = (socket?: Socket) =>
  new Promise<unknown>((resolve) => (socket?.closed ? resolve(0) : socket?.once('close', resolve)));
const disconnected = () => Promise.all(connections.map(untilClosed));

it('[EVENT-12] passes an event on at once, without compression, and keeps a silent stream open', async () => {
  await start({ transfers: { ...LIMITS.transfers, rate: FAST } });
  const response = await open();
  const data: unknown[] = await once(response, 'data');
  expect(data.join('')).toBe('data: first\n\n');
  expect(response.headers['content-encoding']).toBeUndefined();
  response.resume();
  // The same limit closes a download that begins later.
  const download = send(Number(new URL(url).port), [
    'GET /api/file HTTP/1.1',
    'Host: localhost:4200',
  ]).pause();
  await once(product.api.server, 'request');
  await untilClosed(connections[1]);
  download.destroy();
  expect(response.closed).toBe(false);
});

it.each([
  ['of one network', { atOnce: 9, perClient: 1 }, 429],
  ['together', { atOnce: 1, perClient: 9 }, 503],
])(
  '[EVENT-12] limits the streams %s, and a closed stream ends its request to the API and frees its place',
  async (_what, streams, status) => {
    await start({ streams });
    const first = await open();
    const refused = await open();
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
    first.destroy();
    await disconnected();
    expect((await open()).statusCode).toBe(200);
  },
);

it('closes a stream whose client reads nothing', async () => {
  await start({ stallMs: 200 });
  const response = await open('?flood');
  response.socket.pause();
  await disconnected();
  expect(await refusalsOf(product)).toEqual({ stalled_client: 1 });
});

it('ends the streams when the gateway stops', async () => {
  await start();
  const response = (await open()).resume();
  const [ended] = await Promise.all([once(response, 'end'), product.gateway.close()]);
  expect(ended).toEqual([]);
});
