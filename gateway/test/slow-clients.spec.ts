import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS, type Limits } from '../src/proxy/limits.ts';
import { closeProduct, FILE_BYTES, openProduct, type GatewayProduct } from './support/product.ts';
import { exchange, send } from './support/raw-client.ts';

const HOST = 'Host: localhost:4200';
const POST = ['POST /api/jobs HTTP/1.1', HOST, 'Content-Type: application/json'];
const GET_FILE = ['GET /api/file HTTP/1.1', HOST, 'Accept-Encoding: identity'];
const FAST = { graceMs: 300, bytesPerSecond: 1024 ** 3 };

let product: GatewayProduct;
let url: string;
let port: number;
/** Requests that the API has received. */
let reached: string[];
let open: Socket[];

async function start(limits: Partial<Limits> = {}): Promise<void> {
  product = await openProduct({ limits });
  url = await product.gateway.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
  reached = [];
  open = [];
  product.api.server.on('request', ({ url: target }: { url: string }) => reached.push(target));
}

function keep(socket: Socket): Socket {
  open.push(socket);
  return socket;
}

/** Opens connections that all send this, and waits until the gateway has received it. */
async function openMany(count: number, lines: readonly string[], body = ''): Promise<void> {
  const sockets = Array.from({ length: count }, () => keep(send(port, lines, body)));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await delay(100);
}

const getJobs = () => fetch(`${url}/api/jobs`, { signal: AbortSignal.timeout(10_000) });

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
    expect(reached).toEqual(['/api/jobs']);
  });

  it.each(['Content-Length: 100', 'Content-Length: 15000000', 'Transfer-Encoding: chunked'])(
    '[SECURE-30] that arrives too slowly is refused with 408: %s',
    async (length) => {
      await start({ intake: { ...LIMITS.intake, rate: FAST } });
      const answer = await exchange(port, [...POST, length], length.includes('chunked') ? '1\r\n{\r\n' : '{');
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toContain('"code":"request_timeout"');
      expect(reached).toEqual([]);
    },
  );

  it('that arrives in parts is forwarded completely', async () => {
    await start();
    const socket = keep(send(port, [...POST, 'Connection: close', 'Content-Length: 6'], 'ab'));
    for (const part of ['cd', 'ef']) {
      await delay(50);
      socket.write(part);
    }
    expect(await text(socket)).toContain('"bytes":6');
  });

  it('of unknown length is forwarded completely', async () => {
    await start();
    const part = Buffer.alloc(100_000, ' ');
    const body = ReadableStream.from([part, part, part]);
    const answer = await fetch(`${url}/api/jobs`, { method: 'POST', body, duplex: 'half' });
    expect(await answer.json()).toMatchObject({ bytes: 300_000 });
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
    const refused = await exchange(port, upload, ' '.repeat(200_000));
    expect(refused).toMatch(/^HTTP\/1\.1 429 .*retry-after: \d+/is);
    for (const socket of open) socket.destroy();
    await delay(100);
    const complete = [...POST, 'Connection: close', 'Content-Length: 200000'];
    expect(await exchange(port, complete, ' '.repeat(200_000))).toContain('"bytes":200000');
  });
});

describe('the head of a request', () => {
  it.each(['', 'GET /api/jobs HTTP/1.1\r\n'])('that never ends closes the connection: "%s"', async (head) => {
    await start({ headersMs: 200 });
    const socket = keep(connect(port, '127.0.0.1'));
    socket.write(head);
    expect(await text(socket)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });
});

describe('a download', () => {
  it('[SECURE-30] that is never read is closed, with its connection to the API', async () => {
    await start({ stallMs: 500 });
    const ended = new Promise<void>((resolve) => {
      product.api.server.on('request', (_request, response) => response.once('close', resolve));
    });
    const socket = keep(send(port, GET_FILE));
    socket.pause();
    await ended;
    expect((await text(socket)).length).toBeLessThan(FILE_BYTES);
  });

  it('that is read too slowly is closed', async () => {
    await start({ transfers: { ...LIMITS.transfers, rate: FAST } });
    const socket = keep(send(port, GET_FILE));
    let received = 0;
    for await (const part of socket.iterator({ destroyOnReturn: false })) {
      received += part.length;
      await delay(20);
    }
    expect(received).toBeLessThan(FILE_BYTES);
  });

  it('[SECURE-30] leaves connections to the API for calls, and one network has a limited number', async () => {
    await start({ transfers: { ...LIMITS.transfers, perClient: 160 } });
    await openMany(160, ['GET /api/endless HTTP/1.1', HOST]);
    expect((await getJobs()).status).toBe(200);
    expect(reached.filter((target) => target === '/api/endless')).toHaveLength(160);
    const refused = await fetch(`${url}/api/endless`);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('arrives completely', async () => {
    await start();
    const answer = await fetch(`${url}/api/file`);
    expect((await answer.arrayBuffer()).byteLength).toBe(FILE_BYTES);
  });
});

describe('a short response', () => {
  it('that the API does not complete becomes 503', async () => {
    await start();
    const answer = await fetch(`${url}/api/cut`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  });
});

describe('connections', () => {
  it('of one network are limited', async () => {
    await start({ connections: 3 });
    await openMany(3, [...POST, 'Content-Length: 100'], '{');
    await expect(getJobs()).rejects.toThrow('fetch failed');
    open.pop()?.destroy();
    await delay(100);
    expect((await getJobs()).status).toBe(200);
  });
});
