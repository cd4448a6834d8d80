import { attachmentView, jobDetailView, paths } from '@dps/contract';
import { createAccount, type Account, type Origin } from '../../scripts/stress/account.ts';
import { expectView } from '../support/client.ts';
import type { ApiProcess } from '../support/api-process.ts';
import { PDF, upload } from '../support/files.ts';
import { untilBlocked } from '../support/concurrent-change.ts';
import { postJob } from './support/jobs.ts';
import { beginUpload } from './support/slow-upload.ts';
import { createTestBed, untilDisconnected, type TestBed } from './support/test-bed.ts';

const CUT_OFF = /socket hang up|ECONNRESET/;
const KILLED = { code: null, signal: 'SIGKILL' };

let testBed: TestBed;
let api: ApiProcess;
let owner: Account;
beforeAll(async () => {
  testBed = await createTestBed();
  api = await testBed.start();
  owner = await createAccount(api, 'client');
});
afterAll(() => testBed.close());

async function attach(origin: Origin, jobId: number, fileName: string): Promise<number> {
  const response = await owner.post(origin, paths.attachments(jobId), upload(PDF, { fileName }));
  return expectView(response, 201, attachmentView).id;
}

async function crash(): Promise<void> {
  api.signal('SIGKILL');
  expect(await api.ended).toEqual(KILLED);
}

/** Starts another process after the database has closed the connections of the first. */
async function restart(): Promise<void> {
  await untilDisconnected(testBed);
  api = await testBed.start();
}

/** Expects that the job has only the complete earlier file, and accepts another. */
async function expectOnly(jobId: number, attachmentId: number): Promise<void> {
  const names = async () => {
    const detail = expectView(await owner.get(api, paths.job(jobId)), 200, jobDetailView);
    return detail.attachments.map(({ fileName }) => fileName);
  };
  expect(await names()).toEqual(['before.pdf']);
  const download = await owner.get(api, paths.attachment(jobId, attachmentId));
  expect([download.status, download.body]).toEqual([200, PDF.toString()]);
  await attach(api, jobId, 'after.pdf');
  expect(await names()).toEqual(['before.pdf', 'after.pdf']);
}

describe('a process that is killed', () => {
  it('during an upload leaves no part of it', async () => {
    const jobId = await postJob(api, owner);
    const before = await attach(api, jobId, 'before.pdf');
    const slow = await beginUpload(api, owner, jobId);
    await crash();
    await expect(slow.status).rejects.toThrow(CUT_OFF);
    await restart();
    await expectOnly(jobId, before);
  });

  it('while it stores an upload leaves no part of it', async () => {
    const jobId = await postJob(api, owner);
    const before = await attach(api, jobId, 'before.pdf');
    const runner = testBed.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE job_files IN EXCLUSIVE MODE');
    const response = owner.post(api, paths.attachments(jobId), upload());
    const end = response.then(() => 'a response', String);
    await untilBlocked(testBed.database, response);
    await crash();
    expect(await end).toMatch(CUT_OFF);
    await runner.commitTransaction();
    await runner.release();
    await restart();
    await expectOnly(jobId, before);
  });
});
