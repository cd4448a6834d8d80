import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { LIMITS, type Limits } from '../src/proxy/limits.ts';
import { closeProduct, FILE_BYTES, openProduct, refusalsOf, type GatewayProduct } from './support/product.ts';
import { exchange, send } from './support/raw-client.ts';

const HOST = 'Host: localhost:4200';
const POST = ['POST /api/jobs HTTP/1.1', HOST, 'Content-Type: application/json'];
const GET_FILE = ['GET /api/file HTTP/1.1', HOST, 'Accept-Encoding: identity'];
/** No client is this fast. */
const FAST = { graceMs: 300, bytesPerSecond: 1024 ** 3 };

let product: GatewayProduct;
let url: string;
let port: number;
/** Requests that the API has received, with the end of their responses. */
let reached: { url: string; ended: Promise<unknown> }[];
let open: Socket[];
/** Connections that the gateway has accepted. */
let accepted: Socket[];

async function start(limits: Partial<Limits> = {}): Promise<void> {
  product = await openProduct({ limits });
  url = await product.gateway.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
  reached = [];
  open = [];
  accepted = [];
  product.gateway.server.on('connection', (socket) => accepted.push(socket));
  product.api.server.on('request', ({ url: target = '' }: IncomingMessage, response: ServerResponse) =>
    reached.push({ url: target, ended: new Promise((resolve) => response.once('close', resolve)) }),
  );
}

function keep(socket: Socket): Socket {
  open.push(socket);
  return socket;
}

/** Resolves when the API has received this many requests. */
async function untilReached(count: number): Promise<void> {
  while (reached.length < count) await once(product.api.server, 'request');
}

/** Opens connections that all send this, one after the other. */
async function openMany(count: number, lines: readonly string[], body = ''): Promise<void> {
  const connected = Array.from({ length: count }, () => once(keep(send(port, lines, body)), 'connect'));
  await Promise.all(connected);
}

const getJobs = () => fetch(`${url}/api/jobs`);

afterEach(async () => {
  for (const socket of open) socket.destroy();
  await closeProduct(product);
});

describe('a request body', () => {
  it('[SECURE-30] that stops holds no connection to the API, so that other clients are served', async () => {
    await start();
    await openMany(300, [...POST, 'Content-Length: 100'], '{');
    await openMany(300, [...POST, 'Content-Length: 15000000'], '{');
    expect((await getJobs()).status).toBe(200);
    expect(reached.map((each) => each.url)).toEqual(['/api/jobs']);
  });

  it.each(['Content-Length: 15000000', 'Transfer-Encoding: chunked'])(
    '[SECURE-30] that arrives too slowly is refused with 408: %s',
    async (length) => {
      await start({ intake: { ...LIMITS.intake, rate: FAST } });
      const response = await exchange(
        port,
        [...POST, length],
        length.includes('chunked') ? '1\r\n{\r\n' : '{',
      );
      expect(response).toMatch(/^HTTP\/1\.1 408 /);
      expect(response).toContain('"code":"request_timeout"');
      expect(reached).toEqual([]);
      expect(await refusalsOf(product)).toEqual({ request_timeout: 1 });
    },
  );

  it('of unknown length is forwarded completely', async () => {
    await start();
    const part = Buffer.alloc(100_000, ' ');
    const body = ReadableStream.from([part, part, part]);
    const response = await fetch(`${url}/api/jobs`, { method: 'POST', body, duplex: 'half' });
    expect(await response.json()).toMatchObject({ bytes: 300_000 });
  });

  it('is received after 100 Continue, if the client expects it', async () => {
    await start();
    const socket = keep(
      send(port, [...POST, 'Connection: close', 'Expect: 100-continue', 'Content-Length: 200000']),
    );
    const [first] = await once(socket, 'data');
    expect(String(first)).toMatch(/^HTTP\/1\.1 100 Continue/);
    socket.write(Buffer.alloc(200_000, ' '));
    expect(await text(socket)).toContain('"bytes":200000');
  });

  it('takes an upload’s place after its start has arrived, of which one network has a limited number', async () => {
    await start({ transfers: { ...LIMITS.transfers, perClient: 2 } });
    const upload = [...POST, 'Content-Length: 15000000'];
    await openMany(2, upload, ' '.repeat(200_000));
    await untilReached(2);
    const refused = await exchange(port, upload, ' '.repeat(200_000));
    expect(refused).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d+/is);
    for (const socket of open) socket.destroy();
    await Promise.all(reached.map(({ ended }) => ended));
    const complete = [...POST, 'Connection: close', 'Content-Length: 200000'];
    expect(await exchange(port, complete, ' '.repeat(200_000))).toContain('"bytes":200000');
  });
});

it('the head of a request that never ends closes the connection', async () => {
  await start({ headersMs: 200 });
  for (const head of ['', 'GET /api/jobs HTTP/1.1\r\n']) {
    const socket = keep(connect(port, '127.0.0.1'));
    socket.write(head);
    expect(await text(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  }
});

describe('a download', () => {
  it.each<[string, Partial<Limits>, string]>([
    ['never', { stallMs: 500 }, 'stalled_client'],
    ['too slowly', { transfers: { ...LIMITS.transfers, rate: FAST } }, 'slow_download'],
  ])(
    '[SECURE-30] that is read %s is closed, with its connection to the API',
    async (_how, limits, reason) => {
      await start(limits);
      const socket = keep(send(port, GET_FILE));
      socket.pause();
      await untilReached(1);
      await reached[0]?.ended;
      expect((await text(socket)).length).toBeLessThan(FILE_BYTES);
      expect(await refusalsOf(product)).toEqual({ [reason]: 1 });
    },
  );

  it('[SECURE-30] leaves connections to the API for calls, and one network has a limited number', async () => {
    await start({ transfers: { ...LIMITS.transfers, perClient: 160 } });
    await openMany(160, ['GET /api/endless HTTP/1.1', HOST]);
    await untilReached(160);
    expect((await getJobs()).status).toBe(200);
    const refused = await fetch(`${url}/api/endless`);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(await refusalsOf(product)).toEqual({ rate_limited: 1 });
  });

  it('arrives completely, and a short response that the API does not complete becomes 503', async () => {
    await start();
    const response = await fetch(`${url}/api/file`);
    let received = 0;
    for await (const part of response.body ?? []) received += part.length;
    expect(received).toBe(FILE_BYTES);
    const cut = await fetch(`${url}/api/cut`);
    expect([cut.status, await cut.json()]).toMatchObject([503, { code: 'unavailable' }]);
  });
});

it('the connections of one network are limited', async () => {
  await start({ connections: 3 });
  await openMany(3, [...POST, 'Content-Length: 100'], '{');
  await expect(getJobs()).rejects.toThrow('fetch failed');
  const freed = Promise.race(accepted.slice(0, 3).map((socket) => once(socket, 'close')));
  open.pop()?.destroy();
  await freed;
  expect((await getJobs()).status).toBe(200);
});
