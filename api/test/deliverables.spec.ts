import { once } from 'node:events';
import {
  DELIVERABLE_MAX_BYTES,
  UPLOAD_PART_BYTES,
  jobEventListView,
  paths,
  uploadView,
  type UploadView,
} from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { startDeliverableBed, type DeliverableBed } from './support/deliverable-bed.ts';
import {
  startUpload,
  uploadBody,
  complete,
  deliver,
  download,
  partOf,
  send,
  sendPart,
  storeDeliverable,
} from './support/deliverables.ts';
import { PDF } from './support/files.ts';
import { openSocket } from './support/raw-http.ts';
import { pointCloud } from './support/survey-files.ts';

/** A point cloud of three parts. */
const LAS = pointCloud(Math.ceil((2.1 * UPLOAD_PART_BYTES) / 20));

let bed: DeliverableBed;

/** Starts a server with this store before the tests, and removes all jobs after each of them. */
function useBed(store: Parameters<typeof startDeliverableBed>[0]): void {
  beforeAll(async () => {
    bed = await startDeliverableBed(store);
  });
  afterEach(() => bed.clear());
  afterAll(() => bed.close());
}

describe('deliverables', () => {
  useBed('database');

  describe('uploading', () => {
    it('[CALL-30, CALL-31, CALL-32, DELIVER-3, DELIVER-4, DELIVER-8, DELIVER-13] continues after an interrupted part, and is visible to the client after its completion, with equal bytes', async () => {
      const jobId = await bed.newJob();
      const upload = await startUpload(bed.pilot, jobId, LAS, 'cloud.las');
      await sendPart(bed.pilot, upload, 1, partOf(LAS, 1));
      const second = partOf(LAS, 2);
      const socket = await openSocket(bed.server);
      socket.write(
        `PUT ${paths.upload(jobId, upload.id)}/parts/2 HTTP/1.1\r\nHost: x\r\nCookie: ${bed.pilot.client.cookie}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${second.length}\r\n\r\n`,
      );
      socket.write(second.subarray(0, 1_000_000), () => socket.destroy());
      await once(socket, 'close');
      const [resumed] = await bed.list(bed.pilot, jobId);
      expect(resumed?.receivedBytes).toBe(UPLOAD_PART_BYTES);
      expectView(await sendPart(bed.pilot, upload, 2, second), 200, uploadView);
      const sent = expectView(await sendPart(bed.pilot, upload, 3, partOf(LAS, 3)), 200, uploadView);
      expect(await bed.list(bed.pilot, jobId)).toMatchObject([{ id: sent.id, completedAt: null }]);
      expect(await bed.list(bed.owner, jobId)).toEqual([]);
      expectError(await bed.owner.client.get(paths.deliverable(jobId, upload.id)), 404, 'not_found');
      const done = expectView(await complete(bed.pilot, upload), 200, uploadView);
      const [delivered] = await bed.list(bed.owner, jobId);
      const { id, completedAt } = done;
      const facts = { fileType: 'point-cloud', receivedBytes: LAS.length, hasPreview: false };
      expect(delivered).toMatchObject({ id, completedAt, ...facts });
      const file = await download(bed.server, bed.owner, done);
      expect(file.content.equals(LAS)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(LAS.length),
        'content-disposition': `attachment; filename="cloud.las"; filename*=UTF-8''cloud.las`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    });

    it('[DELIVER-4, DELIVER-5] accepts one of two different files, and a stored part again without storing it', async () => {
      const upload = await startUpload(bed.pilot, await bed.newJob(), LAS, 'cloud.las');
      const other = Buffer.from(LAS);
      other.writeUInt8(7, 300);
      const firstParts = [LAS, other].map((file) => partOf(file, 1));
      const responses = await Promise.all(firstParts.map((part) => sendPart(bed.pilot, upload, 1, part)));
      expect(sortedStatuses(responses)).toEqual([200, 409]);
      const stored = firstParts[responses.findIndex(({ status }) => status === 200)] ?? other;
      const sendAgain = () => sendPart(bed.pilot, upload, 1, stored);
      for (const response of await Promise.all([sendAgain(), sendAgain()])) {
        expect(expectView(response, 200, uploadView).receivedBytes).toBe(UPLOAD_PART_BYTES);
      }
      expect(await bed.storedContents()).toBe(1);
    });

    it('[DELIVER-5] refuses a part out of order, of a wrong size, beyond the end, or not sent as bytes', async () => {
      const jobId = await bed.newJob();
      const upload = await startUpload(bed.pilot, jobId, LAS, 'cloud.las');
      const second = partOf(LAS, 2);
      expectError(await sendPart(bed.pilot, upload, 2, second), 409, 'upload_conflict');
      expectError(await sendPart(bed.pilot, upload, 1, second.subarray(1)), 400, 'invalid_file');
      const tooLarge = Buffer.concat([second, second]);
      expectError(await sendPart(bed.pilot, upload, 1, tooLarge), 413, 'payload_too_large');
      const small = await send(bed.pilot, jobId, PDF);
      expectError(await sendPart(bed.pilot, small, 2, PDF), 409, 'upload_conflict');
      expectError(await complete(bed.pilot, upload), 409, 'upload_conflict');
      const path = `${paths.upload(upload.jobId, upload.id)}/parts/1`;
      expectError(await bed.pilot.client.send('PUT', path, '{}'), 415, 'unsupported_media_type');
      expectError(await bed.pilot.client.send('PUT', path), 400, 'invalid_file');
    });

    it('[DELIVER-9] completes once when two requests arrive together', async () => {
      const jobId = await bed.newJob();
      const upload = await send(bed.pilot, jobId, PDF);
      const responses = await Promise.all([complete(bed.pilot, upload), complete(bed.pilot, upload)]);
      const [first, second] = responses.map((response) => expectView(response, 200, uploadView));
      expect(first?.completedAt).toBe(second?.completedAt);
      expect(expectView(await complete(bed.pilot, upload), 200, uploadView)).toEqual(first);
      expect(await bed.list(bed.owner, jobId)).toMatchObject([{ id: first?.id }]);
    });
  });

  describe('the limits', () => {
    it.each([
      ['fileSize', DELIVERABLE_MAX_BYTES + 1],
      ['fileName', 'roof\u202egpj.exe'],
      ['lastModified', '2030-01-01'],
    ])('[DELIVER-2] refuse %s %j', async (path, value) => {
      const body = { ...uploadBody(PDF), [path]: value };
      const response = await bed.pilot.client.post(paths.uploads(await bed.newJob()), body);
      expect(expectError(response, 400, 'validation_failed').errors?.[0]?.path).toBe(path);
    });

    it('[DELIVER-2] refuse an unsupported extension', async () => {
      const body = uploadBody(PDF, 'plan.exe');
      expectError(await bed.pilot.client.post(paths.uploads(await bed.newJob()), body), 400, 'invalid_file');
    });

    it('[DELIVER-10] accept 20 files for a job when more arrive at once', async () => {
      const jobId = await bed.newJob();
      for (let count = 0; count < 17; count += 1) {
        await storeDeliverable(bed.server, { jobId, pilotId: bed.pilot.user.id, completed: true });
      }
      const post = () => bed.pilot.client.post(paths.uploads(jobId), uploadBody(PDF));
      const responses = await Promise.all(Array.from({ length: 6 }, post));
      expect(sortedStatuses(responses)).toEqual([201, 201, 201, 409, 409, 409]);
      expectError(await post(), 409, 'too_many_deliverables');
    });

    it('[DELIVER-10] accept 2 GB for a job, with the announced size of unfinished uploads', async () => {
      const jobId = await bed.newJob();
      const large = () => ({ ...uploadBody(PDF), fileSize: DELIVERABLE_MAX_BYTES });
      const post = () => bed.pilot.client.post(paths.uploads(jobId), large());
      for (let count = 0; count < 9; count += 1) expectView(await post(), 201, uploadView);
      await storeDeliverable(bed.server, { jobId, pilotId: bed.pilot.user.id, completed: true });
      await bed.server.dataSource.query(
        `UPDATE job_files SET file_size = $1, received_bytes = $1 WHERE completed_at IS NOT NULL`,
        [DELIVERABLE_MAX_BYTES],
      );
      expectError(await post(), 409, 'too_many_deliverables');
    });

    it('[DELIVER-10] accept 10 unfinished uploads of an account when more arrive at once', async () => {
      const jobs = [await bed.newJob(), await bed.newJob()];
      const responses = await Promise.all(
        Array.from({ length: 13 }, (_, index) =>
          bed.pilot.client.post(paths.uploads(jobs[index % 2] ?? 0), uploadBody(PDF)),
        ),
      );
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({
        message: expect.stringContaining('at most 10 unfinished uploads'),
      });
    });
  });

  describe('removal', () => {
    const remove = ({ jobId, id }: Pick<UploadView, 'jobId' | 'id'>) =>
      bed.pilot.client.delete(paths.deliverable(jobId, id));

    it('[CALL-32, DELIVER-11] by the pilot also removes the content', async () => {
      const jobId = await bed.newJob();
      const [kept, deleted] = [
        await deliver(bed.pilot, jobId),
        await send(bed.pilot, jobId, LAS, 'cloud.las'),
      ];
      // An unfinished upload has a call of its own.
      expectError(await remove(deleted), 404, 'not_found');
      expectView(await complete(bed.pilot, deleted), 200, uploadView);
      expect((await remove(deleted)).status).toBe(204);
      expect(await bed.list(bed.pilot, jobId)).toEqual([kept]);
      expect(await bed.server.runNow('content-sweep')).toEqual([{ removed: 3 }]);
      expect(await bed.storedContents()).toBe(1);
      expectError(await remove(deleted), 404, 'not_found');
      expectError(await sendPart(bed.pilot, deleted, 1, partOf(LAS, 1)), 404, 'not_found');
    });

    it('[DELIVER-17] is in the history of the job, as is the completion', async () => {
      const delivered = await deliver(bed.pilot, await bed.newJob());
      await remove(delivered);
      const events = expectView(
        await bed.owner.client.get(paths.jobEvents(delivered.jobId)),
        200,
        jobEventListView,
      );
      const files = events.filter(({ kind }) => kind.startsWith('file-'));
      expect(files.map(({ kind, actor }) => [kind, actor?.name])).toEqual([
        ['file-removed', bed.pilot.user.name],
        ['file-added', bed.pilot.user.name],
      ]);
    });

    it('[DELIVER-11] is refused for a paid job', async () => {
      const delivered = await deliver(bed.pilot, await bed.newJob());
      const upload = await send(bed.pilot, delivered.jobId, PDF);
      await bed.server.dataSource.query(`UPDATE jobs SET status = 'paid'`);
      expectError(await remove(delivered), 409, 'job_locked');
      expectError(await complete(bed.pilot, upload), 409, 'job_locked');
      expect(await bed.list(bed.owner, delivered.jobId)).toEqual([delivered]);
      expect(await bed.list(bed.pilot, delivered.jobId)).toEqual([delivered]);
    });

    it('[DELIVER-12] of an upload that stays unfinished for a week happens automatically', async () => {
      const jobId = await bed.newJob();
      const done = await deliver(bed.pilot, jobId);
      await send(bed.pilot, jobId, LAS, 'cloud.las');
      await bed.server.runNow('housekeeping');
      expect(await bed.list(bed.pilot, jobId)).toHaveLength(2);
      await bed.server.dataSource.query(
        `UPDATE job_files SET upload_expires_at = upload_expires_at - interval '7 days'`,
      );
      await bed.server.runNow('housekeeping');
      expect(await bed.list(bed.pilot, jobId)).toEqual([done]);
      expect(await bed.server.runNow('content-sweep')).toEqual([{ removed: 3 }]);
      expect(await bed.storedContents()).toBe(1);
    });
  });
});

describe('deliverables in the object store', () => {
  useBed('s3');

  it('are downloaded with equal bytes, from any position, and removed', async () => {
    const jobId = await bed.newJob();
    const cloud = await deliver(bed.pilot, jobId, LAS, 'cloud.las');
    expect((await download(bed.server, bed.owner, cloud)).content.equals(LAS)).toBe(true);
    const from = UPLOAD_PART_BYTES - 9;
    const rest = await download(bed.server, bed.owner, cloud, { range: `bytes=${from}-` });
    expect(rest.content.equals(LAS.subarray(from))).toBe(true);
    expect(await bed.storedContents()).toBe(3);
    expect((await bed.pilot.client.delete(paths.deliverable(jobId, cloud.id))).status).toBe(204);
    expect(await bed.server.runNow('content-sweep')).toEqual([{ removed: 3 }]);
    expect(await bed.storedContents()).toBe(0);
  });
});
