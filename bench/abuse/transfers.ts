import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ATTACHMENT_MAX_BYTES, paths, type Role } from '@dps/contract';
import { postJob, signUp, type Account } from '../accounts.ts';
import { HANG_MS } from '../measurement.ts';
import { resultOf, type Attack, type AttackResult, type Product } from './attack.ts';
import { Client, countStatuses, newAddress, type Answer } from './client.ts';
import { measureCalls } from './other-client.ts';
import { callsDuring, open } from './slow-clients.ts';

const UPLOADS = 64;
const UPLOADERS = 4;
/** The memory for unfinished uploads in the container of an API process. */
const MAXIMUM_HELD_MIB = 256;
const RANGES = 120;
const READERS = 18;
const NETWORKS = 3;
const DOWNLOADS_OF_READER = 6;
const OTHERS = 9;
const DOWNLOADS_OF_OTHER = 5;
const MIB = 1024 ** 2;
const START_BYTES = 256 * 1024;
/** Time between two looks at the refused uploads, in milliseconds. */
const SETTLE_MS = 200;
/** Time in which an attack sends its bodies, in milliseconds. */
const SEND_WITHIN_MS = 40_000;

const signUps = (url: string, role: Role, count: number): Promise<Account[]> =>
  Promise.all(Array.from({ length: count }, () => signUp(url, role)));

/** Reads the status of a response, and no more. Resolves with 0 if the connection closes first. */
function statusOf(socket: Socket): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.once('readable', () => resolve(Number(String(socket.read(12)).slice(-3))));
  socket.once('close', () => resolve(0));
  return promise;
}

/** Connections of an attack: those that the product has accepted, and the number of refused ones. */
interface Held {
  sockets: Socket[];
  refused: number;
}

/** Sends uploads of the largest file, of which the last byte is missing. */
async function holdUploads({ url, sizes }: Product): Promise<Held> {
  const accounts = await signUps(url, 'client', UPLOADERS);
  const jobs = await Promise.all(accounts.map(({ cookie }) => postJob(url, cookie)));
  const address = newAddress();
  const length = Math.floor((ATTACHMENT_MAX_BYTES * 4) / 3);
  // The gateway passes on a body when it has more than its start.
  const body = Buffer.alloc(sizes.smallest ? START_BYTES : length - 1, 'A');
  body.write('{"fileData":"');
  const held: Held = { sockets: [], refused: 0 };
  const attempts = Array.from({ length: UPLOADS }, async (_, index) => {
    const head = [
      `POST ${paths.attachments(jobs[index % UPLOADERS] ?? 0)} HTTP/1.1`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      `Cookie: ${accounts[index % UPLOADERS]?.cookie}`,
    ];
    const socket = await open(url, head, '', address);
    socket.on('error', () => socket.destroy());
    held.sockets.push(socket);
    void statusOf(socket).then(() => (held.refused += 1));
    await new Promise((resolve) => {
      socket.once('close', resolve);
      socket.write(body, resolve);
    });
  });
  const timeout = sizes.smallest ? HANG_MS : SEND_WITHIN_MS;
  const end = performance.now() + timeout;
  await Promise.race([Promise.all(attempts), delay(timeout, undefined, { ref: false })]);
  while (heldMib(held) > MAXIMUM_HELD_MIB && performance.now() < end) await delay(SETTLE_MS);
  return held;
}

const heldMib = ({ refused }: Held): number => ((UPLOADS - refused) * ATTACHMENT_MAX_BYTES) / MIB;

/** Unfinished uploads fill the memory of the container, in which the temporary files are. */
export const unfinishedUploads: Attack = async (product) => {
  const idle = await measureCalls(product);
  const held = await holdUploads(product);
  const [owner] = await signUps(product.url, 'client', 1);
  const path = paths.attachments(await postJob(product.url, owner?.cookie ?? ''));
  const fileData = Buffer.from('%PDF-1.7 the plan of a survey').toString('base64');
  const file = { fileName: 'plan.pdf', fileType: 'pdf', fileSize: 29, fileData, uploadedBy: 1 };
  const upload = await new Client(product.url, owner).post(path, file);
  const { figures, areRepelled } = callsDuring(product.sizes, idle, await measureCalls(product));
  const [mib, refused] = [heldMib(held), held.refused];
  for (const socket of held.sockets) socket.destroy();
  return resultOf(
    `${UPLOADS} unfinished uploads of ${UPLOADERS} accounts`,
    `${mib} MiB held, ${refused} refused; upload of another account → ${upload.status}; ${figures}`,
    areRepelled && mib <= MAXIMUM_HELD_MIB && upload.status === 201,
  );
};

/** Requests single bytes of a file at a steady rate, for as long as other calls are measured. */
async function readRanges({ url, attacker, attachment, sizes }: Product): Promise<Answer[]> {
  const client = new Client(url, attacker);
  const count = sizes.smallest ? 4 : RANGES;
  const answers: Promise<Answer>[] = [];
  for (let index = 0; index < count; index += 1) {
    const position = ATTACHMENT_MAX_BYTES - 1 - index;
    answers.push(client.send('GET', attachment, undefined, { range: `bytes=${position}-${position}` }));
    await delay(sizes.milliseconds / count);
  }
  return Promise.all(answers);
}

/** Each range of one byte costs the product as much as it must read to verify it. */
export const oneByteRanges: Attack = async (product) => {
  const idle = await measureCalls(product);
  const [answers, busy] = await Promise.all([readRanges(product), measureCalls(product)]);
  const { figures, areRepelled } = callsDuring(product.sizes, idle, busy);
  return resultOf(
    `${answers.length} ranges of one byte of a file of 10 MB`,
    `${countStatuses(answers).figures}; ${figures}`,
    areRepelled,
  );
};

/** Opens downloads that are never read, and holds those that are accepted. */
async function holdDownloads({ url, attachment, sizes }: Product): Promise<Held> {
  const addresses = Array.from({ length: NETWORKS }, newAddress);
  const held: Held = { sockets: [], refused: 0 };
  const readers = await signUps(url, 'pilot', READERS);
  const attempts = readers.flatMap(({ cookie }, index) =>
    Array.from({ length: DOWNLOADS_OF_READER }, async () => {
      const head = [`GET ${attachment} HTTP/1.1`, `Cookie: ${cookie}`];
      const socket = await open(url, head, '', addresses[index % NETWORKS]);
      socket.on('error', () => socket.destroy());
      held.sockets.push(socket);
      if ((await statusOf(socket)) !== 200) held.refused += 1;
    }),
  );
  await Promise.all(attempts);
  await delay(sizes.milliseconds / 10);
  return held;
}

/** Downloads a file several times in sequence. */
async function downloadAll({ url, attachment }: Product, account: Account): Promise<Answer[]> {
  const client = new Client(url, account);
  const answers: Answer[] = [];
  for (let count = 0; count < DOWNLOADS_OF_OTHER; count += 1) answers.push(await client.get(attachment));
  return answers;
}

/** Many accounts of a few networks take the slots of downloads, and read nothing. */
export const unreadByManyAccounts: Attack = async (product): Promise<AttackResult> => {
  const others = await signUps(product.url, 'pilot', OTHERS);
  const idle = await measureCalls(product);
  const { sockets, refused } = await holdDownloads(product);
  const answers = (await Promise.all(others.map((account) => downloadAll(product, account)))).flat();
  const { figures, areRepelled } = callsDuring(product.sizes, idle, await measureCalls(product));
  for (const socket of sockets) socket.destroy();
  const refusedOthers = answers.filter(({ status }) => status !== 200).length;
  return resultOf(
    `${READERS} accounts of ${NETWORKS} networks with ${DOWNLOADS_OF_READER} downloads each, never read`,
    `${refused} of ${sockets.length} refused; others: ${refusedOthers} of ${answers.length} refused; ${figures}`,
    areRepelled && refusedOthers === 0,
  );
};
