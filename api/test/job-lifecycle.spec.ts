import {
  jobDetailView,
  jobListView,
  jobView,
  JOB_STATUSES,
  nextStatus,
  paths,
  type JobStatus,
} from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { acceptJob, jobBody, jobIn, postJob, startAcceptedJobs } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

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

  it.each([[{}], [{ pilotId: null }], [{ pilotId: '1' }], [{ pilotId: 1.5 }], [{ pilotId: 1, jobId: 2 }]])(
    'refuses the body %j',
    async (body) => {
      const job = await postJob(owner);
      expectError(await pilot.client.post(paths.assignJob(job.id), body), 400, 'validation_failed');
    },
  );

  it('[STATUS-7] assigns each of ten jobs to exactly one of eight concurrent pilots', async () => {
    const pilots = await Promise.all(Array.from({ length: 8 }, () => createUser(server, 'pilot')));
    for (let round = 0; round < 10; round += 1) {
      const job = await postJob(owner);
      const answers = await Promise.all(pilots.map((testUser) => accept(testUser, job.id)));
      const winners = answers.flatMap(({ status }, index) =>
        status === 200 ? [pilots[index]?.user.id] : [],
      );
      expect(winners).toEqual([(await readJob(job.id)).pilotId]);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    }
  });

  it('and a concurrent deletion never both succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const job = await postJob(owner);
      const [accepted, deleted] = await Promise.all([
        accept(pilot, job.id),
        owner.client.delete(paths.job(job.id)),
      ]);
      const left = await owner.client.get(paths.job(job.id));
      const outcome = [accepted.status === 200, deleted.status === 204, left.status === 404];
      expect([
        [true, false, false],
        [false, true, true],
      ]).toContainEqual(outcome);
    }
  });
});

describe('the accepted jobs of a pilot', () => {
  const postJobs = (count: number) => Promise.all(Array.from({ length: count }, () => postJob(owner)));

  it('[STATUS-25] are at most 10 that are not started, also when 20 requests arrive at once', async () => {
    const busy = await createUser(server, 'pilot');
    const jobs = await postJobs(20);
    const answers = await Promise.all(jobs.map(({ id }) => accept(busy, id)));
    expect(sortedStatuses(answers)).toEqual([...Array(10).fill(200), ...Array(10).fill(409)]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) {
      const { message } = expectError(answer, 409, 'too_many_accepted_jobs');
      expect(message).toContain('at most 10 accepted jobs that are not started');
    }
    const mine = await busy.client.get(paths.pilotJobs(busy.user.id));
    expect(expectView(mine, 200, jobListView)).toHaveLength(10);
  });

  it('[STATUS-25] can increase again when one is started, is released or has lost its pilot', async () => {
    const busy = await createUser(server, 'pilot');
    const [started, released, removed, ...further] = await postJobs(14);
    if (!started || !released || !removed) throw new Error('A job is missing');
    const accepted = [started, released, removed, ...further.splice(0, 7)];
    for (const { id } of accepted) await acceptJob(busy, id);
    const [next, afterRelease, afterRemoval, last] = further;
    if (!next || !afterRelease || !afterRemoval || !last) throw new Error('A job is missing');
    expectError(await accept(busy, next.id), 409, 'too_many_accepted_jobs');
    await busy.client.patch(paths.job(started.id), { status: 'in-progress' });
    await acceptJob(busy, next.id);
    await busy.client.post(paths.releaseJob(released.id));
    await acceptJob(busy, afterRelease.id);
    await owner.client.post(paths.releaseJob(removed.id));
    await acceptJob(busy, afterRemoval.id);
    expectError(await accept(busy, last.id), 409, 'too_many_accepted_jobs');
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

  it('by the owner allows to delete a job without flights', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    await owner.client.post(paths.releaseJob(job.id));
    expect((await owner.client.delete(paths.job(job.id))).status).toBe(204);
  });

  it('is refused for a job without a pilot', async () => {
    const job = await postJob(owner);
    expectError(await owner.client.post(paths.releaseJob(job.id)), 409, 'status_conflict');
  });

  it('[STATUS-14] is refused when the job is in progress', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    for (const { client } of [pilot, owner])
      expectError(await client.post(paths.releaseJob(job.id)), 409, 'status_conflict');
    expect((await readJob(job.id)).pilotId).toBe(pilot.user.id);
  });
});

describe('a status change', () => {
  const patch = (testUser: TestUser, id: number, status: unknown) =>
    testUser.client.patch(paths.job(id), { status });

  it('[STATUS-1, CALL-14] moves one step forward', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    for (const status of ['in-progress', 'review', 'completed'] as const) {
      expect(expectView(await patch(pilot, job.id, status), 200, jobView).status).toBe(status);
    }
  });

  it('[STATUS-28] to completed sets the progress to 100 if the pilot says so', async () => {
    const job = await jobIn(server, 'review', { owner, pilot });
    const body = { status: 'completed', progress: 100 };
    const completed = expectView(await pilot.client.patch(paths.job(job.id), body), 200, jobView);
    expect(completed).toMatchObject(body);
  });

  it.each([
    ['another progress than 100', { status: 'completed', progress: 95 }],
    ['progress with another status', { status: 'review', progress: 100 }],
  ])('[STATUS-28] with %s is refused', async (_what, body) => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    expectError(await pilot.client.patch(paths.job(job.id), body), 400, 'validation_failed');
    expect(await readJob(job.id)).toMatchObject({ status: 'in-progress', progress: 0 });
  });

  const steps = JOB_STATUSES.flatMap((from) => JOB_STATUSES.map((to) => [from, to] as const));
  const wrong = steps.filter(([from, to]) => nextStatus(from) !== to);
  it.each(wrong)('[STATUS-8] refuses %s to %s', async (from, to) => {
    const job = await jobIn(server, from, { owner, pilot });
    expectError(await patch(pilot, job.id, to), 409, 'status_conflict');
    expect((await readJob(job.id)).status).toBe(from);
  });

  it.each(JOB_STATUSES)(
    '[STATUS-23] to paid is refused to the client of a %s job without a payment',
    async (status: JobStatus) => {
      const job = await jobIn(server, status, { owner, pilot });
      expectError(await patch(owner, job.id, 'paid'), 409, 'payment_not_due');
      expect((await readJob(job.id)).status).toBe(status);
    },
  );

  it('[STATUS-9] succeeds once when it arrives six times at once', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const answers = await Promise.all(Array.from({ length: 6 }, () => patch(pilot, job.id, 'in-progress')));
    expect(sortedStatuses(answers)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it.each([['done'], [''], [null], [1], [['review']], ['Review']])(
    'refuses the status %j',
    async (status) => {
      const job = await jobIn(server, 'in-progress', { owner, pilot });
      expectError(await patch(pilot, job.id, status), 400, 'validation_failed');
    },
  );
});

describe('progress', () => {
  const set = (id: number, progress: unknown) => pilot.client.put(paths.job(id), { progress });

  it.each(['pending', 'in-progress'] as const)('[STATUS-11] can be set while %s', async (status) => {
    const job = await jobIn(server, status, { owner, pilot });
    for (const progress of [0, 55, 100]) {
      expect(expectView(await set(job.id, progress), 200, jobView).progress).toBe(progress);
    }
  });

  it.each(['review', 'completed', 'paid'] as const)('[STATUS-11] cannot change in %s', async (status) => {
    const job = await jobIn(server, status, { owner, pilot });
    expectError(await set(job.id, 10), 409, 'job_locked');
    expect((await readJob(job.id)).progress).toBe(0);
  });

  it.each([[101], [-1], [7.5], ['50'], [null], [true], [[5]]])('[STATUS-12] refuses %j', async (progress) => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    const { errors } = expectError(await set(job.id, progress), 400, 'validation_failed');
    expect(errors?.[0]?.path).toBe('progress');
  });

  it('is refused together with content', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    expectError(
      await pilot.client.put(paths.job(job.id), { ...jobBody(), progress: 5 }),
      400,
      'validation_failed',
    );
  });
});
