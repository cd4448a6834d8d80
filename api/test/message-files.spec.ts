import { randomUUID } from 'node:crypto';
import {
  ATTACHMENT_MAX_BYTES,
  jobDetailView,
  MESSAGE_FILES,
  messageView,
  OPEN_UPLOADS_PER_PILOT,
  paths,
  uploadListView,
  uploadView,
} from '@dps/contract';
import { expectError, expectView, type ApiResponse } from './support/client.ts';
import { complete, send, sendPart, startUpload, uploadBody } from './support/deliverables.ts';
import { PDF } from './support/files.ts';
import { acceptJob, jobIn } from './support/jobs.ts';
import { messagesOf, postMessage, sendFile, uploadFile, type ThreadIds } from './support/messages.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let thread: ThreadIds;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  [owner, pilot] = await Promise.all([createUser(server, 'client'), createUser(server, 'pilot')]);
  thread = await startThread();
});
afterAll(() => server.close());

async function startThread(): Promise<ThreadIds> {
  const { id } = await jobIn(server, 'in-progress', { owner, pilot });
  return { jobId: id, pilotId: pilot.user.id };
}

const download = ({ client }: TestUser, fileId: number): Promise<ApiResponse> =>
  client.get(paths.messageFile(thread.jobId, thread.pilotId, fileId));

describe('the files of a message', () => {
  it('[MESSAGE-11] are uploaded before, sent with it, and downloaded by both parties, whose browsers save them', async () => {
    const fileIds: number[] = [];
    for (let count = 1; count <= MESSAGE_FILES; count += 1)
      fileIds.push(await uploadFile(pilot, thread.jobId, `gate ${count}.pdf`));
    const message = expectView(
      await postMessage(pilot, thread, { text: '', fileIds: fileIds.toReversed() }),
      201,
      messageView,
    );
    const named = fileIds.map((id, index) => ({
      id,
      fileName: `gate ${index + 1}.pdf`,
      fileType: 'pdf',
      fileSize: PDF.length,
    }));
    expect(message.files).toEqual(named);
    expect(await messagesOf(owner, thread)).toEqual([message]);
    for (const party of [owner, pilot]) {
      const response = await fetch(
        server.url + paths.messageFile(thread.jobId, thread.pilotId, fileIds[0] ?? 0),
        { headers: { cookie: party.client.cookie ?? '' } },
      );
      expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
      expect(response.headers.get('content-type')).toBe('application/octet-stream');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="gate 1.pdf"/);
    }
  });

  it('[MESSAGE-11] are no files of the job, and no events of its history', async () => {
    const history = async () => (await owner.client.get(paths.jobEvents(thread.jobId))).body;
    const before = await history();
    const { files } = await sendFile(pilot, thread);
    expect(await history()).toEqual(before);
    const job = expectView(await owner.client.get(paths.job(thread.jobId)), 200, jobDetailView);
    expect(job.attachments).toEqual([]);
    expect((await owner.client.get(paths.deliverables(thread.jobId))).body).toEqual([]);
    const fileId = files[0]?.id ?? 0;
    for (const path of [paths.attachment(thread.jobId, fileId), paths.deliverable(thread.jobId, fileId)])
      expectError(await pilot.client.get(path), 404, 'not_found');
    expectError(await pilot.client.delete(paths.deliverable(thread.jobId, fileId)), 404, 'not_found');
  });

  it('[MESSAGE-11] are hidden until they are sent, and from all other users', async () => {
    const fileId = await uploadFile(owner, thread.jobId);
    for (const user of [owner, pilot]) expectError(await download(user, fileId), 404, 'not_found');
    await postMessage(owner, thread, { text: 'The plan', fileIds: [fileId] });
    const withdrawal = { reason: 'The drone is damaged.' };
    await pilot.client.post(paths.releaseJob(thread.jobId), withdrawal);
    const next = await createUser(server, 'pilot');
    await acceptJob(next, thread.jobId);
    expect((await download(pilot, fileId)).status).toBe(200);
    expectError(await download(next, fileId), 404, 'not_found');
    const ofNext = paths.messageFile(thread.jobId, next.user.id, fileId);
    for (const user of [next, owner]) expectError(await user.client.get(ofNext), 404, 'not_found');
    const late = uploadBody(PDF, 'late.pdf', 'message');
    expectError(await pilot.client.post(paths.uploads(thread.jobId), late), 404, 'not_found');
  });

  it('[MESSAGE-12] are sent once, by their uploader, in a conversation about their job', async () => {
    const fileId = await uploadFile(owner, thread.jobId);
    const body = { text: 'The plan', fileIds: [fileId] };
    const unfinished = await send(owner, thread.jobId, PDF, 'unfinished.pdf', 'message');
    const attachment = await send(owner, thread.jobId, PDF, 'attachment.pdf', 'attachment');
    await complete(owner, attachment);
    const other = await startThread();
    for (const [sender, ids, sent] of [
      [pilot, thread, body],
      [owner, other, body],
      [owner, thread, { ...body, fileIds: [fileId, unfinished.id] }],
      [owner, thread, { ...body, fileIds: [attachment.id] }],
    ] as const) {
      const { errors } = expectError(await postMessage(sender, ids, sent), 400, 'validation_failed');
      expect(errors).toEqual([{ path: 'fileIds', message: 'Upload the files of the message first' }]);
    }
    const key = randomUUID();
    const first = await postMessage(owner, thread, body, key);
    expect(first.status).toBe(201);
    expect((await postMessage(owner, thread, body, key)).body).toEqual(first.body);
    expectError(await postMessage(owner, thread, { text: 'The plan' }, key), 422, 'idempotency_key_reused');
    expectError(await postMessage(owner, thread, body), 400, 'validation_failed');
  });

  it('[MESSAGE-13] that are not sent can be removed, and are deleted after 7 days', async () => {
    const [removed, expired, sent] = [
      await uploadFile(owner, thread.jobId, 'a.pdf'),
      await uploadFile(owner, thread.jobId, 'b.pdf'),
      await uploadFile(owner, thread.jobId, 'c.pdf'),
    ];
    await postMessage(owner, thread, { text: '', fileIds: [sent] });
    const cancel = (id: number) => owner.client.delete(paths.upload(thread.jobId, id));
    expect((await cancel(removed)).status).toBe(204);
    expectError(await cancel(sent), 404, 'not_found');
    const age = (time: string) =>
      server.dataSource.query(
        `UPDATE job_files SET upload_expires_at = upload_expires_at - interval '${time}' WHERE job_id = $1`,
        [thread.jobId],
      );
    const idsLeft = async () => {
      await server.runNow('housekeeping');
      const rows: { id: number }[] = await server.dataSource.query(
        'SELECT id FROM job_files WHERE job_id = $1 ORDER BY id',
        [thread.jobId],
      );
      return rows.map(({ id }) => id);
    };
    await age('6 days 23 hours');
    expect(await idsLeft()).toEqual([expired, sent]);
    await age('1 hour');
    expect(await idsLeft()).toEqual([sent]);
  });

  it('[MESSAGE-13] that are not sent are listed for their uploader, when they are complete', async () => {
    const draft = await uploadFile(owner, thread.jobId, 'draft.pdf');
    const sent = await uploadFile(owner, thread.jobId, 'sent.pdf');
    await postMessage(owner, thread, { text: '', fileIds: [sent] });
    await uploadFile(pilot, thread.jobId, 'of the pilot.pdf');
    await uploadFile(owner, (await startThread()).jobId, 'other job.pdf');
    await send(owner, thread.jobId, PDF, 'unfinished.pdf', 'message');
    await complete(owner, await send(owner, thread.jobId, PDF, 'attachment.pdf', 'attachment'));
    const list = await owner.client.get(paths.uploads(thread.jobId));
    expect(expectView(list, 200, uploadListView)).toMatchObject([{ id: draft, fileName: 'draft.pdf' }]);
    const outsider = await createUser(server, 'pilot');
    expectError(await outsider.client.get(paths.uploads(thread.jobId)), 404, 'not_found');
  });

  it('[MESSAGE-13] that are not sent are stored once, until the same file is sent', async () => {
    const body = uploadBody(PDF, 'plan.pdf', 'message');
    const start = async () => {
      const response = await owner.client.post(paths.uploads(thread.jobId), body);
      return expectView(response, 201, uploadView);
    };
    const { id } = await start();
    expect((await sendPart(owner, { id, jobId: thread.jobId }, 1, PDF)).status).toBe(200);
    const completed = expectView(await complete(owner, { id, jobId: thread.jobId }), 200, uploadView);
    expect(await start()).toEqual(completed);
    await postMessage(owner, thread, { text: '', fileIds: [id] });
    expect((await start()).id).not.toBe(id);
  });

  it('[MESSAGE-13] that are not sent are at most 10 of an account', async () => {
    const started = await startUpload(owner, thread.jobId, PDF, 'unfinished.pdf', 'message');
    for (let count = 1; count < OPEN_UPLOADS_PER_PILOT; count += 1)
      await uploadFile(owner, thread.jobId, `${count}.pdf`);
    const another = () =>
      owner.client.post(paths.uploads(thread.jobId), uploadBody(PDF, 'another.pdf', 'message'));
    expectError(await another(), 409, 'too_many_deliverables');
    await owner.client.delete(paths.upload(thread.jobId, started.id));
    expectView(await another(), 201, uploadView);
  });

  it.each([
    ['a PDF of 10 MB and one byte', 'plan.pdf', { fileSize: ATTACHMENT_MAX_BYTES + 1 }, 'validation_failed'],
    ['an archive', 'photos.zip', {}, 'invalid_file'],
  ])('[MESSAGE-11] have the formats of attachments: %s is refused', async (_what, name, overrides, code) => {
    const body = { ...uploadBody(PDF, name, 'message'), ...overrides };
    const response = await owner.client.post(paths.uploads(thread.jobId), body);
    expect(response).toMatchObject({ status: 400, body: { code } });
  });
});
