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
  const server = fastify({ forceCloseConnections: true, trustProxy: true });
  servers.push(server);
  server.setErrorHandler(sendError);
  const guard = new DownloadGuard({ hit: () => Promise.resolve() }, 1, { ...LIMITS, ...limits });
  const contents: Readable[] = [];
  server.get<{ Params: Record<string, string> }>('/:account/:bytes', (request, reply) => {
    const { account, bytes } = request.params;
    guard.closeIfSlow(guard.begin(request, reply, { id: Number(account) }));
    const parts = Array.from({ length: Number(bytes) / PART.length }, () => PART);
    const content = Readable.from(parts, { objectMode: false });
    contents.push(content);
    return reply.send(content);
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const download = (account: number, network = account) =>
    fetch(`${url}/${account}/${PART.length}`, { headers: { 'x-forwarded-for': `198.51.100.${network}` } });
  return { download, port: Number(new URL(url).port), contents };
}

/** Starts a download whose client reads only the headers. Returns its status. */
async function stall(port: number, account: number, network = account) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET /${account}/${SIZE} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.${network}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return { socket, status: Number(String(socket.read(12)).slice(-3)) };
}

it('[UPLOAD-15] limits the downloads of one account, until one ends', async () => {
  const { download, port } = await start();
  const { socket } = await stall(port, 1);
  await stall(port, 1, 2);
  const refused = await download(1, 3);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  socket.destroy();
  let response = await download(1, 3);
  while (response.status === 429) response = await download(1, 3);
  expect((await response.arrayBuffer()).byteLength).toBe(PART.length);
});

it('limits the downloads of all accounts', async () => {
  const { download, port } = await start();
  for (const account of [1, 2, 3]) await stall(port, account);
  expect((await download(4)).status).toBe(503);
});

it('[SECURE-70] keeps slots for others when 18 accounts of three networks read nothing', async () => {
  const { download, port } = await start({ slots: { atOnce: 100, perClient: 6 } });
  const statuses: number[] = [];
  for (let count = 0; count < 108; count += 1) {
    const account = 1 + (count % 18);
    statuses.push((await stall(port, account, 1 + (account % 3))).status);
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(75);
  const others = Array.from({ length: 45 }, (_, index) => download(101 + index).then(({ status }) => status));
  expect(await Promise.all(others)).toEqual(others.map(() => 200));
});

it.each<[string, Partial<DownloadLimits>]>([
  ['that accepts no byte', { stallMs: 100 }],
  ['below the minimum rate', { rate: { graceMs: 100, bytesPerSecond: SIZE / 60 } }],
])('[UPLOAD-16] closes a download %s and its content', async (_what, limits) => {
  const { download, port, contents } = await start({ ...limits, slots: { atOnce: 1, perClient: 1 } });
  await stall(port, 1);
  const [content] = contents;
  if (content && !content.destroyed) await once(content, 'close');
  expect(content?.destroyed).toBe(true);
  expect((await download(1)).status).toBe(200);
});
