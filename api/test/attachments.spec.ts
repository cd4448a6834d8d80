import { once } from 'node:events';
import {
  ATTACHMENT_MAX_BYTES,
  ATTACHMENTS_PER_JOB,
  attachmentView,
  jobDetailView,
  jobEventListView,
  paths,
  type JobStatus,
} from '@dps/contract';
import { largePdf } from './support/attachments.ts';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';
import { PDF, upload } from './support/files.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { openSocket } from './support/raw-http.ts';
import { compoundFile, WORD_PARTS, zipFile } from './support/word-files.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

const DOCX = zipFile(WORD_PARTS);
const DOC = compoundFile(['Root Entry', 'WordDocument', '1Table']);
const HTML = Buffer.from('<html><script>alert(1)</script></html>');

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const attach = (jobId: number, body: unknown) => owner.client.post(paths.attachments(jobId), body);

/** Downloads a file without decoding it. */
async function download(jobId: number, id: number, given: Record<string, string> = {}) {
  const response = await fetch(server.url + paths.attachment(jobId, id), {
    headers: { cookie: owner.client.cookie ?? '', ...given },
  });
  return {
    status: response.status,
    headers: response.headers,
    content: Buffer.from(await response.arrayBuffer()),
  };
}

describe('attaching', () => {
  it('[ENTITY-19, CALL-18, FILE-10, UPLOAD-7] lists the file with the job, with the session user as uploader and without its content', async () => {
    const job = await postJob(owner);
    const attachment = expectView(await attach(job.id, upload()), 201, attachmentView);
    expect(attachment).toMatchObject({
      jobId: job.id,
      fileName: 'site-plan.pdf',
      fileType: 'pdf',
      fileSize: PDF.length,
      uploadedBy: owner.user.id,
    });
    const detail = expectView(await owner.client.get(paths.job(job.id)), 200, jobDetailView);
    expect(detail.attachments).toEqual([attachment]);
  });

  it('[UPLOAD-1, UPLOAD-2] accepts exactly 10 MB, and refuses one byte more or a much larger body', async () => {
    const job = await postJob(owner);
    const full = Buffer.concat([PDF, Buffer.alloc(ATTACHMENT_MAX_BYTES - PDF.length, 7)]);
    const { id, fileSize } = expectView(await attach(job.id, upload(full)), 201, attachmentView);
    expect(fileSize).toBe(ATTACHMENT_MAX_BYTES);
    expect((await download(job.id, id)).content.equals(full)).toBe(true);
    const large = Buffer.concat([full, Buffer.from('7')]);
    const { errors } = expectError(await attach(job.id, upload(large)), 400, 'validation_failed');
    expect(errors).toEqual([{ path: 'fileSize', message: 'The file is larger than 10MB' }]);
    const wrongSize = upload(large, { fileSize: ATTACHMENT_MAX_BYTES });
    expectError(await attach(job.id, wrongSize), 413, 'payload_too_large');
    const larger = upload(PDF, { fileData: 'A'.repeat(15_000_000) });
    expectError(await attach(job.id, larger), 413, 'payload_too_large');
  });

  it.each([
    ['a file with a wrong size', upload(PDF, { fileSize: PDF.length + 1 })],
    ['invalid base64', upload(PDF, { fileData: '***' })],
    ['HTML named .pdf', upload(HTML)],
    ['a PDF named .html', upload(PDF, { fileName: 'a.html' })],
    ['a PDF with the type image', upload(PDF, { fileType: 'image' })],
    [
      '[UPLOAD-14] an installer named .doc',
      upload(compoundFile(['Root Entry', 'WordDocument'], '84100c0000000000c000000000000046'), {
        fileName: 'setup.doc',
        fileType: 'document',
      }),
    ],
    [
      '[UPLOAD-13] a JAR named .docx',
      upload(zipFile({ ...WORD_PARTS, 'META-INF/MANIFEST.MF': 'Main-Class: A' }), {
        fileName: 'a.docx',
        fileType: 'document',
      }),
    ],
  ])('[UPLOAD-4, UPLOAD-5] refuses %s', async (_what, body) => {
    const job = await postJob(owner);
    expectError(await attach(job.id, body), 400, 'invalid_file');
    const detail = expectView(await owner.client.get(paths.job(job.id)), 200, jobDetailView);
    expect(detail.attachments).toEqual([]);
  });

  it.each([
    ['fileSize', '833'],
    ['fileType', 'exe'],
    ['fileName', 'plan\u202efdp.exe'],
    ['fileName', 'plan\r\n.pdf'],
    ['fileData', ''],
  ])('[SECURE-21] refuses %s %j', async (path, value) => {
    const job = await postJob(owner);
    const response = await attach(job.id, upload(PDF, { [path]: value }));
    expect(expectError(response, 400, 'validation_failed').errors?.[0]?.path).toBe(path);
  });

  it('[UPLOAD-3] accepts five for a job when eight arrive at once', async () => {
    const job = await postJob(owner);
    const responses = await Promise.all(Array.from({ length: 8 }, () => attach(job.id, upload())));
    expect(sortedStatuses(responses)).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    expectError(await attach(job.id, upload()), 409, 'too_many_attachments');
  });

  it.each<[JobStatus, number]>([
    ['completed', 201],
    ['paid', 409],
  ])('[ACCESS-14] responds for a %s job with %d', async (status, expected) => {
    const job = await jobIn(server, status, { owner, pilot });
    expect((await attach(job.id, upload())).status).toBe(expected);
  });

  it('without a session is refused before a large body is sent', async () => {
    const job = await postJob(owner);
    const response = await fetch(server.url + paths.attachments(job.id), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '13000000' },
      body: new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16)) }),
      duplex: 'half',
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('connection')).toBe('close');
  });
});

describe('deleting', () => {
  const remove = ({ client }: TestUser, jobId: number, id: number) =>
    client.delete(paths.attachment(jobId, id));
  const stored = async (jobId: number) => {
    const { attachments } = expectView(await owner.client.get(paths.job(jobId)), 200, jobDetailView);
    return attachments.map(({ id }) => id);
  };
  const attached = async (jobId: number) => expectView(await attach(jobId, upload()), 201, attachmentView).id;

  it('[CALL-51, ACCESS-23, HIST-2] deletes the file and its content, and makes room for another', async () => {
    const { id: jobId } = await postJob(owner);
    const ids = [];
    for (let n = 0; n < ATTACHMENTS_PER_JOB; n += 1) ids.push(await attached(jobId));
    await server.runNow('content-sweep');
    const [deleted = 0, ...kept] = ids;
    expect((await remove(owner, jobId, deleted)).status).toBe(204);
    expect(await stored(jobId)).toEqual(kept);
    expect((await download(jobId, deleted)).status).toBe(404);
    expectError(await remove(owner, jobId, deleted), 404, 'not_found');
    expect(await server.runNow('content-sweep')).toEqual([{ removed: 1 }]);
    await attached(jobId);
    const history = await owner.client.get(paths.jobEvents(jobId));
    const { kind, before, actor } = expectView(history, 200, jobEventListView)[1] ?? {};
    expect([kind, before?.fileName, actor?.name]).toEqual(['file-removed', 'site-plan.pdf', owner.user.name]);
  });

  it('[ACCESS-23] is refused to other users, for another job, and after a pilot has accepted the job', async () => {
    const job = await postJob(owner);
    const id = await attached(job.id);
    const other = await createUser(server, 'client');
    for (const user of [other, pilot]) expectError(await remove(user, job.id, id), 403, 'forbidden');
    const own = await postJob(other);
    expectError(await remove(other, own.id, id), 404, 'not_found');
    const accepted = `UPDATE jobs SET pilot_id = ${pilot.user.id} WHERE id = $1`;
    const during = await commitDuringRequest(server.dataSource, accepted, job.id, () =>
      remove(owner, job.id, id),
    );
    expectError(during, 409, 'job_locked');
    expectError(await remove(owner, job.id, id), 409, 'job_locked');
    expect(await stored(job.id)).toEqual([id]);
  });
});

describe('downloading', () => {
  it.each([
    ['plan.pdf', 'pdf', PDF, 'application/pdf', 'inline'],
    ['letter.doc', 'document', DOC, 'application/msword', 'attachment'],
    [
      'letter.docx',
      'document',
      DOCX,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'attachment',
    ],
  ])(
    '[CALL-19, UPLOAD-6] returns %s unchanged and with its media type',
    async (fileName, fileType, content, mediaType, shown) => {
      const job = await postJob(owner);
      const { id } = expectView(
        await attach(job.id, upload(content, { fileName, fileType })),
        201,
        attachmentView,
      );
      const file = await download(job.id, id);
      expect(file.content.equals(content)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': mediaType,
        'content-length': String(content.length),
        'content-disposition': `${shown}; filename="${fileName}"; filename*=UTF-8''${fileName}`,
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it('[UPLOAD-12] stores a name in composed form without dots at its end, and escapes file names in the header', async () => {
    const job = await postJob(owner);
    const [fileName, stored] = [
      'Gro\u0308\u00dfe "X: 1; /../\ud83d\ude81.pdf. .',
      'Gr\u00f6\u00dfe "X: 1; /../\ud83d\ude81.pdf',
    ];
    const attachment = expectView(await attach(job.id, upload(PDF, { fileName })), 201, attachmentView);
    expect(attachment.fileName).toBe(stored);
    const { headers } = await download(job.id, attachment.id);
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="Gr__e _X: 1; _..___.pdf"; filename*=UTF-8''${encodeURIComponent(stored)}`,
    );
  });

  it('[UPLOAD-18] continues from any position of an unchanged file', async () => {
    const job = await postJob(owner);
    const large = largePdf(1_300_000);
    const { id } = expectView(await attach(job.id, upload(large)), 201, attachmentView);
    const { headers } = await download(job.id, id);
    const etag = headers.get('etag') ?? '';
    expect(headers.get('accept-ranges')).toBe('bytes');
    for (const from of [1, 524_288, 700_000, 1_299_999]) {
      const rest = await download(job.id, id, { range: `bytes=${from}-`, 'if-range': etag });
      expect(rest.status).toBe(206);
      expect(rest.content.equals(large.subarray(from))).toBe(true);
      expect(rest.headers.get('content-range')).toBe(`bytes ${from}-1299999/1300000`);
      expect(rest.headers.get('content-disposition')).toBe(headers.get('content-disposition'));
    }
    const middle = await download(job.id, id, { range: 'bytes=524280-524299' });
    expect(middle.content.equals(large.subarray(524_280, 524_300))).toBe(true);
    const changed = await download(job.id, id, { range: 'bytes=9-', 'if-range': '"changed"' });
    expect([changed.status, changed.content.length]).toEqual([200, large.length]);
  });

  it('[UPLOAD-19] of a range behind the end is refused with the size', async () => {
    const job = await postJob(owner);
    const { id } = expectView(await attach(job.id, upload()), 201, attachmentView);
    const { status, headers } = await download(job.id, id, { range: `bytes=${PDF.length}-` });
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${PDF.length}`]);
  });

  it('[UPLOAD-15] of one account that are never read are six at a time, and do not delay other users', async () => {
    const job = await postJob(owner);
    const full = Buffer.concat([PDF, Buffer.alloc(ATTACHMENT_MAX_BYTES - PDF.length, 7)]);
    const { id } = expectView(await attach(job.id, upload(full)), 201, attachmentView);
    const head = `GET ${paths.attachment(job.id, id)} HTTP/1.1\r\nHost: x\r\nCookie: ${owner.client.cookie}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(server)));
    const statuses = await Promise.all(
      sockets.map(async (socket) => {
        socket.write(head);
        await once(socket, 'readable');
        return String(socket.read(12)).slice(-3);
      }),
    );
    expect(statuses.filter((status) => status === '200')).toHaveLength(6);
    expect(statuses.filter((status) => status === '429')).toHaveLength(14);
    const reader = await createUser(server, 'client');
    const own = await postJob(reader);
    const file = await reader.client.post(paths.attachments(own.id), upload());
    const { id: ownFile } = expectView(file, 201, attachmentView);
    expect((await reader.client.get(paths.attachment(own.id, ownFile))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
