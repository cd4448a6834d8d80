import { checkAttachedFile } from './attachment-file.ts';

type Description = Parameters<typeof checkAttachedFile>[0];
type Content = Parameters<typeof checkAttachedFile>[1];

const PLAN: Description = { fileName: 'plan.pdf', fileType: 'pdf', fileSize: 16 };
const PDF: Content = { fault: null, size: 16, mediaType: 'application/pdf' };

describe('checkAttachedFile', () => {
  it.each(['plan.pdf', 'PLAN.PDF', 'plan', 'site.plan.pdf', '.pdf'])('takes a PDF named %s', (fileName) => {
    expect(checkAttachedFile({ ...PLAN, fileName }, PDF)).toBe('application/pdf');
  });

  it.each<[string, Partial<Description>, Partial<Content>]>([
    ['another size', { fileSize: 15 }, {}],
    ['another type', { fileType: 'image' }, {}],
    ['an extension of something else', { fileName: 'plan.html' }, {}],
    ['two extensions', { fileName: 'plan.pdf.exe' }, {}],
    ['no base64', {}, { fault: 'not_base64' }],
    ['content of no known kind', {}, { mediaType: null }],
    ['a WebP', { fileType: 'image', fileName: 'a.webp' }, { mediaType: 'image/webp' }],
  ])('refuses %s', (_what, description, content) => {
    expect(() => checkAttachedFile({ ...PLAN, ...description }, { ...PDF, ...content })).toThrow(
      expect.objectContaining({ code: 'invalid_file' }),
    );
  });

  it('refuses what is too large, whatever else is wrong with it', () => {
    const content: Content = { fault: 'too_large', size: 20, mediaType: null };
    expect(() => checkAttachedFile(PLAN, content)).toThrow(
      expect.objectContaining({ code: 'payload_too_large' }),
    );
  });
});
