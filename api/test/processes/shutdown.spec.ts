import { Agent } from 'node:http';
import { ATTACHMENT_MAX_BYTES, paths } from '@dps/shared-contracts';
import { call, createAccount, fieldOf, type Account } from '../../scripts/stress/account.ts';
import type { ApiProcess } from '../support/api-process.ts';
import { untilBlocked } from '../support/overtake.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { beginUpload, type SlowUpload } from './support/slow-upload.ts';
import { openStage, untilDisconnected, type Stage } from './support/stage.ts';

const GRACEFUL = { code: 0, signal: null };
const FILES = 'SELECT file_size FROM job_attachments WHERE job_id = $1';
const STOPS = 'the API is stopping';

let stage: Stage;
let owner: Account;
let pilot: Account;
/** A process that is told to stop at the very beginning, in the middle of an upload that never ends. */
let stuck: { api: ApiProcess; upload: SlowUpload };
beforeAll(async () => {
  stage = await openStage();
  const api = await stage.start();
  owner = await createAccount(api, 'client');
  pilot = await createAccount(api, 'pilot');
  stuck = { api, upload: await beginUpload(api, owner, await postJob(api, owner)) };
  api.signal('SIGTERM');
  await api.logged(STOPS);
});
afterAll(() => stage.close());

async function stopOf(api: ApiProcess): Promise<void> {
  api.signal('SIGTERM');
  await api.logged(STOPS);
}

/** Waits until a process takes no more connections; one that it has not seen yet when it stops is reset. */
async function untilRefused({ url }: ApiProcess): Promise<void> {
  let failure: unknown = null;
  while (failure !== 'ECONNREFUSED') {
    const answer = call({ url, agent: new Agent() }, { method: 'GET', path: paths.live() });
    failure = await answer.then(
      () => null,
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
  }
}

describe('a stop', () => {
  it('waits for an upload under way, takes no new connection and leaves nothing behind', async () => {
    const api = await stage.start();
    const jobId = await postJob(api, owner);
    const slow = await beginUpload(api, owner, jobId);
    await stopOf(api);
    await untilRefused(api);
    slow.finish();
    expect(await slow.answer).toBe(201);
    expect(await api.ended).toEqual(GRACEFUL);
    const stored = await stage.database.query<object[]>(FILES, [jobId]);
    expect(stored).toEqual([{ file_size: ATTACHMENT_MAX_BYTES }]);
  });

  it('waits for a statement under way', async () => {
    const api = await stage.start();
    const jobId = await jobIn(api, 'pending', { owner, pilot });
    const runner = stage.database.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [jobId]);
    const answer = pilot.patch(api, paths.job(jobId), { status: 'in-progress' });
    await untilBlocked(stage.database, answer);
    await stopOf(api);
    await runner.commitTransaction();
    await runner.release();
    expect(fieldOf(await answer, 'status')).toBe('in-progress');
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('that is asked for twice cuts nothing off', async () => {
    const api = await stage.start();
    const slow = await beginUpload(api, owner, await postJob(api, owner));
    await stopOf(api);
    api.signal('SIGTERM');
    api.signal('SIGINT');
    await api.logged('the API is already stopping');
    slow.finish();
    expect(await slow.answer).toBe(201);
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('serves what is on its way over open connections', async () => {
    const api = await stage.start();
    const agent = new Agent({ keepAlive: true });
    const askTwenty = () =>
      Promise.all(Array.from({ length: 20 }, () => owner.get({ url: api.url, agent }, paths.currentUser())));
    await askTwenty();
    api.signal('SIGTERM');
    const answers = await askTwenty();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await api.ended).toEqual(GRACEFUL);
  });

  it('cuts off what does not end in its time', async () => {
    expect(await stuck.api.ended).toEqual(GRACEFUL);
    await expect(stuck.upload.answer).rejects.toThrow('socket hang up');
    await untilDisconnected(stage);
  });
});
