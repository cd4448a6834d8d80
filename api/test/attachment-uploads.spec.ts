import { randomUUID } from 'node:crypto';
import { ATTACHMENT_MAX_BYTES, jobDetailView, paths, UPLOAD_PART_BYTES, uploadView } from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { complete, partOf, send, sendPart, uploadBody } from './support/deliverables.ts';
import { PDF, upload } from './support/files.ts';
import { postJob } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';
import { WORD_PARTS, zipFile } from './support/word-files.ts';

let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
});
afterAll(() => server.close());

describe('an attachment in parts', () => {
  /** A PDF of two parts. */
  const plan = Buffer.concat([PDF, Buffer.alloc(UPLOAD_PART_BYTES, 7)]);
  const sendPlan = (jobId: number, name = 'plan.pdf', content: Buffer = plan) =>
    send(owner, jobId, content, name, 'attachment');
  const attached = async (jobId: number) =>
    expectView(await owner.client.get(paths.job(jobId)), 200, jobDetailView).attachments;

  it('[UPLOAD-21] is listed after its completion, with equal bytes', async () => {
    const { id: jobId } = await postJob(owner);
    const sent = await sendPlan(jobId);
    expect(await attached(jobId)).toEqual([]);
    expectError(await owner.client.get(paths.attachment(jobId, sent.id)), 404, 'not_found');
    expectView(await complete(owner, sent), 200, uploadView);
    const listed = { id: sent.id, fileName: 'plan.pdf', fileType: 'pdf', uploadedBy: owner.user.id };
    expect(await attached(jobId)).toEqual([expect.objectContaining(listed)]);
    const response = await fetch(server.url + paths.attachment(jobId, sent.id), {
      headers: { cookie: owner.client.cookie ?? '' },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(plan)).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect((await owner.client.delete(paths.upload(jobId, sent.id))).status).toBe(404);
  });

  it('[UPLOAD-21] continues with the same file, and with the same key also after its completion', async () => {
    const { id: jobId } = await postJob(owner);
    const body = uploadBody(plan, 'plan.pdf', 'attachment');
    const start = async (key: string) =>
      expectView(
        await owner.client.send('POST', paths.uploads(jobId), body, { 'idempotency-key': key }),
        201,
        uploadView,
      );
    const first = await start(randomUUID());
    await sendPart(owner, first, 1, partOf(plan, 1));
    const key = randomUUID();
    const again = await start(key);
    expect(again).toEqual({ ...first, receivedBytes: UPLOAD_PART_BYTES });
    await sendPart(owner, first, 2, partOf(plan, 2));
    const done = expectView(await complete(owner, first), 200, uploadView);
    expect(await start(key)).toEqual(done);
    expect((await start(randomUUID())).id).not.toBe(first.id);
  });

  it.each([
    ['a PDF of 10 MB and one byte', 'plan.pdf', { fileSize: ATTACHMENT_MAX_BYTES + 1 }, 'validation_failed'],
    ['a point cloud', 'cloud.las', {}, 'invalid_file'],
  ])('[UPLOAD-1, UPLOAD-5] refuses %s', async (_what, name, overrides, code) => {
    const { id: jobId } = await postJob(owner);
    const body = { ...uploadBody(plan, name, 'attachment'), ...overrides };
    expect(await owner.client.post(paths.uploads(jobId), body)).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  it('[UPLOAD-13] is deleted at its completion if its content does not fit', async () => {
    const { id: jobId } = await postJob(owner);
    const jar = zipFile({ ...WORD_PARTS, 'META-INF/MANIFEST.MF': 'Main-Class: A' });
    const sent = await sendPlan(jobId, 'a.docx', jar);
    expectError(await complete(owner, sent), 400, 'invalid_file');
    expectError(await complete(owner, sent), 404, 'not_found');
  });

  it('[UPLOAD-3] counts with the completed ones of both ways when several are completed at once', async () => {
    const { id: jobId } = await postJob(owner);
    for (let count = 0; count < 3; count += 1) await owner.client.post(paths.attachments(jobId), upload());
    const sent = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) sent.push(await sendPlan(jobId, name, PDF));
    const responses = await Promise.all(sent.map((each) => complete(owner, each)));
    expect(sortedStatuses(responses)).toEqual([200, 200, 409, 409]);
    expectError(await owner.client.post(paths.attachments(jobId), upload()), 409, 'too_many_attachments');
    const body = uploadBody(PDF, 'e.pdf', 'attachment');
    expectError(await owner.client.post(paths.uploads(jobId), body), 409, 'too_many_attachments');
    expect(await attached(jobId)).toHaveLength(5);
  });

  it('[UPLOAD-22] is deleted an hour after its start, or when it is cancelled', async () => {
    const { id: jobId } = await postJob(owner);
    const [cancelled, left] = [await sendPlan(jobId, 'a.pdf'), await sendPlan(jobId, 'b.pdf')];
    expect((await owner.client.delete(paths.upload(jobId, cancelled.id))).status).toBe(204);
    expectError(await complete(owner, cancelled), 404, 'not_found');
    await server.runNow('housekeeping');
    expectView(await sendPart(owner, left, 2, partOf(plan, 2)), 200, uploadView);
    await server.dataSource.query(
      `UPDATE job_files SET upload_expires_at = upload_expires_at - interval '1 hour' WHERE job_id = $1`,
      [jobId],
    );
    await server.runNow('housekeeping');
    expectError(await complete(owner, left), 404, 'not_found');
  });
});
