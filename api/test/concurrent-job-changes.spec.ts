import { ERROR_STATUS, jobDetailView, jobView, paths, type ErrorCode, type JobStatus } from '@dps/contract';
import { expectError, expectView, type Answer } from './support/client.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';
import { jobBody, jobIn, postJob, startAcceptedJobs } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  other = await createUser(server, 'pilot');
});
afterEach(() => startAcceptedJobs(server));
afterAll(() => server.close());

const readJob = async (id: number) => expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
const accept = (id: number) => pilot.client.post(paths.assignJob(id), { pilotId: pilot.user.id });

describe('a write after a concurrent change', () => {
  const moveTo = (status: JobStatus) => `UPDATE jobs SET status = '${status}' WHERE id = $1`;
  const UNASSIGN = 'UPDATE jobs SET pilot_id = NULL WHERE id = $1';
  const DELETE = 'DELETE FROM jobs WHERE id = $1';
  const NEW_BUDGET = 1999;

  const edit = (id: number, overrides: object = {}) =>
    owner.client.put(paths.job(id), jobBody({ title: 'Edited', ...overrides }));
  const remove = (id: number) => owner.client.delete(paths.job(id));
  const setProgress = (id: number) => pilot.client.put(paths.job(id), { progress: 60 });
  const start = (id: number) => pilot.client.patch(paths.job(id), { status: 'in-progress' });
  const release = (id: number) => pilot.client.post(paths.releaseJob(id));

  it.each<[JobStatus, JobStatus, object]>([
    ['pending', 'in-progress', {}],
    ['pending', 'in-progress', { budget: NEW_BUDGET }],
    ['in-progress', 'review', {}],
    ['review', 'completed', {}],
  ])('edits a job whose status changed from %s to %s: %j', async (from, to, overrides) => {
    const job = await jobIn(server, from, { owner, pilot });
    const answer = await commitDuringRequest(server.dataSource, moveTo(to), job.id, () =>
      edit(job.id, overrides),
    );
    expect(expectView(answer, 200, jobView)).toMatchObject({ title: 'Edited', status: to, ...overrides });
  });

  it.each<[string, JobStatus, string, object, 'budget_frozen' | 'job_locked', number]>([
    [
      'the budget when the job is in review',
      'in-progress',
      moveTo('review'),
      { budget: NEW_BUDGET },
      'budget_frozen',
      1450.5,
    ],
    [
      'the budget back when the job is in review',
      'in-progress',
      `UPDATE jobs SET status = 'review', budget = 7 WHERE id = $1`,
      {},
      'budget_frozen',
      7,
    ],
    ['a paid job', 'completed', moveTo('paid'), {}, 'job_locked', 1450.5],
  ])('does not edit %s', async (_what, from, change, overrides, code, budget) => {
    const job = await jobIn(server, from, { owner, pilot });
    const answer = await commitDuringRequest(server.dataSource, change, job.id, () =>
      edit(job.id, overrides),
    );
    expectError(answer, 409, code);
    expect(await readJob(job.id)).toMatchObject({ title: job.title, budget });
  });

  type Write = (id: number) => Promise<Answer>;
  it.each<[string, JobStatus, string, Write, ErrorCode, object]>([
    [
      'progress after the review began',
      'in-progress',
      moveTo('review'),
      setProgress,
      'job_locked',
      { progress: 0 },
    ],
    [
      'progress after the release',
      'pending',
      UNASSIGN,
      setProgress,
      'forbidden',
      { progress: 0, pilotId: null },
    ],
    [
      'a status change after the same change',
      'pending',
      moveTo('in-progress'),
      start,
      'status_conflict',
      { status: 'in-progress' },
    ],
    [
      'a status change after the release',
      'pending',
      UNASSIGN,
      start,
      'status_conflict',
      { status: 'pending' },
    ],
    [
      'a release after a status change',
      'pending',
      moveTo('in-progress'),
      release,
      'status_conflict',
      { status: 'in-progress' },
    ],
    ['a release after a release', 'pending', UNASSIGN, release, 'status_conflict', { pilotId: null }],
  ])('[STATUS-10] changes nothing: %s', async (_what, from, change, write, code, left) => {
    const job = await jobIn(server, from, { owner, pilot });
    const answer = await commitDuringRequest(server.dataSource, change, job.id, () => write(job.id));
    expectError(answer, ERROR_STATUS[code], code);
    expect(await readJob(job.id)).toMatchObject(left);
  });

  it('[STATUS-27] does not lower the budget of a job that a pilot has accepted meanwhile', async () => {
    const { id } = await postJob(owner);
    const accepted = `UPDATE jobs SET pilot_id = ${pilot.user.id} WHERE id = $1`;
    const lower = () => edit(id, { budget: 99 });
    const answer = await commitDuringRequest(server.dataSource, accepted, id, lower);
    expectError(answer, 409, 'budget_frozen');
    expect(await readJob(id)).toMatchObject({ budget: 1450.5, pilotId: pilot.user.id });
  });

  it('does not delete an accepted job', async () => {
    const { id } = await postJob(owner);
    const accepted = `UPDATE jobs SET pilot_id = ${pilot.user.id} WHERE id = $1`;
    expectError(
      await commitDuringRequest(server.dataSource, accepted, id, () => remove(id)),
      409,
      'job_locked',
    );
    expect((await readJob(id)).pilotId).toBe(pilot.user.id);
  });

  it('[STATUS-26] does not take a job from a pilot who has accepted it since', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const accepted = `UPDATE jobs SET pilot_id = ${other.user.id} WHERE id = $1`;
    const removePilot = () => owner.client.post(paths.releaseJob(job.id));
    const answer = await commitDuringRequest(server.dataSource, accepted, job.id, removePilot);
    expectError(answer, 409, 'status_conflict');
    expect((await readJob(job.id)).pilotId).toBe(other.user.id);
  });

  it.each<[string, Write, ErrorCode]>([
    ['deleted', remove, 'not_found'],
    ['edited', edit, 'not_found'],
    ['accepted', accept, 'job_not_available'],
  ])('does not find a deleted job that is to be %s', async (_what, write, code) => {
    const { id } = await postJob(owner);
    const answer = await commitDuringRequest(server.dataSource, DELETE, id, () => write(id));
    expectError(answer, ERROR_STATUS[code], code);
  });
});
