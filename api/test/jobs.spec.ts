import { jobDetailView, jobListView, jobView, paths, type JobView } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { acceptJob, jobBody, jobIn, postJob } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client', { name: 'Owner Ltd' });
  pilot = await createUser(server, 'pilot', { name: 'Wings Inc' });
});
afterAll(() => server.close());

const readJob = async (id: number) => expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);

describe('posting a job', () => {
  it('[STATUS-5, ENTITY-6, CALL-12] creates a job of the session user, pending and at 0 %, and ignores these fields of the body', async () => {
    const body = jobBody({ clientId: 2, status: 'paid', progress: 90 });
    const job = expectView(await owner.client.post(paths.jobs(), body), 201, jobView);
    expect(job).toMatchObject({
      title: 'Roof inspection',
      budget: 1450.5,
      clientId: owner.user.id,
      client: { name: 'Owner Ltd' },
      pilotId: null,
      pilot: null,
      status: 'pending',
      progress: 0,
    });
  });

  it.each([
    [{ deadline: '2030-06-30' }, { deadline: '2030-06-30T00:00:00.000Z', deadlineHasTime: false }],
    [{ deadline: '2030-06-30T15:30+02:00' }, { deadline: '2030-06-30T13:30:00.000Z', deadlineHasTime: true }],
    [{ budget: '0.50' }, { budget: 0.5 }],
    [{ budget: 0.57 }, { budget: 0.57 }],
    [{ budget: 999_999.99 }, { budget: 999_999.99 }],
  ])('[ENTITY-8, ENTITY-9, ENTITY-13, ENTITY-14] stores %j', async (overrides, stored) => {
    expect(await postJob(owner, overrides)).toMatchObject(stored);
  });

  it('[SECURE-15] stores texts that are code elsewhere unchanged', async () => {
    const texts = {
      title: `=HYPERLINK("x")<script>alert(1)</script>'; DROP TABLE jobs; -- 🚁🇩🇪👨‍👩‍👧`,
      description: 'a\r\nSet-Cookie: x=1\u202edef',
    };
    expect(await postJob(owner, texts)).toMatchObject(texts);
  });

  it.each([
    {
      budget: 1_000_000,
      deadline: '2030-06-30T10:00',
      surveyType: null,
      title: 'a\u0000b',
      description: 'x'.repeat(10_001),
      location: 'x'.repeat(301),
    },
    { budget: '1e9', deadline: 0, surveyType: 'site survey', title: ['a'], description: null, location: ' ' },
  ])('[ENTITY-8, ENTITY-11, ENTITY-12, SECURE-20] refuses a wrong value of each field', async (wrong) => {
    const { errors } = expectError(await owner.client.post(paths.jobs(), wrong), 400, 'validation_failed');
    expect(errors?.map(({ path }) => path).toSorted()).toEqual(Object.keys(wrong).toSorted());
  });
});

describe('editing a job', () => {
  const { budget: _budget, ...rest } = jobBody({ title: 'New title', deadline: '2031-01-01T10:00:00Z' });

  it('[STATUS-15, CALL-13] replaces the content', async () => {
    const job = await postJob(owner);
    const response = await owner.client.put(paths.job(job.id), { ...rest, budget: '99.5' });
    const edited = expectView(response, 200, jobView);
    expect(edited).toMatchObject({ title: 'New title', budget: 99.5, deadlineHasTime: true });
    expect(edited.updatedAt > job.updatedAt).toBe(true);
    expect(await readJob(job.id)).toMatchObject(edited);
  });

  it('[STATUS-27] raises the budget of an accepted job, and lowers it only after it has lost its pilot', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const put = (budget: number) => owner.client.put(paths.job(job.id), { ...rest, budget });
    expect(expectView(await put(job.budget + 0.01), 200, jobView).budget).toBe(1450.51);
    const { message } = expectError(await put(job.budget), 409, 'budget_frozen');
    expect(message).toBe('The budget can rise but not fall after a pilot has accepted the job.');
    expect((await readJob(job.id)).budget).toBe(1450.51);
    await owner.client.post(paths.releaseJob(job.id));
    expect(expectView(await put(1), 200, jobView).budget).toBe(1);
    expect((await owner.client.delete(paths.job(job.id))).status).toBe(204);
  });

  it.each(['review', 'completed', 'paid'] as const)(
    '[STATUS-15, STATUS-17, STATUS-24] is refused when the job is in %s, as is its deletion',
    async (status) => {
      const { id, updatedAt, title, budget } = await jobIn(server, status, { owner, pilot });
      for (const change of [{ budget }, { budget: budget + 1 }])
        expectError(await owner.client.put(paths.job(id), { ...rest, ...change }), 409, 'job_locked');
      expectError(await owner.client.delete(paths.job(id)), 409, 'job_locked');
      expect(await readJob(id)).toMatchObject({ title, budget, updatedAt });
    },
  );

  it.each([
    ['a part of the content', { title: 'Only this' }],
    ['a status', { ...jobBody(), status: 'paid' }],
    ['a pilot', { ...jobBody(), pilotId: 1 }],
  ])('refuses %s', async (_what, body) => {
    const job = await postJob(owner);
    expectError(await owner.client.put(paths.job(job.id), body), 400, 'validation_failed');
    expect(await readJob(job.id)).toMatchObject({ title: job.title, status: 'pending', pilotId: null });
  });
});

describe('a deadline', () => {
  const HOUR_MS = 3_600_000;
  it.each([
    ['an hour ago', new Date(Date.now() - HOUR_MS).toISOString()],
    ['a date', '2020-01-01'],
  ])('[ENTITY-26] in the past is refused: %s', async (_what, deadline) => {
    const job = await postJob(owner);
    for (const response of [
      await owner.client.post(paths.jobs(), jobBody({ deadline })),
      await owner.client.put(paths.job(job.id), jobBody({ deadline })),
    ]) {
      const { errors } = expectError(response, 400, 'validation_failed');
      expect(errors).toEqual([{ path: 'deadline', message: 'This deadline is in the past' }]);
    }
    expect((await readJob(job.id)).deadline).toBe(job.deadline);
  });

  it('[STATUS-36] of started work moves later and not earlier', async () => {
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const { deadline } = await readJob(id);
    const move = (days: number) => {
      const day = new Date(Date.parse(deadline) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
      return owner.client.put(paths.job(id), jobBody({ budget: 2000, deadline: day }));
    };
    expect(expectError(await move(-1), 400, 'validation_failed').errors).toEqual([
      { path: 'deadline', message: 'The deadline can move later but not earlier after the work has started' },
    ]);
    expect((await move(1)).status).toBe(200);
  });

  it('[ENTITY-26] that has passed does not prevent other edits', async () => {
    const job = await postJob(owner, { deadline: '2030-06-30T10:00:00Z' });
    await server.dataSource.query(`UPDATE jobs SET deadline = '2024-05-01T10:20:30Z' WHERE id = $1`, [
      job.id,
    ]);
    // The form sends whole minutes.
    const edited = { title: 'Still open', deadline: '2024-05-01T10:20:00Z' };
    const response = await owner.client.put(paths.job(job.id), jobBody(edited));
    expect(expectView(response, 200, jobView).title).toBe('Still open');
    const moved = jobBody({ deadline: '2024-05-02T10:20:00Z' });
    expectError(await owner.client.put(paths.job(job.id), moved), 400, 'validation_failed');
  });
});

describe('deleting a job', () => {
  it('[STATUS-17, CALL-15] deletes a pending, unassigned job with its files', async () => {
    const job = await postJob(owner);
    expect((await owner.client.delete(paths.job(job.id))).status).toBe(204);
    expectError(await owner.client.get(paths.job(job.id)), 404, 'not_found');
    expectError(await owner.client.delete(paths.job(job.id)), 404, 'not_found');
  });

  it('[STATUS-17, ACCESS-9] refuses an assigned job, and one with the flights of an earlier pilot, which no other pilot sees', async () => {
    const { id } = await jobIn(server, 'pending', { owner, pilot });
    expectError(await owner.client.delete(paths.job(id)), 409, 'job_locked');
    await pilot.client.post(paths.flightRecords(), { jobId: id, flightNumber: 'FL-001', duration: 5 });
    await pilot.client.post(paths.releaseJob(id));
    const { message } = expectError(await owner.client.delete(paths.job(id)), 409, 'job_locked');
    expect(message).toBe('A job with recorded flights cannot be deleted.');
    const other = await createUser(server, 'pilot');
    const detail = expectView(await other.client.get(paths.job(id)), 200, jobDetailView);
    expect(detail).toMatchObject({ pilotId: null, flightData: [], flightDataCount: 0, payment: null });
    expect((await readJob(id)).flightData).toHaveLength(1);
  });
});

describe('one job', () => {
  it('[ENTITY-7, ENTITY-20, CALL-11] has its flights, attachments and payment', async () => {
    const job = await jobIn(server, 'completed', { owner, pilot });
    const flight = { jobId: job.id, flightNumber: 'FL-001', duration: 5 };
    await pilot.client.post(paths.flightRecords(), flight);
    await server.dataSource.query(
      `INSERT INTO payments (job_id, provider, status, amount, transaction_id) VALUES
        ($1, 'stripe', 'failed', 145050, $2), ($1, 'stripe', 'pending', 145050, $3)`,
      [job.id, `pi_a${job.id}`, `pi_b${job.id}`],
    );
    const detail = await readJob(job.id);
    expect(detail.flightData).toMatchObject([flight]);
    expect(detail.attachments).toEqual([]);
    expect(detail.payment).toMatchObject({
      amount: 1450.5,
      status: 'pending',
      transactionId: `pi_b${job.id}`,
    });
    expect(expectView(await pilot.client.get(paths.job(job.id)), 200, jobDetailView)).toEqual({
      ...detail,
      payment: { ...detail.payment, share: null },
    });
  });

  it.each(['abc', '2147483648', '%00'])('refuses the id %s', async (id) => {
    const { errors } = expectError(await owner.client.get(`/api/jobs/${id}`), 400, 'validation_failed');
    expect(errors?.[0]?.path).toBe('id');
  });
});

describe('lists', () => {
  const ids = (jobs: JobView[]) => jobs.map((job) => job.id);

  it('[CALL-8, CALL-9] have the jobs of a client, of a pilot or the available jobs, newest first', async () => {
    const client = await createUser(server, 'client');
    const assignedPilot = await createUser(server, 'pilot');
    const open = await postJob(client);
    const assigned = await acceptJob(assignedPilot, (await postJob(client)).id);
    const read = async (testUser: TestUser, path: string) =>
      ids(expectView(await testUser.client.get(path), 200, jobListView));
    expect(await read(client, paths.clientJobs(client.user.id))).toEqual([assigned.id, open.id]);
    expect(await read(assignedPilot, paths.pilotJobs(assignedPilot.user.id))).toEqual([assigned.id]);
    const available = await read(assignedPilot, paths.availableJobs());
    expect(available[0]).toBe(open.id);
    expect(available).not.toContain(assigned.id);
  });

  it('[LIST-1, LIST-2] continue after a cursor without a gap or a repeat', async () => {
    const client = await createUser(server, 'client');
    const posted: number[] = [];
    for (let count = 0; count < 5; count += 1) posted.unshift((await postJob(client)).id);
    const seen: number[] = [];
    let next: string | undefined = `${paths.clientJobs(client.user.id)}?limit=2`;
    while (next) {
      const response = await client.client.get(next);
      seen.push(...ids(expectView(response, 200, jobListView)));
      next = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      if (seen.length === 2) await postJob(client);
    }
    expect(seen).toEqual(posted);
  });

  it('[LIST-3] end at 500 rows without a limit, with a link to the next page', async () => {
    const client = await createUser(server, 'client');
    await server.dataSource.query(
      `INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
       SELECT 'Job ' || n, 'Text', 'Mapping', 'Here', 100, $1, now(), true FROM generate_series(1, 501) AS n`,
      [client.user.id],
    );
    const response = await client.client.get(paths.clientJobs(client.user.id));
    const jobs = expectView(response, 200, jobListView);
    expect(jobs).toHaveLength(500);
    expect(response.headers.get('link')).toBe(
      `<${paths.clientJobs(client.user.id)}?after=${jobs.at(-1)?.id}>; rel="next"`,
    );
  });

  it.each(['limit=501', 'limit=1&limit=2', 'after=x', 'sort=id'])('refuse ?%s', async (query) => {
    const response = await owner.client.get(`${paths.clientJobs(owner.user.id)}?${query}`);
    expectError(response, 400, 'validation_failed');
  });
});
