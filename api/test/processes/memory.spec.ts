import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DELIVERABLE_MAX_BYTES, UPLOAD_PART_BYTES, partCount, paths } from '@dps/contract';
import {
  createAccount,
  fieldOf,
  idOf,
  type Account,
  type Origin,
  type Reply,
} from '../../scripts/stress/account.ts';
import { PROCESS_BYTES } from '../../src/platform/memory.ts';
import { png, upload } from '../support/files.ts';
import { pointCloud } from '../support/survey-files.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { LARGEST } from './support/slow-upload.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const UPLOADS = 10;
const MOST_MEGABYTES = 350;
/** The process keeps parts of a transfer, never a file. */
const MOST_MEGABYTES_OF_200_MB = PROCESS_BYTES / 1024 ** 2;
/** Milliseconds for a large file on a busy machine. */
const LARGE_FILE_MS = 300_000;

let testBed: TestBed;
beforeAll(async () => {
  testBed = await createTestBed();
});
afterAll(() => testBed.close());

/** The peak memory of a process, in megabytes; 0 on systems other than Linux. */
function peakMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Uploads the largest file, and retries after each 503 with Retry-After. */
async function attach(origin: Origin, owner: Account, jobId: number): Promise<Reply> {
  const reply = await owner.post(origin, paths.attachments(jobId), upload(LARGEST));
  const seconds = reply.headers.get('retry-after');
  if (reply.status !== 503 || seconds === null) return reply;
  await delay(Number(seconds) * 1000);
  return attach(origin, owner, jobId);
}

it(`[UPLOAD-8] accepts ${UPLOADS} of the largest files at once within ${MOST_MEGABYTES} MB`, async () => {
  const api = await testBed.start();
  const owners = [await createAccount(api, 'client'), await createAccount(api, 'client')];
  const send = async (owner: Account) => attach(api, owner, await postJob(api, owner));
  const replies = await Promise.all(
    owners.flatMap((owner) => Array.from({ length: UPLOADS / owners.length }, () => send(owner))),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: UPLOADS }, () => 201));
  expect(peakMegabytes(api.pid)).toBeLessThanOrEqual(MOST_MEGABYTES);
});

/** Delivers a file, part by part, and downloads it. Returns the number of downloaded bytes. */
async function deliver(origin: Origin, pilot: Account, jobId: number, file: Buffer): Promise<number> {
  const body = { purpose: 'deliverable', fileName: 'cloud.las', fileSize: file.length, lastModified: 1 };
  const id = idOf(await pilot.post(origin, paths.uploads(jobId), body), 201);
  const url = origin.url + paths.upload(jobId, id);
  const headers = { cookie: pilot.cookie };
  for (let part = 0; part < partCount(file.length); part += 1) {
    const bytes = file.subarray(part * UPLOAD_PART_BYTES, (part + 1) * UPLOAD_PART_BYTES);
    const { status } = await fetch(`${url}/parts/${part + 1}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    expect(status).toBe(200);
  }
  idOf(await pilot.post(origin, `${paths.upload(jobId, id)}/complete`), 200);
  const { body: content } = await fetch(origin.url + paths.deliverable(jobId, id), { headers });
  let received = 0;
  for await (const part of content ?? []) received += part.length;
  return received;
}

it(
  `[DELIVER-16] delivers and downloads a deliverable of 200 MB within ${MOST_MEGABYTES_OF_200_MB} MB`,
  async () => {
    const api = await testBed.start();
    const [owner, pilot] = [await createAccount(api, 'client'), await createAccount(api, 'pilot')];
    const jobId = await jobIn(api, 'in-progress', { owner, pilot });
    const file = pointCloud(Math.floor((DELIVERABLE_MAX_BYTES - 227) / 20));
    expect(await deliver(api, pilot, jobId, file)).toBe(file.length);
    expect(peakMegabytes(api.pid)).toBeLessThanOrEqual(MOST_MEGABYTES_OF_200_MB);
  },
  LARGE_FILE_MS,
);

it('[SECURE-50] decodes images outside of the process of the API, which never loads a decoder', async () => {
  const api = await testBed.start();
  const account = await createAccount(api, 'client');
  const picture = await png(300, 300);
  const imageData = `data:image/png;base64,${picture.toString('base64')}`;
  const reply = await account.post(api, paths.profileImage(), { imageData });
  expect(fieldOf(reply, 'profileImage')).toMatch(/^data:image\/webp;base64,/);
  const maps = process.platform === 'linux' ? readFileSync(`/proc/${api.pid}/maps`, 'utf8') : '';
  expect(maps).not.toContain('libvips');
});
