import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import autocannon from 'autocannon';
import { ATTACHMENT_MAX_BYTES, paths } from '@dps/contract';
import { jpegOfScans } from '@dps/local-stack/jpeg';
import { PASSWORD, signUp, type Account } from '../run/accounts.ts';
import { newAddress, readJobs, send } from '../run/calls.ts';

/** The product under attack. */
export interface Target {
  url: string;
  bodies: number;
  downloads: number;
  /** Time for which other calls are measured. */
  milliseconds: number;
  attacker: Account;
  /** Path of a 10 MB attachment of the attacker. */
  attachment: string;
  /** The user whose calls are measured. */
  other: Account;
}

export interface Attack {
  name: string;
  /** Returns the call of another client, which resolves with its status. */
  victim: (target: Target) => Promise<() => Promise<number>>;
  everyMs: number;
  /** Starts the attack. Returns a function that ends it. */
  start: (target: Target) => Promise<() => Promise<void> | void>;
}

/** Another client that reads the open jobs. */
const reader: Pick<Attack, 'victim' | 'everyMs'> = {
  victim: async ({ url, other: { cookie } }) => {
    const address = newAddress();
    return () => readJobs({ url, cookie, address });
  },
  everyMs: 20,
};

/** Opens a connection that sends this and reads nothing. Resolves when all of it was sent, or when the product closes it. */
function open(url: string, head: string[], body = ''): Promise<Socket> {
  const { port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<Socket>();
  const socket = connect({ port: Number(port), host: '127.0.0.1' }, () => {
    socket.write(`${[...head, 'Host: localhost'].join('\r\n')}\r\n\r\n`);
    socket.write(body, () => resolve(socket));
  });
  socket.on('error', () => socket.destroy()).on('close', () => resolve(socket));
  socket.pause();
  return promise;
}

/** Holds the connections until the end of an attack. */
async function hold(opening: Promise<Socket>[]): Promise<() => void> {
  const sockets = await Promise.all(opening);
  return () => sockets.forEach((socket) => socket.destroy());
}

const times = <T>(count: number, create: () => T): T[] => Array.from({ length: count }, create);

/** Repeats a request until the attack ends. */
function repeat(request: autocannon.Options): () => Promise<void> {
  const running = autocannon({ duration: 600, ...request }, () => undefined);
  const done = once(running, 'done');
  return async () => {
    running.stop();
    await done;
  };
}

const imageOf = (jpeg: Buffer) => ({ imageData: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
const PICTURE = imageOf(jpegOfScans(1000, 10));
/** The largest number of pixels, with too many scans and with the largest number of scans. */
const SLOW_IMAGES = [imageOf(jpegOfScans(5000, 8000)), imageOf(jpegOfScans(5000, 100))];
/** An account may send 30 images an hour. */
const IMAGES = 30;

const JSON_TYPE = { 'content-type': 'application/json' };

export const ATTACKS: readonly Attack[] = [
  {
    name: 'bodies that stop after one byte',
    ...reader,
    start: ({ url, attacker, bodies }) => {
      const type = ['Content-Type: application/json', 'Content-Length: 100'];
      const head = [`POST ${paths.login()} HTTP/1.1`, ...type, `Cookie: ${attacker.cookie}`];
      return hold(times(bodies, () => open(url, head, '{')));
    },
  },
  {
    name: 'downloads of 10 MB that are never read',
    ...reader,
    start: ({ url, attachment, attacker, downloads }) => {
      const head = [`GET ${attachment} HTTP/1.1`, `Cookie: ${attacker.cookie}`];
      return hold(times(downloads, () => open(url, head)));
    },
  },
  {
    name: 'ranges of one byte of a file of 10 MB',
    ...reader,
    start: async ({ url, attacker: { cookie }, attachment }) => {
      const last = ATTACHMENT_MAX_BYTES - 1;
      const headers = { cookie, range: `bytes=${last}-${last}` };
      return repeat({ url: url + attachment, connections: 4, overallRate: 24, headers });
    },
  },
  {
    name: 'images with 100 and 8,000 scans',
    victim: async ({ url, other: { cookie } }) => {
      const call = { url, path: paths.profileImage(), cookie, body: PICTURE, address: newAddress() };
      return () => send(call);
    },
    everyMs: 1000,
    start: async ({ url, attacker: { cookie } }) => {
      const headers = { ...JSON_TYPE, cookie };
      const image = { url: url + paths.profileImage(), method: 'POST', headers } as const;
      const requests = SLOW_IMAGES.map((body) => ({ body: JSON.stringify(body) }));
      return repeat({ ...image, connections: 4, amount: IMAGES, requests });
    },
  },
  {
    name: '83 sign-ins a second with the right password',
    // From a new network, because one may sign an account in 15 times a minute.
    victim: async ({ url, other: { username } }) => {
      const call = {
        url,
        path: paths.login(),
        body: { username, password: PASSWORD },
        address: newAddress(),
      };
      return () => send(call);
    },
    everyMs: 400,
    start: async ({ url }) => {
      const { username } = await signUp(url, 'client');
      const body = JSON.stringify({ username, password: PASSWORD });
      const login = { url: url + paths.login(), method: 'POST', headers: JSON_TYPE, body } as const;
      return repeat({ ...login, connections: 16, overallRate: 83 });
    },
  },
];
