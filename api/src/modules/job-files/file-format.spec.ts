import { deliverableFormat } from '@dps/contract';
import { pointCloud, tiff } from '../../../test/support/survey-files.ts';
import { zipFile } from '../../../test/support/word-files.ts';
import { fitsFormat, formatOf, normalizedFileName, startsAs, type FileMediaType } from './file-format.ts';

const PDF = Buffer.from('%PDF-1.4 …');
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const ZIP = zipFile({ 'photos/1.jpg': 'x' });

const fileOf = (content: Buffer) => ({
  size: content.length,
  readAt: (position: number, length: number) =>
    Promise.resolve(content.subarray(position, position + length)),
});

const LAS = 'application/vnd.las';
const LAZ = 'application/vnd.laszip';

describe('deliverableFormat', () => {
  it.each([
    ['roof.JPG', 'image', 'image/jpeg'],
    ['roof.v2.webp', 'image', 'image/webp'],
    ['ortho.tiff', 'geotiff', 'image/tiff'],
    ['cloud.copc.laz', 'point-cloud', LAZ],
  ])('[DELIVER-2] of %s is %s', (name, type, mediaType) => {
    expect(deliverableFormat(name)).toEqual({ type, mediaType });
  });

  it.each(['roof', 'roof.svg', 'roof.jpg.exe', 'jpg', 'roof.toString', 'a.'])('is none for %s', (name) => {
    expect(deliverableFormat(name)).toBeNull();
  });
});

describe('the format of an attachment', () => {
  it.each(['plan.pdf', 'PLAN.PDF', 'plan.pdf. .', 'site.plan.pdf', '.pdf'])(
    '[UPLOAD-4, UPLOAD-12] is PDF for %s',
    (name) => {
      const format = formatOf('attachment', normalizedFileName(name));
      expect(format).toEqual({ type: 'pdf', mediaType: 'application/pdf' });
    },
  );

  it.each(['plan', 'plan.html', 'setup.msi.', '...', 'plan.pdf.exe', 'plan.webp', 'plan.toString'])(
    '[UPLOAD-12] is none for %s',
    (name) => {
      expect(() => formatOf('attachment', normalizedFileName(name))).toThrow(
        expect.objectContaining({ code: 'invalid_file' }),
      );
    },
  );
});

describe('[DELIVER-6] startsAs', () => {
  it.each<[string, FileMediaType, Buffer, boolean]>([
    ['a JPEG', 'image/jpeg', JPEG, true],
    ['a PNG named as a JPEG', 'image/jpeg', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), false],
    ['a PDF', 'application/pdf', PDF, true],
    ['HTML named as a PDF', 'application/pdf', Buffer.from('<html>'), false],
    ['a ZIP', 'application/zip', ZIP, true],
    ['a PDF named as a ZIP', 'application/zip', PDF, false],
    ['a TIFF', 'image/tiff', tiff(), true],
    ['a BigTIFF', 'image/tiff', tiff({ big: true, bigEndian: true }), true],
    ['a JPEG named as a TIFF', 'image/tiff', JPEG, false],
    ['mixed byte orders', 'image/tiff', Buffer.from('II\0*'), false],
    ['a point cloud', LAS, pointCloud(1), true],
    ['a text named as a point cloud', LAS, Buffer.from('LAS'), false],
    ['a JPEG named as a point cloud', LAZ, JPEG, false],
    ['nothing', 'image/png', Buffer.alloc(0), false],
    ['a WebP named as a GIF', 'image/gif', Buffer.from('RIFF????WEBP'), false],
  ])('of %s as %s', (_what, mediaType, content, expected) => {
    expect(startsAs(mediaType, content.subarray(0, 16))).toBe(expected);
  });
});

/** Copies a content and writes a byte. */
function withByte(content: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(content);
  copy.writeUInt8(byte, at);
  return copy;
}

describe('[DELIVER-7] fitsFormat', () => {
  it.each<[string, FileMediaType, Buffer, boolean]>([
    ['a LAS', LAS, pointCloud(40), true],
    ['a LAS 1.4 with its short header', LAS, pointCloud(40, { minor: 4 }), false],
    ['a LAS of an unknown version', LAS, pointCloud(40, { minor: 5 }), false],
    ['a truncated LAS', LAS, pointCloud(40).subarray(0, -1), false],
    ['only the start of a header', LAS, pointCloud(1).subarray(0, 100), false],
    ['a LAZ named .las', LAS, pointCloud(40, { compressed: true }), false],
    ['a LAZ', LAZ, pointCloud(40, { compressed: true }), true],
    ['a LAS named .laz', LAZ, pointCloud(40), false],
    ['a LAZ without points', LAZ, pointCloud(0, { compressed: true }), false],
    ['a GeoTIFF', 'image/tiff', tiff(), true],
    ['a GeoTIFF with its directory at the end', 'image/tiff', tiff({ gap: 100_000 }), true],
    ['a big-endian GeoTIFF', 'image/tiff', tiff({ bigEndian: true }), true],
    ['a BigTIFF with geographic keys', 'image/tiff', tiff({ big: true }), true],
    ['a big-endian BigTIFF', 'image/tiff', tiff({ big: true, bigEndian: true }), true],
    ['a TIFF without geographic keys', 'image/tiff', tiff({ tag: 256 }), false],
    ['a GeoTIFF without its directory', 'image/tiff', tiff({ gap: 5000 }).subarray(0, 4000), false],
    ['a TIFF with a count beyond its end', 'image/tiff', withByte(tiff(), 9, 0xff), false],
    ['a ZIP', 'application/zip', ZIP, true],
    ['a truncated ZIP', 'application/zip', ZIP.subarray(0, -10), false],
    ['a PDF', 'application/pdf', PDF, true],
  ])('of %s as %s', async (_what, mediaType, content, expected) => {
    expect(await fitsFormat(mediaType, fileOf(content))).toBe(expected);
  });
});
