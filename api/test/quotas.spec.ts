import { attachmentView, GIGABYTE, paths, quotaListView } from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { uploadBody } from './support/deliverables.ts';
import { PDF, upload } from './support/files.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

const OPEN_JOBS = 5;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ storagePerAccountGb: 1, openJobsPerClient: OPEN_JOBS });
});
afterAll(() => server.close());

const quotas = async ({ client }: TestUser) =>
  expectView(await client.get(paths.quotas()), 200, quotaListView);

/** Stores an attachment of a user with a size, without its content. */
const store = ({ user }: TestUser, jobId: number, bytes: number) =>
  server.dataSource.query(
    `INSERT INTO job_files (job_id, purpose, file_name, file_type, media_type, file_size, uploaded_by,
       file_modified_at, completed_at)
     VALUES ($1, 'attachment', 'plan.pdf', 'pdf', 'application/pdf', $2, $3, now(), now())`,
    [jobId, bytes, user.id],
  );

describe('the storage of an account', () => {
  it('[SECURE-93, SECURE-95, SECURE-96] takes no more than its limit, from parallel uploads to several jobs either', async () => {
    const owner = await createUser(server, 'client');
    const jobs = [await postJob(owner), await postJob(owner), await postJob(owner)];
    const first = expectView(
      await owner.client.post(paths.attachments(jobs[0]?.id ?? 0), upload()),
      201,
      attachmentView,
    );
    await store(owner, jobs[0]?.id ?? 0, GIGABYTE - 2 * first.fileSize);
    const responses = await Promise.all(
      jobs.map(({ id }) => owner.client.post(paths.attachments(id), upload())),
    );
    expect(sortedStatuses(responses)).toEqual([201, 409, 409]);
    const refusal = responses.find(({ status }) => status === 409) ?? responses[0];
    expect(refusal && expectError(refusal, 409, 'quota_exceeded').message).toMatch(
      /^Your files take 1 GB of 1 GB, and this one needs .+\. Delete deliverables or open jobs/,
    );
    expect(await quotas(owner)).toEqual([
      { name: 'storage', used: GIGABYTE, limit: GIGABYTE },
      { name: 'open-jobs', used: 3, limit: OPEN_JOBS },
    ]);
    // A deleted job returns its room.
    expect((await owner.client.delete(paths.job(jobs[0]?.id ?? 0))).status).toBe(204);
    expect((await owner.client.post(paths.attachments(jobs[1]?.id ?? 0), upload())).status).toBe(201);
  });

  it('[SECURE-93] counts deliverables with their announced size', async () => {
    const owner = await createUser(server, 'client');
    const pilot = await createUser(server, 'pilot');
    const { id } = await postJob(owner);
    await acceptJob(pilot, id);
    await pilot.client.patch(paths.job(id), { status: 'in-progress' });
    await store(pilot, id, GIGABYTE - 1000);
    const start = (fileSize: number) =>
      pilot.client.post(paths.uploads(id), { ...uploadBody(PDF), fileSize });
    const responses = await Promise.all([start(600), start(600)]);
    expect(sortedStatuses(responses)).toEqual([201, 409]);
    expectError(await start(401), 409, 'quota_exceeded');
    expect((await start(400)).status).toBe(201);
    expect(await quotas(pilot)).toEqual([{ name: 'storage', used: GIGABYTE, limit: GIGABYTE }]);
  });
});

describe('a client', () => {
  it('[SECURE-94, SECURE-95] has a limited number of open jobs, also from parallel posts, posts again after a deletion, and gets the first response again for a repeated post', async () => {
    const owner = await createUser(server, 'client');
    const first = await postJob(owner);
    await server.dataSource.query(
      `INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
        SELECT 'Posted', 'Text', 'Mapping', 'Here', 100, $1, now(), true FROM generate_series(1, $2::int)`,
      [owner.user.id, OPEN_JOBS - 3],
    );
    const key = crypto.randomUUID();
    const post = (headers = {}) => owner.client.send('POST', paths.jobs(), jobBody(), headers);
    const responses = await Promise.all([post(), post({ 'idempotency-key': key }), post()]);
    expect(sortedStatuses(responses)).toEqual([201, 201, 409]);
    expect(expectError(await post(), 409, 'quota_exceeded').message).toBe(
      'You have 5 open jobs, and 5 is the limit. Delete one that you no longer need, or wait until a pilot accepts one.',
    );
    expect((await owner.client.delete(paths.job(first.id))).status).toBe(204);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const last = await post(headers);
    expect(last.status).toBe(201);
    const again = await post(headers);
    expect([again.status, again.body]).toEqual([201, last.body]);
  });
});
