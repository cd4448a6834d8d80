import { paths, pilotView, userView, type PilotView } from '@dps/contract';
import { expectError, expectSince, expectView } from './support/client.ts';
import { BEFORE_ALL_JOBS, evidenceOf, recordWithEvidence } from './support/evidence.ts';
import { png } from './support/files.ts';
import { acceptJob, jobIn, postJob } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
/** The time before the signups, in milliseconds. */
let began: number;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  began = Date.now();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot', { flightHours: 5000 });
});
afterAll(() => server.close());

async function read(reader: TestUser): Promise<PilotView> {
  return expectView(await reader.client.get(paths.pilot(pilot.user.id)), 200, pilotView);
}

async function logFlight(body: object): Promise<void> {
  expect((await pilot.client.post(paths.flightRecords(), body)).status).toBe(201);
}

/** Moves the deadline of a job, which no user may move into the past. */
async function setDeadline(id: number, sql: string, hasTime: boolean): Promise<void> {
  await server.dataSource.query(`UPDATE jobs SET deadline = ${sql}, deadline_has_time = $2 WHERE id = $1`, [
    id,
    hasTime,
  ]);
}

describe('a pilot', () => {
  it('[PCARD-3, PCARD-9] is shown with name, picture and the day of the signup, without claimed hours', async () => {
    const imageData = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`;
    const answer = await pilot.client.post(paths.profileImage(), { imageData });
    const { profileImage } = expectView(answer, 200, userView);
    const { memberSince, ...view } = await read(pilot);
    expect(view).toEqual({
      id: pilot.user.id,
      name: pilot.user.name,
      profileImage,
      completedJobs: 0,
      jobsWithEvidence: 0,
      jobsOnTime: 0,
      flightMinutes: 0,
    });
    expectSince(began, memberSince);
  });

  it('[PCARD-4, PCARD-5, CALL-28] has the counts of completed and paid jobs, and the minutes of all flights', async () => {
    const completed = await jobIn(server, 'completed', { owner, pilot });
    await jobIn(server, 'paid', { owner, pilot });
    const running = await jobIn(server, 'in-progress', { owner, pilot });
    await logFlight(recordWithEvidence(completed.id, { duration: 30 }));
    await logFlight(recordWithEvidence(completed.id, { duration: 12 }));
    await logFlight(recordWithEvidence(running.id, { duration: 9 }));
    const { completedJobs, jobsWithEvidence, flightMinutes } = await read(owner);
    expect({ completedJobs, jobsWithEvidence, flightMinutes }).toEqual({
      completedJobs: 2,
      jobsWithEvidence: 1,
      flightMinutes: 51,
    });
  });

  it('[PCARD-6] has no evidence for a flight without a log, and from before the job', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    for (const [body, count] of [
      [{ jobId: id, flightNumber: 'FL-1', duration: 10 }, 0],
      [recordWithEvidence(id, { evidence: evidenceOf({}, BEFORE_ALL_JOBS) }), 0],
      [recordWithEvidence(id), 1],
    ] as const) {
      await logFlight(body);
      expect((await read(owner)).jobsWithEvidence).toBe(count);
    }
  });

  it('[PCARD-7] submits a job on time within the grace, while its date lasts on Earth, and if only the completion is late', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    for (const [deadline, hasTime, jobsOnTime] of [
      [`now() + interval '1 hour'`, true, 1],
      [`now() - interval '10 minutes'`, true, 1],
      [`now() - interval '16 minutes'`, true, 0],
      [`now() - interval '35 hours'`, false, 1],
      [`now() - interval '37 hours'`, false, 0],
    ] as const) {
      await setDeadline(id, deadline, hasTime);
      expect({ deadline, jobsOnTime: (await read(owner)).jobsOnTime }).toEqual({ deadline, jobsOnTime });
    }
    const late = await jobIn(server, 'review', { owner, pilot });
    await setDeadline(late.id, 'now()', true);
    await server.dataSource.query(
      `UPDATE jobs SET status = 'completed', updated_at = now() + interval '1 day' WHERE id = $1`,
      [late.id],
    );
    expect((await read(owner)).jobsOnTime).toBe(1);
  });
});

describe('the view of a pilot', () => {
  it('[PCARD-11] is for the clients of the assigned jobs only', async () => {
    const other = await createUser(server, 'client');
    const { id } = await postJob(other);
    expectError(await other.client.get(paths.pilot(pilot.user.id)), 404, 'not_found');
    await acceptJob(pilot, id);
    expect((await read(other)).name).toBe(pilot.user.name);
    expectError(await owner.client.get(paths.pilot(pilot.user.id)), 404, 'not_found');
  });

  it('does not exist for a client or an unknown id', async () => {
    expectError(await owner.client.get(paths.pilot(owner.user.id)), 404, 'not_found');
    expectError(await owner.client.get(paths.pilot(2_000_000_000)), 404, 'not_found');
  });
});
