import { compoundFile, WORD_PARTS, zipFile } from '../../../test/support/word-files.ts';
import { fitsFormat } from './file-format.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A file in memory, and the number of bytes that were read from it. */
function fileOf(content: Buffer) {
  const file = {
    size: content.length,
    bytesRead: 0,
    readAt: (position: number, length: number) => {
      const part = content.subarray(position, position + length);
      file.bytesRead += part.length;
      return Promise.resolve(part);
    },
  };
  return file;
}

const { '[Content_Types].xml': types = '', ...rest } = WORD_PARTS;

it.each<[string, Buffer, boolean]>([
  ['a document', zipFile(WORD_PARTS), true],
  ['a document with an embedded file', zipFile({ ...WORD_PARTS, 'word/embeddings/a.bin': 'x' }), true],
  ['a document after other bytes', Buffer.concat([zipFile({ a: 'b' }), zipFile(WORD_PARTS)]), false],
  ['a Java archive', zipFile({ ...WORD_PARTS, 'META-INF/MANIFEST.MF': 'Main-Class: A' }), false],
  ['a class', zipFile({ ...WORD_PARTS, 'A.class': 'x' }), false],
  ['a document with macros', zipFile({ ...WORD_PARTS, 'word/vbaProject.bin': 'x' }), false],
  ['a type with macros', zipFile({ ...rest, '[Content_Types].xml': `${types}macroEnabled` }), false],
  ['a workbook', zipFile({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '' }), false],
  ['other content types', zipFile({ ...rest, '[Content_Types].xml': '<Types/>' }), false],
  ['no content types', zipFile(rest), false],
  ['names of parts as text', Buffer.from('PK\u0003\u0004[Content_Types].xml word/document.xml'), false],
  ['a truncated archive', zipFile(WORD_PARTS).subarray(0, -10), false],
])('[UPLOAD-13] judges %s as a DOCX', async (_what, content, fits) => {
  expect(await fitsFormat(DOCX, fileOf(content))).toBe(fits);
});

const CIRCLE = compoundFile(['Root Entry', 'WordDocument']);
CIRCLE.writeUInt32LE(1, 512 + 4);

it.each<[string, Buffer, boolean]>([
  ['with a document', compoundFile(['Root Entry', 'WordDocument', '1Table']), true],
  ['with many entries', compoundFile(['Root Entry', 'a', 'b', 'c', 'd', 'e', 'WordDocument']), true],
  ['with a workbook', compoundFile(['Root Entry', 'Workbook']), false],
  [
    'of an installer',
    compoundFile(['Root Entry', 'WordDocument'], '84100c0000000000c000000000000046'),
    false,
  ],
  ['with tables of an installer', compoundFile(['Root Entry', 'WordDocument', '\u4840table']), false],
  ['with a circular directory', CIRCLE, false],
  ['with a signature only', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), false],
])('[UPLOAD-14] judges an OLE file as a DOC %s', async (_what, content, fits) => {
  expect(await fitsFormat('application/msword', fileOf(content))).toBe(fits);
});

it('decompresses no more than the declared size of one entry', async () => {
  const bomb = zipFile({ ...rest, '[Content_Types].xml': ' '.repeat(300_000) + types });
  expect(await fitsFormat(DOCX, fileOf(bomb))).toBe(false);
});

it('reads only the directory and one entry of a large file', async () => {
  const noise = Array.from({ length: 200_000 }, (_, at) => String((at * 7919) % 99_991)).join();
  const file = fileOf(zipFile({ ...WORD_PARTS, 'word/media/a.bin': noise }));
  expect(file.size).toBeGreaterThan(300_000);
  expect(await fitsFormat(DOCX, file)).toBe(true);
  expect(file.bytesRead).toBeLessThan(150_000);
});

it('accepts other types without reading', async () => {
  const file = fileOf(Buffer.from('%PDF-1.7'));
  expect(await fitsFormat('application/pdf', file)).toBe(true);
  expect(file.bytesRead).toBe(0);
});
