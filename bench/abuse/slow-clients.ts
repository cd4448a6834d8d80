import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/contract';
import { resultOf, type Attack, type AttackResult, type Product, type Sizes } from './attack.ts';
import { measureCalls, type Calls } from './other-client.ts';

/** The buffers of the connections fill within this share of the measured time. */
const SETTLE_SHARE = 0.6;
/** The median may grow to this multiple of the median without an attack. */
const MAXIMUM_RATIO = 2;
/** Below this median, the measurement's noise exceeds the ratio, in milliseconds. */
const NOISE_MS = 5;

/** Opens a connection that sends this and reads nothing. Resolves when all of it was sent. */
export function open(
  url: string,
  head: string[],
  body: string | Buffer,
  localAddress = '127.0.0.1',
): Promise<Socket> {
  const { port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }, () => {
    socket.write(`${[...head, 'Host: localhost'].join('\r\n')}\r\n\r\n`);
    socket.write(body, () => resolve(socket));
  });
  socket.on('error', reject);
  socket.pause();
  return promise;
}

/** Connections that send one byte of a body and stop. */
function openBodies({ url, attacker, sizes }: Product): Promise<Socket>[] {
  const head = [
    `POST ${paths.login()} HTTP/1.1`,
    'Content-Type: application/json',
    'Content-Length: 100',
    `Cookie: ${attacker.cookie}`,
  ];
  return Array.from({ length: sizes.bodies }, () => open(url, head, '{'));
}

/** Downloads that are never read. */
function openDownloads({ url, attacker, attachment, sizes }: Product): Promise<Socket>[] {
  const head = [`GET ${attachment} HTTP/1.1`, `Cookie: ${attacker.cookie}`];
  return Array.from({ length: sizes.downloads }, () => open(url, head, ''));
}

/** Compares the calls of another client during an attack with those before it. */
export function callsDuring({ smallest }: Sizes, idle: Calls, busy: Calls) {
  return {
    figures: `${busy.unanswered} of ${busy.count} calls unanswered, p50 ${busy.p50.toFixed(1)} ms (idle ${idle.p50.toFixed(1)} ms, × ${(busy.p50 / idle.p50).toFixed(1)})`,
    areRepelled:
      busy.unanswered === 0 && (smallest || busy.p50 <= Math.max(MAXIMUM_RATIO * idle.p50, NOISE_MS)),
  };
}

/** Measures the calls of another client while the connections are open. */
async function during(
  attack: string,
  product: Product,
  openAll: (product: Product) => Promise<Socket>[],
): Promise<AttackResult> {
  const idle = await measureCalls(product);
  const sockets = await Promise.all(openAll(product));
  for (const socket of sockets) socket.on('error', () => socket.destroy());
  await delay(SETTLE_SHARE * product.sizes.milliseconds);
  const busy = await measureCalls(product);
  for (const socket of sockets) socket.destroy();
  const { figures, areRepelled } = callsDuring(product.sizes, idle, busy);
  return resultOf(attack, figures, areRepelled);
}

/** Connections that send a part of a body and stop. */
export const slowBodies: Attack = (product) =>
  during(`${product.sizes.bodies} bodies that stop after one byte`, product, openBodies);

export const unreadDownloads: Attack = (product) =>
  during(`${product.sizes.downloads} downloads of 10 MB, never read`, product, openDownloads);

export const slowClients: Attack = (product) =>
  during('both at the same time', product, (each) => [...openBodies(each), ...openDownloads(each)]);
