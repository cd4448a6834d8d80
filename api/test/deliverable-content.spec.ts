import { jpegOfScans } from '@dps/local-stack/jpeg';
import { DELIVERABLE_PART_BYTES, paths } from '@dps/contract';
import sharp from 'sharp';
import { expectError } from './support/client.ts';
import { FILE_STORES, startDeliverableBed, type DeliverableBed } from './support/deliverable-bed.ts';
import { startUpload, complete, deliver, download, send, sendPart } from './support/deliverables.ts';
import { PDF, picture, png } from './support/files.ts';
import { pointCloud, tiff } from './support/survey-files.ts';
import { createUser } from './support/users.ts';

/** A point cloud of three parts. */
const LAS = pointCloud(Math.ceil((2.1 * DELIVERABLE_PART_BYTES) / 20));

describe.each(FILE_STORES)('the files of deliverables in the %s store', (store) => {
  let bed: DeliverableBed;
  beforeAll(async () => {
    bed = await startDeliverableBed(store);
  });
  afterEach(() => bed.clear());
  afterAll(() => bed.close());

  describe('a range', () => {
    // From the middle of the first part into the last one.
    const [from, to] = [4_000_000, 2 * DELIVERABLE_PART_BYTES + 99];
    const range = `bytes=${from}-${to - 1}`;

    it('[UPLOAD-18] continues an interrupted download', async () => {
      const cloud = await deliver(bed.pilot, await bed.newJob(), LAS, 'cloud.las');
      const first = await download(bed.server, bed.owner, cloud);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('accept-ranges')).toBe('bytes');
      const rest = await download(bed.server, bed.owner, cloud, {
        range: `bytes=${from}-`,
        'if-range': etag,
      });
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
      const middle = await download(bed.server, bed.pilot, cloud, { range });
      expect(middle.content.equals(LAS.subarray(from, to))).toBe(true);
    });

    it('[UPLOAD-19] of another file is ignored', async () => {
      const [cloud, plan] = [
        await deliver(bed.pilot, await bed.newJob(), LAS, 'cloud.las'),
        await deliver(bed.pilot, await bed.newJob()),
      ];
      const etag = (await download(bed.server, bed.owner, plan)).headers.get('etag') ?? '';
      const answer = await download(bed.server, bed.owner, cloud, { range, 'if-range': etag });
      expect(answer.status).toBe(200);
      expect(answer.content.equals(LAS)).toBe(true);
    });

    it('[UPLOAD-20] reads only the parts that it touches, and verifies them completely', async () => {
      const cloud = await deliver(bed.pilot, await bed.newJob(), LAS, 'cloud.las');
      await bed.server.dataSource.query(
        `UPDATE deliverable_parts SET content_sha256 = sha256('another') WHERE part = 2`,
      );
      await expect(download(bed.server, bed.owner, cloud)).rejects.toThrow('terminated');
      const last = { range: `bytes=${2 * DELIVERABLE_PART_BYTES}-` };
      const rest = await download(bed.server, bed.owner, cloud, last);
      expect(rest.content.equals(LAS.subarray(2 * DELIVERABLE_PART_BYTES))).toBe(true);
      const inside = {
        range: `bytes=${DELIVERABLE_PART_BYTES + 1000}-${DELIVERABLE_PART_BYTES + 3_000_000}`,
      };
      expect((await download(bed.server, bed.owner, cloud, inside)).status).toBe(404);
    });

    it('behind the end is refused with the size', async () => {
      const plan = await deliver(bed.pilot, await bed.newJob());
      const path = paths.deliverable(plan.jobId, plan.id);
      const answer = await bed.owner.client.send('GET', path, undefined, { range: `bytes=${PDF.length}-` });
      expectError(answer, 416, 'range_not_satisfiable');
      expect(answer.headers.get('content-range')).toBe(`bytes */${PDF.length}`);
    });

    it('that only other users request is 404', async () => {
      const plan = await deliver(bed.pilot, await bed.newJob());
      const other = await createUser(bed.server, 'client');
      expect((await download(bed.server, other, plan, { range: 'bytes=0-1' })).status).toBe(404);
    });
  });

  describe('the content', () => {
    it.each([
      ['HTML named .pdf', Buffer.from('<html>'), 'a.pdf'],
      ['a PDF named .las', PDF, 'a.las'],
      ['a PDF named .zip', PDF, 'a.zip'],
    ])('[DELIVER-6] %s is refused with its first part', async (_what, content, fileName) => {
      const upload = await startUpload(bed.pilot, await bed.newJob(), content, fileName);
      expectError(await sendPart(bed.pilot, upload, 1, content), 400, 'invalid_file');
      expect(await bed.storedContents()).toBe(0);
    });

    it.each([
      ['a TIFF without geographic keys', tiff({ tag: 256 }), 'a.tif'],
      ['a truncated point cloud', pointCloud(10).subarray(0, -1), 'a.las'],
      ['a ZIP without its directory', Buffer.from('PK\u0003\u0004 nothing'), 'a.zip'],
      ['a JPEG without an image', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]), 'a.jpg'],
      ['[SECURE-51] a JPEG with thousands of scans', jpegOfScans(1000, 8000), 'a.jpg'],
    ])('[DELIVER-7] %s is deleted at its completion', async (_what, content, fileName) => {
      const jobId = await bed.newJob();
      const upload = await send(bed.pilot, jobId, content, fileName);
      expectError(await complete(bed.pilot, upload), 400, 'invalid_file');
      expect(await bed.list(bed.pilot, jobId)).toEqual([]);
      expect(await bed.sweep.sweep()).toBe(1);
      expect(await bed.storedContents()).toBe(0);
    });

    it('of a GeoTIFF may have its directory in a later part', async () => {
      const ortho = tiff({ big: true, gap: DELIVERABLE_PART_BYTES - 20 });
      expect(await deliver(bed.pilot, await bed.newJob(), ortho, 'ortho.tif')).toMatchObject({
        fileType: 'geotiff',
      });
    });

    it('[CALL-32, DELIVER-14] of an image has a preview without metadata', async () => {
      const jobId = await bed.newJob();
      const photo = await deliver(bed.pilot, jobId, await png(1200, 600), 'roof.png');
      expect(photo.hasPreview).toBe(true);
      const response = await fetch(`${bed.server.url}${paths.deliverable(jobId, photo.id)}/preview`, {
        headers: { cookie: bed.owner.client.cookie ?? '' },
      });
      expect(response.headers.get('content-type')).toBe('image/webp');
      const preview = await sharp(await response.arrayBuffer()).metadata();
      expect(preview).toMatchObject({ format: 'webp', width: 320, height: 160 });
    });

    it('[DELIVER-14] of an image with too many pixels has none', async () => {
      const photo = await deliver(
        bed.pilot,
        await bed.newJob(),
        await picture(6000, 5000, '#000'),
        'roof.png',
      );
      expect(photo.hasPreview).toBe(false);
      expectError(
        await bed.owner.client.get(`${paths.deliverable(photo.jobId, photo.id)}/preview`),
        404,
        'not_found',
      );
    });
  });
});
