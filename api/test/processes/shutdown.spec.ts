import { Agent } from 'node:http';
import { ATTACHMENT_MAX_BYTES, paths } from '@dps/contract';
import { call, createAccount, fieldOf, type Account } from '../../scripts/stress/account.ts';
import type { ApiProcess } from '../support/api-process.ts';
import { untilBlocked } from '../support/concurrent-change.ts';
import { EventClient } from '../support/event-client.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { beginUpload, type SlowUpload } from './support/slow-upload.ts';
import { createTestBed, untilDisconnected, type TestBed } from './support/test-bed.ts';

const GRACEFUL = { code: 0, signal: null };
const FILES = 'SELECT file_size FROM job_files WHERE job_id = $1';
const STOPS = 'the API is stopping';

let testBed: TestBed;
let owner: Account;
let pilot: Account;
/** A process that receives SIGTERM at the start of the tests, during an upload that never ends. */
let stuck: { api: ApiProcess; upload: SlowUpload };
beforeAll(async () => {
  testBed = await createTestBed();
  const api = await testBed.start();
  owner = await createAccount(api, 'client');
  pilot = await createAccount(api, 'pilot');
  stuck = { api, upload: await beginUpload(api, owner, await postJob(api, owner)) };
  api.signal('SIGTERM');
  await api.logged(STOPS);
});
afterAll(() => testBed.close());

async function stopOf(api: ApiProcess): Promise<void> {
  api.signal('SIGTERM');
  await api.logged(STOPS);
}

/** Waits until a process refuses connections. A connection in its backlog at the stop is reset. */
async function untilRefused({ url }: ApiProcess): Promise<void> {
  let failure: unknown = null;
  while (failure !== 'ECONNREFUSED') {
    const response = call({ url, agent: new Agent() }, { method: 'GET', path: paths.live() });
    failure = await response.then(
      () => null,
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
  }
}

describe('a shutdown', () => {
  it('waits for a running upload and refuses new connections', async () => {
    const api = await testBed.start();
    const jobId = await postJob(api, owner);
    const slow = await beginUpload(api, owner, jobId);
    await stopOf(api);
    await untilRefused(api);
    slow.finish();
    expect(await slow.status).toBe(201);
    expect(await api.ended).toEqual(GRACEFUL);
    const stored = await testBed.database.query<object[]>(FILES, [jobId]);
    expect(stored).toEqual([{ file_size: ATTACHMENT_MAX_BYTES }]);
  });

  it('waits for a running statement', async () => {
    const api = await testBed.start();
    const jobId = await jobIn(api, 'pending', { owner, pilot });
    const runner = testBed.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [jobId]);
    const response = pilot.patch(api, paths.job(jobId), { status: 'in-progress' });
    await untilBlocked(testBed.database, response);
    await stopOf(api);
    await runner.commitTransaction();
    await runner.release();
    expect(fieldOf(await response, 'status')).toBe('in-progress');
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('[EVENT-11] ends the streams of events at once', async () => {
    const api = await testBed.start();
    const stream = await EventClient.open(api, owner.cookie);
    api.signal('SIGTERM');
    await stream.ended;
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('with a second signal aborts no request', async () => {
    const api = await testBed.start();
    const slow = await beginUpload(api, owner, await postJob(api, owner));
    await stopOf(api);
    api.signal('SIGTERM');
    api.signal('SIGINT');
    await api.logged('the API is already stopping');
    slow.finish();
    expect(await slow.status).toBe(201);
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('serves requests on open connections', async () => {
    const api = await testBed.start();
    const agent = new Agent({ keepAlive: true });
    const sendTwenty = () =>
      Promise.all(Array.from({ length: 20 }, () => owner.get({ url: api.url, agent }, paths.currentUser())));
    await sendTwenty();
    api.signal('SIGTERM');
    const responses = await sendTwenty();
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('aborts requests after the time limit', async () => {
    expect(await stuck.api.ended).toEqual(GRACEFUL);
    await expect(stuck.upload.status).rejects.toThrow('socket hang up');
    await untilDisconnected(testBed);
  });
});
