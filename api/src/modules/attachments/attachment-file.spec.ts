import type { AttachmentBody } from '@dps/shared-contracts';
import { readAttachedFile } from './attachment-file.ts';

const PDF = Buffer.from('%PDF-1.4 content');
const body = (overrides: Partial<AttachmentBody> = {}, content = PDF): AttachmentBody => ({
  fileName: 'plan.pdf',
  fileType: 'pdf',
  fileSize: content.length,
  fileData: content.toString('base64'),
  ...overrides,
});

describe('readAttachedFile', () => {
  it.each(['plan.pdf', 'PLAN.PDF', 'plan', 'site.plan.pdf', '.pdf'])('takes a PDF named %s', (fileName) => {
    expect(readAttachedFile(body({ fileName }))).toEqual({ content: PDF, mediaType: 'application/pdf' });
  });

  it.each<[string, AttachmentBody]>([
    ['another size', body({ fileSize: PDF.length - 1 })],
    ['another type', body({ fileType: 'image' })],
    ['an extension of something else', body({ fileName: 'plan.html' })],
    ['two extensions', body({ fileName: 'plan.pdf.exe' })],
    ['no base64', body({ fileData: '%%%%' })],
    ['content of no known kind', body({}, Buffer.from('<html>'))],
    ['a WebP', body({ fileType: 'image', fileName: 'a.webp' }, Buffer.from('RIFF0000WEBPVP8 '))],
  ])('refuses %s', (_what, upload) => {
    expect(() => readAttachedFile(upload)).toThrow(expect.objectContaining({ code: 'invalid_file' }));
  });
});
