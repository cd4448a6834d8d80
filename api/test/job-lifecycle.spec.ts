import {
  ERROR_STATUS,
  type ErrorCode,
  JOB_STATUSES,
  jobDetailView,
  jobListView,
  type JobStatus,
  jobView,
  nextStatus,
  paths,
} from '@dps/contract';
import { type ApiResponse, expectError, expectView, sortedStatuses } from './support/client.ts';
import { acceptJob, jobBody, jobIn, postJob, startAcceptedJobs } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot', { name: 'Wings Inc' });
  other = await createUser(server, 'pilot');
});
afterEach(() => startAcceptedJobs(server));
afterAll(() => server.close());

const readJob = async (id: number) => expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
const accept = (testUser: TestUser, id: number, pilotId = testUser.user.id) =>
  testUser.client.post(paths.assignJob(id), { pilotId });

describe('accepting', () => {
  it('[STATUS-6, CALL-16] assigns the pilot and leaves the job pending', async () => {
    const job = await postJob(owner);
    expect(await acceptJob(pilot, job.id)).toMatchObject({
      status: 'pending',
      pilotId: pilot.user.id,
      pilot: { name: 'Wings Inc' },
    });
    const open = expectView(await other.client.get(paths.availableJobs()), 200, jobListView);
    expect(open.map(({ id }) => id)).not.toContain(job.id);
  });

  it('[ACCESS-13] is refused for another pilot', async () => {
    const job = await postJob(owner);
    expectError(await accept(other, job.id, pilot.user.id), 403, 'forbidden');
    expect((await readJob(job.id)).pilotId).toBeNull();
  });

  it('is refused for an assigned job, also for its pilot', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    expectError(await accept(other, job.id), 409, 'job_not_available');
    expectError(await accept(pilot, job.id), 409, 'job_not_available');
  });

  it.each([[{}], [{ pilotId: '1' }], [{ pilotId: 1, jobId: 2 }]])('refuses the body %j', async (body) => {
    const job = await postJob(owner);
    expectError(await pilot.client.post(paths.assignJob(job.id), body), 400, 'validation_failed');
  });

  it('[STATUS-7] assigns each of three jobs to exactly one of eight concurrent pilots', async () => {
    const pilots = await Promise.all(Array.from({ length: 8 }, () => createUser(server, 'pilot')));
    for (let round = 0; round < 3; round += 1) {
      const job = await postJob(owner);
      const responses = await Promise.all(pilots.map((testUser) => accept(testUser, job.id)));
      const winners = responses.flatMap(({ status }, index) =>
        status === 200 ? [pilots[index]?.user.id] : [],
      );
      expect(winners).toEqual([(await readJob(job.id)).pilotId]);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(7);
    }
  });
});

describe('the accepted jobs of a pilot', () => {
  const postJobs = (count: number) => Promise.all(Array.from({ length: count }, () => postJob(owner)));

  it('[STATUS-25] are at most 10 that are not started, also when 20 requests arrive at once', async () => {
    const busy = await createUser(server, 'pilot');
    const jobs = await postJobs(20);
    const responses = await Promise.all(jobs.map(({ id }) => accept(busy, id)));
    expect(sortedStatuses(responses)).toEqual([...Array(10).fill(200), ...Array(10).fill(409)]);
    const refused = responses.filter(({ status }) => status === 409);
    for (const response of refused) {
      const { message } = expectError(response, 409, 'too_many_accepted_jobs');
      expect(message).toContain('at most 10 accepted jobs that are not started');
    }
    const mine = await busy.client.get(paths.pilotJobs(busy.user.id));
    expect(expectView(mine, 200, jobListView)).toHaveLength(10);
  });

  it('[STATUS-25] can increase again when one is started, is released or has lost its pilot', async () => {
    const busy = await createUser(server, 'pilot');
    const [started = 0, released = 0, removed = 0, ...others] = (await postJobs(14)).map(({ id }) => id);
    const [next = 0, afterRelease = 0, afterRemoval = 0, last = 0, ...rest] = others;
    for (const id of [started, released, removed, ...rest]) await acceptJob(busy, id);
    expectError(await accept(busy, next), 409, 'too_many_accepted_jobs');
    await busy.client.patch(paths.job(started), { status: 'in-progress' });
    await acceptJob(busy, next);
    await busy.client.post(paths.releaseJob(released));
    await acceptJob(busy, afterRelease);
    await owner.client.post(paths.releaseJob(removed));
    await acceptJob(busy, afterRemoval);
    expectError(await accept(busy, last), 409, 'too_many_accepted_jobs');
  });
});

describe('releasing', () => {
  it('[STATUS-13, CALL-17] makes the job available again, at 0 %', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    await pilot.client.put(paths.job(job.id), { progress: 40 });
    const released = expectView(await pilot.client.post(paths.releaseJob(job.id)), 200, jobView);
    expect(released).toMatchObject({ pilotId: null, pilot: null, progress: 0, status: 'pending' });
    expect((await acceptJob(other, job.id)).pilotId).toBe(other.user.id);
  });

  it('[STATUS-26] by the owner takes the job from its pilot', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const flight = { jobId: job.id, flightNumber: 'FL-001', duration: 5 };
    expect((await pilot.client.post(paths.flightRecords(), flight)).status).toBe(201);
    await pilot.client.put(paths.job(job.id), { progress: 40 });
    const released = expectView(await owner.client.post(paths.releaseJob(job.id)), 200, jobView);
    expect(released).toMatchObject({ pilotId: null, progress: 0, status: 'pending' });
    const mine = await pilot.client.get(paths.pilotJobs(pilot.user.id));
    expect(expectView(mine, 200, jobListView).map(({ id }) => id)).not.toContain(job.id);
    expectError(await pilot.client.patch(paths.job(job.id), { status: 'in-progress' }), 403, 'forbidden');
    expect((await readJob(job.id)).flightDataCount).toBe(1);
    expectError(await owner.client.delete(paths.job(job.id)), 409, 'job_locked');
  });

  it('[STATUS-14] is refused without a pilot, and without a reason when the job is in progress', async () => {
    const open = await postJob(owner);
    expectError(await owner.client.post(paths.releaseJob(open.id)), 409, 'status_conflict');
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    expectError(await pilot.client.post(paths.releaseJob(job.id)), 400, 'validation_failed');
    expectError(await owner.client.post(paths.releaseJob(job.id)), 409, 'status_conflict');
    expect((await readJob(job.id)).pilotId).toBe(pilot.user.id);
  });
});

describe('a status change', () => {
  const patch = (testUser: TestUser, id: number, status: unknown) =>
    testUser.client.patch(paths.job(id), { status });

  it('[STATUS-1, STATUS-28, CALL-14] moves one step forward, and to completed sets the progress to 100 if the pilot says so', async () => {
    const { id } = await jobIn(server, 'pending', { owner, pilot });
    for (const status of ['in-progress', 'review'] as const)
      expect(expectView(await patch(pilot, id, status), 200, jobView).status).toBe(status);
    const body = { status: 'completed', progress: 100 };
    expect(expectView(await pilot.client.patch(paths.job(id), body), 200, jobView)).toMatchObject(body);
  });

  it.each([
    ['another progress than 100', { status: 'completed', progress: 95 }],
    ['progress with another status', { status: 'review', progress: 100 }],
  ])('[STATUS-28] with %s is refused', async (_what, body) => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    expectError(await pilot.client.patch(paths.job(job.id), body), 400, 'validation_failed');
    expect(await readJob(job.id)).toMatchObject({ status: 'in-progress', progress: 0 });
  });

  it.each(JOB_STATUSES)(
    '[STATUS-8, STATUS-23] refuses %s to any status but the next, and to paid by the client without a payment',
    async (from) => {
      const { id } = await jobIn(server, from, { owner, pilot });
      for (const to of JOB_STATUSES.filter((status) => status !== nextStatus(from)))
        expectError(await patch(pilot, id, to), 409, 'status_conflict');
      expectError(await patch(owner, id, 'paid'), 409, 'payment_not_due');
      expect((await readJob(id)).status).toBe(from);
    },
  );

  it('[STATUS-9] succeeds once when it arrives six times at once', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const responses = await Promise.all(Array.from({ length: 6 }, () => patch(pilot, job.id, 'in-progress')));
    expect(sortedStatuses(responses)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('refuses an unknown status', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    for (const status of ['done', null, ['review']])
      expectError(await patch(pilot, job.id, status), 400, 'validation_failed');
  });
});

it('[STATUS-11, STATUS-12] progress is set from 0 to 100 until the review', async () => {
  const { id } = await jobIn(server, 'pending', { owner, pilot });
  const set = (progress: unknown) => pilot.client.put(paths.job(id), { progress });
  const moveTo = (status: JobStatus) => pilot.client.patch(paths.job(id), { status });
  for (const progress of [100, 0, 55])
    expect(expectView(await set(progress), 200, jobView)).toMatchObject({ progress });
  await moveTo('in-progress');
  expect(expectView(await set(60), 200, jobView).progress).toBe(60);
  for (const progress of [101, 7.5, '50']) {
    const { errors } = expectError(await set(progress), 400, 'validation_failed');
    expect(errors?.[0]?.path).toBe('progress');
  }
  for (const status of ['review', 'completed'] as const) {
    await moveTo(status);
    expectError(await set(10), 409, 'job_locked');
  }
  expect((await readJob(id)).progress).toBe(60);
});

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

  it('edits a job whose status changed', async () => {
    const { id } = await jobIn(server, 'pending', { owner, pilot });
    const write = () => edit(id, { budget: NEW_BUDGET });
    const response = await commitDuringRequest(server.dataSource, moveTo('in-progress'), id, write);
    const edited = { title: 'Edited', status: 'in-progress', budget: NEW_BUDGET };
    expect(expectView(response, 200, jobView)).toMatchObject(edited);
  });

  it('does not edit a job whose work is submitted', async () => {
    const { id, title } = await jobIn(server, 'in-progress', { owner, pilot });
    const response = await commitDuringRequest(server.dataSource, moveTo('review'), id, () => edit(id));
    expectError(response, 409, 'job_locked');
    expect((await readJob(id)).title).toBe(title);
  });

  type Write = (id: number) => Promise<ApiResponse>;
  it.each<[string, JobStatus, string, Write, ErrorCode]>([
    ['progress after the review began', 'in-progress', moveTo('review'), setProgress, 'job_locked'],
    ['progress after the release', 'pending', UNASSIGN, setProgress, 'forbidden'],
    ['a status after the same change', 'pending', moveTo('in-progress'), start, 'status_conflict'],
    ['a release after a status change', 'pending', moveTo('in-progress'), release, 'status_conflict'],
    ['a release after a release', 'pending', UNASSIGN, release, 'status_conflict'],
  ])('[STATUS-10] changes nothing: %s', async (_what, from, change, write, code) => {
    const { id } = await jobIn(server, from, { owner, pilot });
    const response = await commitDuringRequest(server.dataSource, change, id, () => write(id));
    expectError(response, ERROR_STATUS[code], code);
    const pilotId = change === UNASSIGN ? null : pilot.user.id;
    expect(await readJob(id)).toMatchObject({ progress: 0, pilotId });
  });

  it.each<[string, Write, ErrorCode]>([
    ['lower the budget of', (id) => edit(id, { budget: 99 }), 'budget_frozen'],
    ['delete', remove, 'job_locked'],
  ])('[STATUS-27] does not %s a job that a pilot has accepted meanwhile', async (_what, write, code) => {
    const { id } = await postJob(owner);
    const accepted = `UPDATE jobs SET pilot_id = ${pilot.user.id} WHERE id = $1`;
    const response = await commitDuringRequest(server.dataSource, accepted, id, () => write(id));
    expectError(response, 409, code);
    expect(await readJob(id)).toMatchObject({ budget: 1450.5, pilotId: pilot.user.id });
  });

  it('[STATUS-26] does not take a job from a pilot who has accepted it since', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const accepted = `UPDATE jobs SET pilot_id = ${other.user.id} WHERE id = $1`;
    const removePilot = () => owner.client.post(paths.releaseJob(job.id));
    const response = await commitDuringRequest(server.dataSource, accepted, job.id, removePilot);
    expectError(response, 409, 'status_conflict');
    expect((await readJob(job.id)).pilotId).toBe(other.user.id);
  });

  it.each<[string, Write, ErrorCode]>([
    ['deleted', remove, 'not_found'],
    ['edited', edit, 'not_found'],
    ['accepted', (id) => accept(pilot, id), 'job_not_available'],
  ])('does not find a deleted job that is to be %s', async (_what, write, code) => {
    const { id } = await postJob(owner);
    const response = await commitDuringRequest(server.dataSource, DELETE, id, () => write(id));
    expectError(response, ERROR_STATUS[code], code);
  });
});

describe('terms that change after a pilot has accepted the job', () => {
  const termsOf = async (id: number) => expectView(await pilot.client.get(paths.job(id)), 200, jobDetailView);

  it('[NOTE-17, ENTITY-28, ENTITY-29] are reported with the accepted values, until they are changed back', async () => {
    const { id } = await postJob(owner, { budget: 1200 });
    await owner.client.put(paths.job(id), jobBody({ budget: 1100 }));
    await acceptJob(pilot, id);
    expect(await termsOf(id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
    await owner.client.put(
      paths.job(id),
      jobBody({ budget: 1100, title: 'Other title', surveyType: 'Mapping' }),
    );
    expect(await termsOf(id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
    await owner.client.put(paths.job(id), jobBody({ budget: 1300, location: 'Elsewhere' }));
    await owner.client.put(
      paths.job(id),
      jobBody({ budget: 1450.5, location: 'Elsewhere', deadline: '2031-01-01' }),
    );
    const { termsChangedAt, acceptedTerms } = await termsOf(id);
    expect(acceptedTerms).toEqual({ budget: 1100, location: 'Baltimore, MD', deadline: '2030-06-30' });
    const job = expectView(await owner.client.put(paths.job(id), jobBody({ budget: 1450.5 })), 200, jobView);
    expect(Date.parse(job.termsChangedAt ?? '')).toBeGreaterThan(Date.parse(termsChangedAt ?? ''));
    expect((await termsOf(id)).acceptedTerms).toEqual({ budget: 1100 });
  });

  it('[ENTITY-28] are unknown to the next pilot, who accepts the current ones', async () => {
    const { id } = await postJob(owner, { budget: 1200 });
    await acceptJob(other, id);
    await owner.client.put(paths.job(id), jobBody({ budget: 1300 }));
    await other.client.post(paths.releaseJob(id));
    await acceptJob(pilot, id);
    expect(await termsOf(id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
  });
});
