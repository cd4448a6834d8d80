import { jpegOfScans } from '@dps/local-stack/jpeg';
import { UPLOAD_PART_BYTES, paths } from '@dps/contract';
import sharp from 'sharp';
import { expectError } from './support/client.ts';
import { startDeliverableBed, type DeliverableBed } from './support/deliverable-bed.ts';
import { startUpload, complete, deliver, download, send, sendPart } from './support/deliverables.ts';
import { PDF, picture, png } from './support/files.ts';
import { pointCloud, tiff } from './support/survey-files.ts';

/** A point cloud of three parts. */
const LAS = pointCloud(Math.ceil((2.1 * UPLOAD_PART_BYTES) / 20));

let bed: DeliverableBed;
beforeAll(async () => {
  bed = await startDeliverableBed('database');
});
afterEach(() => bed.clear());
afterAll(() => bed.close());

describe('the files of deliverables', () => {
  describe('a range', () => {
    it('[UPLOAD-18, UPLOAD-19, UPLOAD-20] continues an interrupted download of the same file, and verifies the parts that it touches', async () => {
      // From the middle of the first part into the last one.
      const [from, to] = [4_000_000, 2 * UPLOAD_PART_BYTES + 99];
      const range = `bytes=${from}-${to - 1}`;
      const cloud = await deliver(bed.pilot, await bed.newJob(), LAS, 'cloud.las');
      const read = (given?: Record<string, string>) => download(bed.server, bed.owner, cloud, given);
      const first = await read();
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('accept-ranges')).toBe('bytes');
      const rest = await read({ range: `bytes=${from}-`, 'if-range': etag });
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
      const plan = await deliver(bed.pilot, await bed.newJob());
      const other = (await download(bed.server, bed.owner, plan)).headers.get('etag') ?? '';
      const all = await read({ range, 'if-range': other });
      expect([all.status, all.content.equals(LAS)]).toEqual([200, true]);

      await bed.server.dataSource.query(
        `UPDATE job_file_parts SET content_sha256 = sha256('another') WHERE part = 2`,
      );
      await expect(read()).rejects.toThrow('terminated');
      const last = await read({ range: `bytes=${2 * UPLOAD_PART_BYTES}-` });
      expect(last.content.equals(LAS.subarray(2 * UPLOAD_PART_BYTES))).toBe(true);
      const inside = `bytes=${UPLOAD_PART_BYTES + 1000}-${UPLOAD_PART_BYTES + 3_000_000}`;
      expect((await read({ range: inside })).status).toBe(404);
    });

    it('behind the end is refused with the size', async () => {
      const plan = await deliver(bed.pilot, await bed.newJob());
      const path = paths.deliverable(plan.jobId, plan.id);
      const response = await bed.owner.client.send('GET', path, undefined, { range: `bytes=${PDF.length}-` });
      expectError(response, 416, 'range_not_satisfiable');
      expect(response.headers.get('content-range')).toBe(`bytes */${PDF.length}`);
    });
  });

  describe('the content', () => {
    it.each([
      ['HTML named .pdf', Buffer.from('<html>'), 'a.pdf'],
      ['a PDF named .las', PDF, 'a.las'],
    ])('[DELIVER-6] %s is refused with its first part', async (_what, content, fileName) => {
      const upload = await startUpload(bed.pilot, await bed.newJob(), content, fileName);
      expectError(await sendPart(bed.pilot, upload, 1, content), 400, 'invalid_file');
      expect(await bed.storedContents()).toBe(0);
    });

    it.each([
      ['a truncated point cloud', pointCloud(10).subarray(0, -1), 'a.las'],
      ['a JPEG without an image', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0]), 'a.jpg'],
      ['[SECURE-51] a JPEG with thousands of scans', jpegOfScans(1000, 8000), 'a.jpg'],
    ])('[DELIVER-7] %s is deleted at its completion', async (_what, content, fileName) => {
      const jobId = await bed.newJob();
      const upload = await send(bed.pilot, jobId, content, fileName);
      expectError(await complete(bed.pilot, upload), 400, 'invalid_file');
      expect(await bed.list(bed.pilot, jobId)).toEqual([]);
      expect(await bed.server.runNow('content-sweep')).toEqual([{ removed: 1 }]);
      expect(await bed.storedContents()).toBe(0);
    });

    it('of a GeoTIFF may have its directory in a later part', async () => {
      const ortho = tiff({ big: true, gap: UPLOAD_PART_BYTES - 20 });
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
