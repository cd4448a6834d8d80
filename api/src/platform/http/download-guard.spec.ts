import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { fastify, type FastifyInstance } from 'fastify';
import { sendError } from '../errors/send-error.ts';
import { DownloadGuard, type DownloadLimits } from './download-guard.ts';

/** More than all buffers between the server and a client that does not read. */
const SIZE = 64 * 1024 * 1024;
const PART = Buffer.alloc(1024 * 1024);
const LIMITS: DownloadLimits = {
  slots: { atOnce: 3, perClient: 2 },
  stallMs: 60_000,
  rate: { graceMs: 60_000, bytesPerSecond: 1024 },
};

const servers: FastifyInstance[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(limits: Partial<DownloadLimits> = {}) {
  const server = fastify({ forceCloseConnections: true });
  servers.push(server);
  server.setErrorHandler(sendError);
  const guard = new DownloadGuard({ ...LIMITS, ...limits });
  const contents: Readable[] = [];
  server.get<{ Params: { account: string } }>('/:account/:bytes', (request, reply) => {
    guard.begin(reply, Number(request.params.account));
    const bytes = Number(Object(request.params).bytes);
    guard.closeIfSlow(reply, bytes);
    const parts = Array.from({ length: bytes / PART.length }, () => PART);
    const content = Readable.from(parts, { objectMode: false });
    contents.push(content);
    return reply.send(content);
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, port: Number(new URL(url).port), contents };
}

/** Starts a download whose client reads only the headers. */
async function stall(port: number, account: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET /${account}/${SIZE} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

it('limits the downloads of one account, until one ends', async () => {
  const { url, port } = await start();
  const first = await stall(port, 1);
  await stall(port, 1);
  const refused = await fetch(`${url}/1/${PART.length}`);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  first.destroy();
  let answer = await fetch(`${url}/1/${PART.length}`);
  while (answer.status === 429) answer = await fetch(`${url}/1/${PART.length}`);
  expect((await answer.arrayBuffer()).byteLength).toBe(PART.length);
});

it('limits the downloads of all accounts', async () => {
  const { url, port } = await start();
  for (const account of [1, 2, 3]) await stall(port, account);
  expect((await fetch(`${url}/4/${PART.length}`)).status).toBe(503);
});

it.each<[string, Partial<DownloadLimits>]>([
  ['that accepts no byte', { stallMs: 100 }],
  ['below the minimum rate', { rate: { graceMs: 100, bytesPerSecond: 1e12 } }],
])('closes a download %s and its content', async (_what, limits) => {
  const { url, port, contents } = await start({ ...limits, slots: { atOnce: 1, perClient: 1 } });
  const socket = await stall(port, 1);
  const [content] = contents;
  if (content && !content.destroyed) await once(content, 'close');
  expect(content?.destroyed).toBe(true);
  socket.destroy();
  expect((await fetch(`${url}/1/${PART.length}`)).status).toBe(200);
});
