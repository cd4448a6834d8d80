import { once } from 'node:events';
import {
  DELIVERABLE_MAX_BYTES,
  DELIVERABLE_PART_BYTES,
  deliverableListView,
  deliverableView,
  jobEventListView,
  paths,
  type DeliverableView,
} from '@dps/shared-contracts';
import sharp from 'sharp';
import { ContentSweep } from '../src/modules/attachments/content/content-sweep.ts';
import { Housekeeping } from '../src/platform/housekeeping/housekeeping.ts';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import {
  announce,
  announcement,
  complete,
  deliver,
  download,
  partOf,
  send,
  sendPart,
  storeDeliverable,
} from './support/deliverables.ts';
import { PDF, picture, png } from './support/files.ts';
import { jobIn } from './support/jobs.ts';
import { startObjectStore, type ObjectStore } from './support/object-store.ts';
import { openSocket } from './support/raw-http.ts';
import { startServer, type TestServer } from './support/server.ts';
import { pointCloud, tiff } from './support/survey-files.ts';
import { createUser, type TestUser } from './support/users.ts';

/** A point cloud of three parts. */
const LAS = pointCloud(Math.ceil((2.1 * DELIVERABLE_PART_BYTES) / 20));

describe.each(['database', 's3'] as const)('deliverables in the %s store', (store) => {
  let objects: ObjectStore | null;
  let server: TestServer;
  let sweep: ContentSweep;
  let housekeeping: Housekeeping;
  let owner: TestUser;
  let pilot: TestUser;
  beforeAll(async () => {
    objects = store === 's3' ? await startObjectStore() : null;
    server = await startServer(
      { attachments: { store, s3: objects?.config ?? null } },
      {
        prepare: (app) => {
          sweep = app.get(ContentSweep);
          housekeeping = app.get(Housekeeping);
        },
      },
    );
    owner = await createUser(server, 'client');
    pilot = await createUser(server, 'pilot');
  });
  afterEach(async () => {
    await server.dataSource.query('DELETE FROM jobs');
    await sweep.sweep();
  });
  afterAll(async () => {
    await server.close();
    await objects?.close();
  });

  const newJob = async () => (await jobIn(server, 'in-progress', { owner, pilot })).id;
  const list = async ({ client }: TestUser, jobId: number) =>
    expectView(await client.get(paths.deliverables(jobId)), 200, deliverableListView);

  async function storedContents(): Promise<number> {
    if (objects) return objects.objects().length;
    const [row] = await server.dataSource.query<{ count: number }[]>(
      'SELECT count(DISTINCT content_key)::int AS count FROM attachment_parts',
    );
    return row?.count ?? 0;
  }

  describe('uploading', () => {
    it('is visible to the client after its completion, with equal bytes', async () => {
      const jobId = await newJob();
      const upload = await send(pilot, jobId, LAS, 'cloud.las');
      expect(await list(pilot, jobId)).toEqual([upload]);
      expect(await list(owner, jobId)).toEqual([]);
      expectError(await owner.client.get(paths.deliverable(jobId, upload.id)), 404, 'not_found');
      const done = expectView(await complete(pilot, upload), 200, deliverableView);
      expect(await list(owner, jobId)).toEqual([done]);
      expect(done).toMatchObject({ fileType: 'point-cloud', receivedBytes: LAS.length, hasPreview: false });
      const file = await download(server, owner, done);
      expect(file.content.equals(LAS)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(LAS.length),
        'content-disposition': `attachment; filename="cloud.las"; filename*=UTF-8''cloud.las`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    });

    it('continues at the stored offset after an interrupted part', async () => {
      const jobId = await newJob();
      const upload = await announce(pilot, jobId, LAS, 'cloud.las');
      await sendPart(pilot, upload, 1, partOf(LAS, 1));
      const second = partOf(LAS, 2);
      const socket = await openSocket(server);
      socket.write(
        `PUT ${paths.deliverable(jobId, upload.id)}/parts/2 HTTP/1.1\r\nHost: x\r\nCookie: ${pilot.client.cookie}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${second.length}\r\n\r\n`,
      );
      socket.write(second.subarray(0, 1_000_000), () => socket.destroy());
      await once(socket, 'close');
      const [resumed] = await list(pilot, jobId);
      expect(resumed?.receivedBytes).toBe(DELIVERABLE_PART_BYTES);
      expectView(await sendPart(pilot, upload, 2, second), 200, deliverableView);
      expectView(await sendPart(pilot, upload, 3, partOf(LAS, 3)), 200, deliverableView);
      const done = expectView(await complete(pilot, upload), 200, deliverableView);
      expect((await download(server, owner, done)).content.equals(LAS)).toBe(true);
    });

    it('accepts a stored part again, and stores it once', async () => {
      const jobId = await newJob();
      const upload = await announce(pilot, jobId, LAS, 'cloud.las');
      const sendFirst = () => sendPart(pilot, upload, 1, partOf(LAS, 1));
      const answers = await Promise.all([sendFirst(), sendFirst(), sendFirst()]);
      expect(sortedStatuses(answers)).toEqual([200, 200, 200]);
      const again = expectView(await sendFirst(), 200, deliverableView);
      expect(again.receivedBytes).toBe(DELIVERABLE_PART_BYTES);
      expect(await storedContents()).toBe(1);
    });

    it('accepts one of two different files', async () => {
      const jobId = await newJob();
      const upload = await announce(pilot, jobId, LAS, 'cloud.las');
      const other = Buffer.from(LAS);
      other.writeUInt8(7, 300);
      const answers = await Promise.all(
        [LAS, other].map((file) => sendPart(pilot, upload, 1, partOf(file, 1))),
      );
      expect(sortedStatuses(answers)).toEqual([200, 409]);
      expect(await storedContents()).toBe(1);
    });

    it('refuses a part out of order, of a wrong size, or beyond the end', async () => {
      const jobId = await newJob();
      const upload = await announce(pilot, jobId, LAS, 'cloud.las');
      const second = partOf(LAS, 2);
      expectError(await sendPart(pilot, upload, 2, second), 409, 'upload_conflict');
      expectError(await sendPart(pilot, upload, 1, second.subarray(1)), 400, 'invalid_file');
      expectError(
        await sendPart(pilot, upload, 1, Buffer.concat([second, second])),
        413,
        'payload_too_large',
      );
      const small = await send(pilot, jobId, PDF);
      expectError(await sendPart(pilot, small, 2, PDF), 409, 'upload_conflict');
      expectError(await complete(pilot, upload), 409, 'upload_conflict');
    });

    it('refuses a part that is not sent as bytes', async () => {
      const upload = await announce(pilot, await newJob(), PDF);
      const path = `${paths.deliverable(upload.jobId, upload.id)}/parts/1`;
      expectError(await pilot.client.send('PUT', path, '{}'), 415, 'unsupported_media_type');
      expectError(await pilot.client.send('PUT', path), 400, 'invalid_file');
    });

    it('completes once when two requests arrive together', async () => {
      const jobId = await newJob();
      const upload = await send(pilot, jobId, PDF);
      const answers = await Promise.all([complete(pilot, upload), complete(pilot, upload)]);
      const [first, second] = answers.map((answer) => expectView(answer, 200, deliverableView));
      expect(first?.completedAt).toBe(second?.completedAt);
      expect(expectView(await complete(pilot, upload), 200, deliverableView)).toEqual(first);
      expect(await list(owner, jobId)).toEqual([first]);
    });
  });

  describe('a range', () => {
    // From the middle of the first part into the last one.
    const [from, to] = [4_000_000, 2 * DELIVERABLE_PART_BYTES + 99];
    const range = `bytes=${from}-${to - 1}`;

    it('continues an interrupted download', async () => {
      const cloud = await deliver(pilot, await newJob(), LAS, 'cloud.las');
      const first = await download(server, owner, cloud);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('accept-ranges')).toBe('bytes');
      const rest = await download(server, owner, cloud, { range: `bytes=${from}-`, 'if-range': etag });
      expect(rest.status).toBe(206);
      expect(rest.content.equals(LAS.subarray(from))).toBe(true);
      expect(Object.fromEntries(rest.headers)).toMatchObject({
        'content-range': `bytes ${from}-${LAS.length - 1}/${LAS.length}`,
        'content-length': String(LAS.length - from),
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="cloud.las"; filename*=UTF-8''cloud.las`,
        'x-content-type-options': 'nosniff',
        etag,
      });
      const middle = await download(server, pilot, cloud, { range });
      expect(middle.content.equals(LAS.subarray(from, to))).toBe(true);
    });

    it('of another file is ignored', async () => {
      const [cloud, plan] = [
        await deliver(pilot, await newJob(), LAS, 'cloud.las'),
        await deliver(pilot, await newJob()),
      ];
      const etag = (await download(server, owner, plan)).headers.get('etag') ?? '';
      const answer = await download(server, owner, cloud, { range, 'if-range': etag });
      expect(answer.status).toBe(200);
      expect(answer.content.equals(LAS)).toBe(true);
    });

    it('reads only the parts that it touches, and verifies them completely', async () => {
      const cloud = await deliver(pilot, await newJob(), LAS, 'cloud.las');
      const damage = (part: number) =>
        server.dataSource.query(
          `UPDATE deliverable_parts SET content_sha256 = sha256('another') WHERE part = $1`,
          [part],
        );
      await damage(1);
      await expect(download(server, owner, cloud)).rejects.toThrow('terminated');
      const second = { range: `bytes=${DELIVERABLE_PART_BYTES}-` };
      const rest = await download(server, owner, cloud, second);
      expect(rest.content.equals(LAS.subarray(DELIVERABLE_PART_BYTES))).toBe(true);
      await damage(2);
      const inside = {
        range: `bytes=${DELIVERABLE_PART_BYTES + 1000}-${DELIVERABLE_PART_BYTES + 3_000_000}`,
      };
      await expect(download(server, owner, cloud, inside)).rejects.toThrow('terminated');
    });

    it('behind the end is refused with the size', async () => {
      const plan = await deliver(pilot, await newJob());
      const path = paths.deliverable(plan.jobId, plan.id);
      const answer = await owner.client.send('GET', path, undefined, { range: `bytes=${PDF.length}-` });
      expectError(answer, 416, 'range_not_satisfiable');
      expect(answer.headers.get('content-range')).toBe(`bytes */${PDF.length}`);
    });

    it('that only other users request is 404', async () => {
      const plan = await deliver(pilot, await newJob());
      const other = await createUser(server, 'client');
      expect((await download(server, other, plan, { range: 'bytes=0-1' })).status).toBe(404);
    });
  });

  describe('the content', () => {
    it.each([
      ['HTML named .pdf', Buffer.from('<html>'), 'a.pdf'],
      ['a PDF named .las', PDF, 'a.las'],
      ['a PDF named .zip', PDF, 'a.zip'],
    ])('%s is refused with its first part', async (_what, content, fileName) => {
      const upload = await announce(pilot, await newJob(), content, fileName);
      expectError(await sendPart(pilot, upload, 1, content), 400, 'invalid_file');
      expect(await storedContents()).toBe(0);
    });

    it.each([
      ['a TIFF without geographic keys', tiff({ tag: 256 }), 'a.tif'],
      ['a truncated point cloud', pointCloud(10).subarray(0, -1), 'a.las'],
      ['a ZIP without its directory', Buffer.from('PK\u0003\u0004 nothing'), 'a.zip'],
      ['a JPEG without an image', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]), 'a.jpg'],
    ])('%s is deleted at its completion', async (_what, content, fileName) => {
      const jobId = await newJob();
      const upload = await send(pilot, jobId, content, fileName);
      expectError(await complete(pilot, upload), 400, 'invalid_file');
      expect(await list(pilot, jobId)).toEqual([]);
      expect(await sweep.sweep()).toBe(1);
      expect(await storedContents()).toBe(0);
    });

    it('of a GeoTIFF may have its directory in a later part', async () => {
      const ortho = tiff({ big: true, gap: DELIVERABLE_PART_BYTES - 20 });
      expect(await deliver(pilot, await newJob(), ortho, 'ortho.tif')).toMatchObject({ fileType: 'geotiff' });
    });

    it('of an image has a preview without metadata', async () => {
      const jobId = await newJob();
      const photo = await deliver(pilot, jobId, await png(1200, 600), 'roof.png');
      expect(photo.hasPreview).toBe(true);
      const response = await fetch(`${server.url}${paths.deliverable(jobId, photo.id)}/preview`, {
        headers: { cookie: owner.client.cookie ?? '' },
      });
      expect(response.headers.get('content-type')).toBe('image/webp');
      const preview = await sharp(await response.arrayBuffer()).metadata();
      expect(preview).toMatchObject({ format: 'webp', width: 320, height: 160 });
    });

    it('of an image with too many pixels has none', async () => {
      const photo = await deliver(pilot, await newJob(), await picture(6000, 5000, '#000'), 'roof.png');
      expect(photo.hasPreview).toBe(false);
      expectError(
        await owner.client.get(`${paths.deliverable(photo.jobId, photo.id)}/preview`),
        404,
        'not_found',
      );
    });
  });

  describe('the limits', () => {
    it.each([
      ['fileSize', 0],
      ['fileSize', DELIVERABLE_MAX_BYTES + 1],
      ['fileSize', 1.5],
      ['fileName', ' '],
      ['fileName', 'roof\u202egpj.exe'],
      ['lastModified', -1],
      ['lastModified', '2030-01-01'],
    ])('refuse %s %j', async (path, value) => {
      const body = { ...announcement(PDF), [path]: value };
      const answer = await pilot.client.post(paths.deliverables(await newJob()), body);
      expect(expectError(answer, 400, 'validation_failed').errors?.[0]?.path).toBe(path);
    });

    it('refuse an unsupported extension', async () => {
      const body = announcement(PDF, 'plan.exe');
      expectError(await pilot.client.post(paths.deliverables(await newJob()), body), 400, 'invalid_file');
    });

    it('accept 20 files for a job when more arrive at once', async () => {
      const jobId = await newJob();
      for (let count = 0; count < 17; count += 1) {
        await storeDeliverable(server, { jobId, pilotId: pilot.user.id, completed: true });
      }
      const post = () => pilot.client.post(paths.deliverables(jobId), announcement(PDF));
      const answers = await Promise.all(Array.from({ length: 6 }, post));
      expect(sortedStatuses(answers)).toEqual([201, 201, 201, 409, 409, 409]);
      expectError(await post(), 409, 'too_many_deliverables');
    });

    it('accept 2 GB for a job, with the announced size of unfinished uploads', async () => {
      const jobId = await newJob();
      const large = { ...announcement(PDF), fileSize: DELIVERABLE_MAX_BYTES };
      const post = () => pilot.client.post(paths.deliverables(jobId), large);
      for (let count = 0; count < 9; count += 1) expectView(await post(), 201, deliverableView);
      await storeDeliverable(server, { jobId, pilotId: pilot.user.id, completed: true });
      await server.dataSource.query(
        `UPDATE deliverables SET file_size = $1, received_bytes = $1 WHERE completed_at IS NOT NULL`,
        [DELIVERABLE_MAX_BYTES],
      );
      expectError(await post(), 409, 'too_many_deliverables');
    });

    it('accept 10 unfinished uploads of an account when more arrive at once', async () => {
      const jobs = [await newJob(), await newJob()];
      const answers = await Promise.all(
        Array.from({ length: 13 }, (_, index) =>
          pilot.client.post(paths.deliverables(jobs[index % 2] ?? 0), announcement(PDF)),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body).toMatchObject({
        message: expect.stringContaining('at most 10 unfinished uploads'),
      });
    });
  });

  describe('removal', () => {
    const remove = ({ jobId, id }: DeliverableView) => pilot.client.delete(paths.deliverable(jobId, id));

    it('by the pilot also removes the content', async () => {
      const jobId = await newJob();
      const [kept, deleted] = [await deliver(pilot, jobId), await send(pilot, jobId, LAS, 'cloud.las')];
      expect((await remove(deleted)).status).toBe(204);
      expect(await list(pilot, jobId)).toEqual([kept]);
      expect(await sweep.sweep()).toBe(3);
      expect(await storedContents()).toBe(1);
      expectError(await remove(deleted), 404, 'not_found');
      expectError(await sendPart(pilot, deleted, 1, partOf(LAS, 1)), 404, 'not_found');
    });

    it('is in the history of the job, as is the completion', async () => {
      const delivered = await deliver(pilot, await newJob());
      await remove(delivered);
      const events = expectView(
        await owner.client.get(paths.jobEvents(delivered.jobId)),
        200,
        jobEventListView,
      );
      const files = events.filter(({ kind }) => kind.startsWith('file-'));
      expect(files.map(({ kind, actor }) => [kind, actor?.name])).toEqual([
        ['file-removed', pilot.user.name],
        ['file-added', pilot.user.name],
      ]);
    });

    it('is refused for a paid job', async () => {
      const delivered = await deliver(pilot, await newJob());
      const upload = await send(pilot, delivered.jobId, PDF);
      await server.dataSource.query(`UPDATE jobs SET status = 'paid'`);
      expectError(await remove(delivered), 409, 'job_locked');
      expectError(await complete(pilot, upload), 409, 'job_locked');
      expect(await list(owner, delivered.jobId)).toEqual([delivered]);
      expect(await list(pilot, delivered.jobId)).toEqual([delivered]);
    });

    it('of an upload that stays unfinished for a week happens automatically', async () => {
      const jobId = await newJob();
      const done = await deliver(pilot, jobId);
      await send(pilot, jobId, LAS, 'cloud.las');
      await housekeeping.clean();
      expect(await list(pilot, jobId)).toHaveLength(2);
      await server.dataSource.query(
        `UPDATE deliverables SET upload_expires_at = upload_expires_at - interval '7 days'`,
      );
      await housekeeping.clean();
      expect(await list(pilot, jobId)).toEqual([done]);
      expect(await sweep.sweep()).toBe(3);
      expect(await storedContents()).toBe(1);
    });
  });
});
