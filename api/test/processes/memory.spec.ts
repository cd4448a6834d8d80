import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { paths } from '@dps/shared-contracts';
import { createAccount, type Account, type Origin, type Reply } from '../../scripts/stress/account.ts';
import { upload } from '../support/files.ts';
import { postJob } from './support/jobs.ts';
import { LARGEST } from './support/slow-upload.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const UPLOADS = 10;
const MOST_MEGABYTES = 350;

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

it(`accepts ${UPLOADS} of the largest files at once within ${MOST_MEGABYTES} MB`, async () => {
  const api = await testBed.start();
  const owner = await createAccount(api, 'client');
  const jobs = await Promise.all(Array.from({ length: UPLOADS }, () => postJob(api, owner)));
  const replies = await Promise.all(jobs.map((jobId) => attach(api, owner, jobId)));
  expect(replies.map(({ status }) => status)).toEqual(jobs.map(() => 201));
  expect(peakMegabytes(api.pid)).toBeLessThanOrEqual(MOST_MEGABYTES);
});
