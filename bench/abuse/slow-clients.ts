import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/shared-contracts';
import { resultOf, type Attack, type AttackResult, type Product } from './attack.ts';
import { measureCalls, type Calls } from './other-client.ts';

const BODIES = 2_000;
const DOWNLOADS = 160;
const MEASURE_MS = 5_000;
/** The buffers of the connections fill within this time. */
const SETTLE_MS = 3_000;
/** The median may grow to this multiple of the median without an attack. */
const MAXIMUM_RATIO = 2;
/** Below this median, the measurement's noise exceeds the ratio, in milliseconds. */
const NOISE_MS = 5;

/** Opens a connection that sends this and reads nothing. */
function open(url: string, head: string[], body: string): Promise<Socket> {
  const { port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(`${[...head, 'Host: localhost'].join('\r\n')}\r\n\r\n${body}`, () => resolve(socket));
  });
  socket.on('error', reject);
  socket.pause();
  return promise;
}

/** Connections that send one byte of a body and stop. */
function openBodies({ url, attacker }: Product): Promise<Socket>[] {
  const head = [
    `POST ${paths.login()} HTTP/1.1`,
    'Content-Type: application/json',
    'Content-Length: 100',
    `Cookie: ${attacker.cookie}`,
  ];
  return Array.from({ length: BODIES }, () => open(url, head, '{'));
}

/** Downloads that are never read. */
function openDownloads({ url, attacker, attachment }: Product): Promise<Socket>[] {
  const head = [`GET ${attachment} HTTP/1.1`, `Cookie: ${attacker.cookie}`];
  return Array.from({ length: DOWNLOADS }, () => open(url, head, ''));
}

function judge(attack: string, idle: Calls, busy: Calls): AttackResult {
  const isWithstood = busy.unanswered === 0 && busy.p50 <= Math.max(MAXIMUM_RATIO * idle.p50, NOISE_MS);
  const figures = `${busy.unanswered} of ${busy.count} calls unanswered, p50 ${busy.p50.toFixed(1)} ms (idle ${idle.p50.toFixed(1)} ms)`;
  return resultOf(attack, figures, isWithstood);
}

/** Measures the calls of another client while the connections are open. */
async function during(
  attack: string,
  product: Product,
  openAll: (product: Product) => Promise<Socket>[],
): Promise<AttackResult> {
  const idle = await measureCalls(product, MEASURE_MS);
  const sockets = await Promise.all(openAll(product));
  for (const socket of sockets) socket.on('error', () => socket.destroy());
  await delay(SETTLE_MS);
  const busy = await measureCalls(product, MEASURE_MS);
  for (const socket of sockets) socket.destroy();
  return judge(attack, idle, busy);
}

/** Attack 1: connections that send a part of a body and stop. */
export const slowBodies: Attack = (product) =>
  during(`1: ${BODIES} bodies that stop after one byte`, product, openBodies);

/** Attack 2: downloads that are never read. */
export const unreadDownloads: Attack = (product) =>
  during(`2: ${DOWNLOADS} downloads of 10 MB, never read`, product, openDownloads);

/** Attacks 1 and 2 at the same time. */
export const slowClients: Attack = (product) =>
  during('1 and 2 at the same time', product, (each) => [...openBodies(each), ...openDownloads(each)]);
