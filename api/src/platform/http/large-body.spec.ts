import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify, type FastifyInstance } from 'fastify';
import { sendError } from '../errors/send-error.ts';
import { receiveLargeBodies, type UploadLimits } from './large-body.ts';

const BODY_LIMIT = 900_000;
/** More than an upload of a few bytes holds, and less than two of them do. */
const SMALL = 300_000;
const HELD = { atOnce: 3 * SMALL, perClient: 2 * SMALL };
const DEFAULT_LIMITS: UploadLimits = {
  rate: { graceMs: 20_000, bytesPerSecond: 1 },
  held: { atOnce: 10 * BODY_LIMIT, perClient: 2 * BODY_LIMIT },
};

const servers: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/**
 * Starts a server with one route, which returns the received body after `handle`. The header `x-account` names the account, by
 * default with a network of its own.
 */
async function start(limits: Partial<UploadLimits> = {}, handle: (body: unknown) => unknown = () => {}) {
  const server = fastify({ forceCloseConnections: true, trustProxy: true });
  servers.push(server);
  server.setErrorHandler(sendError);
  server.addHook('onRequest', (request, _reply, done) => {
    request.user = {
      id: Number(request.headers['x-account'] ?? 1),
      role: 'client',
      mustConfirmEmail: false,
      base: null,
      useProof: () => Promise.resolve(false),
    };
    done();
  });
  receiveLargeBodies(server, { ...DEFAULT_LIMITS, ...limits });
  server.post('/', { config: { large: 'json' }, bodyLimit: BODY_LIMIT }, async ({ body }) => {
    await handle(body);
    return { body };
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, port: Number(new URL(url).port) };
}

const sender = (account: number, network = account) => ({
  'x-account': String(account),
  'x-forwarded-for': `198.51.100.${network}`,
});

const post = (url: string, body: string | ReadableStream, headers: Record<string, string> = sender(1)) =>
  fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    duplex: 'half',
  });

/** Starts a request with its headers and the first bytes of its body. */
async function begin(
  port: number,
  { sent = '', length = 1000, account = 1, network = 0 } = {},
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = [
    'POST / HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...Object.entries(sender(account, network || account)).map(([name, value]) => `${name}: ${value}`),
  ];
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`, resolve));
  return socket;
}

/** Repeats a request until the response has this status. */
async function until(status: number, ask: () => Promise<Response>): Promise<void> {
  for (;;) {
    const response = await ask();
    await response.body?.cancel();
    if (response.status === status) return;
  }
}

describe('a JSON body', () => {
  it.each([
    ['small', 10],
    ['larger than the buffer in memory', 500_001],
  ])('is parsed after it has arrived: %s', async (_what, size) => {
    const { url } = await start();
    const body = { name: 'Größe', data: Buffer.alloc(size, 'survey').toString('base64') };
    expect(await (await post(url, JSON.stringify(body))).json()).toEqual({ body });
  });

  it.each(['{"data":"AAAA"', '{"__proto__":1}'])('is refused if it is malformed: %s', async (body) => {
    const { url } = await start();
    const response = await post(url, body);
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
  });

  it('[UPLOAD-8] waits while another is in memory', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const handled: unknown[] = [];
    const { url } = await start({}, (body) => {
      handled.push(body);
      return gate;
    });
    const responses = [1, 2, 3].map((account) => post(url, '{}', sender(account)));
    // Many more requests than a body needs to arrive.
    for (let count = 0; count < 50; count += 1) await (await fetch(url)).body?.cancel();
    expect(handled).toHaveLength(1);
    open();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('slow senders', () => {
  const rate = { graceMs: 60, bytesPerSecond: 1_000_000 };

  it.each([
    ['nothing', ''],
    ['the start', '{"data":"AAAA'],
  ])('that send %s and stop get 408, and their connection is closed', async (_what, sent) => {
    const { port } = await start({ rate });
    const socket = await begin(port, { sent });
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*request_timeout/);
  });

  it('have the time that the minimum rate allows', async () => {
    const { port } = await start({ rate: { graceMs: 1, bytesPerSecond: 1 } });
    const body = JSON.stringify({ data: 'A'.repeat(1000) });
    const socket = await begin(port, { sent: body.slice(0, 900), length: body.length });
    socket.end(body.slice(900));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('do not delay other accounts', async () => {
    const { url, port } = await start();
    for (const account of [1, 2, 3]) await begin(port, { sent: '{"data":"AAAA', account });
    const response = await post(url, '{"data":"AAAA"}', sender(4));
    expect(await response.json()).toEqual({ body: { data: 'AAAA' } });
  });
});

describe('the bytes of unfinished uploads', () => {
  const upload = (url: string, account: number, network = account) =>
    post(url, '{"data":"AAAA"}', sender(account, network));
  /** An upload without a length, which may become the largest one. */
  const longUpload = (url: string, account: number) =>
    post(url, ReadableStream.from([Buffer.from('{"data":"AAAA"}')]), sender(account));

  it('[UPLOAD-8] are limited per account, until a sender disconnects', async () => {
    const { url, port } = await start({ held: HELD });
    const first = await begin(port, { sent: '{' });
    await begin(port, { sent: '{' });
    await until(429, () => upload(url, 1));
    const refused = await upload(url, 1);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    first.destroy();
    await until(200, () => upload(url, 1));
  });

  it('[UPLOAD-8] are limited for all accounts together', async () => {
    const { url, port } = await start({ held: HELD });
    await begin(port, { account: 1 });
    await begin(port, { account: 2 });
    await begin(port, { account: 3 });
    await until(503, () => upload(url, 4));
    const refused = await upload(url, 4);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  });

  it('[UPLOAD-8] are those that may still arrive', async () => {
    const { url, port } = await start({ held: { atOnce: 1_600_000, perClient: 1_300_000 } });
    await begin(port, { sent: '{', length: SMALL });
    await until(429, () => longUpload(url, 1));
    expect((await longUpload(url, 2)).status).toBe(503);
    expect((await upload(url, 2)).status).toBe(200);
  });

  it('of the accounts of one network leave as much to others', async () => {
    const { url, port } = await start({ held: { atOnce: 8 * SMALL, perClient: 2 * SMALL } });
    for (let account = 1; account <= 8; account += 1) await begin(port, { account, network: 9 });
    await until(429, () => upload(url, 10, 9));
    for (const account of [11, 12]) await begin(port, { account });
    expect((await upload(url, 13)).status).toBe(200);
  });

  it('are free after the response', async () => {
    const { url } = await start({ held: { atOnce: SMALL, perClient: SMALL } });
    for (const account of [1, 1, 2]) expect((await upload(url, account)).status).toBe(200);
  });
});
