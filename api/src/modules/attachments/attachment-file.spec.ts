import { checkAttachedFile, contentDisposition } from './attachment-file.ts';

type Description = Parameters<typeof checkAttachedFile>[0];
type Content = Parameters<typeof checkAttachedFile>[1];

const PLAN: Description = { fileName: 'plan.pdf', fileType: 'pdf', fileSize: 16 };
const PDF: Content = { fault: null, size: 16, mediaType: 'application/pdf' };

describe('[UPLOAD-4] checkAttachedFile', () => {
  it.each(['plan.pdf', 'PLAN.PDF', 'plan.pdf. .', 'site.plan.pdf', '.pdf'])(
    'accepts a PDF named %s',
    (fileName) => {
      expect(checkAttachedFile({ ...PLAN, fileName }, PDF)).toBe('application/pdf');
    },
  );

  it.each<[string, Partial<Description>, Partial<Content>]>([
    ['another size', { fileSize: 15 }, {}],
    ['another type', { fileType: 'image' }, {}],
    ['the extension of another type', { fileName: 'plan.html' }, {}],
    ['no extension', { fileName: 'plan' }, {}],
    ['an unknown extension before a dot', { fileName: 'setup.msi.' }, {}],
    ['only dots', { fileName: '...' }, {}],
    ['two extensions', { fileName: 'plan.pdf.exe' }, {}],
    ['invalid base64', {}, { fault: 'not_base64' }],
    ['content of an unknown type', {}, { mediaType: null }],
    ['a WebP', { fileType: 'image', fileName: 'a.webp' }, { mediaType: 'image/webp' }],
  ])('[UPLOAD-12] refuses %s', (_what, description, content) => {
    expect(() => checkAttachedFile({ ...PLAN, ...description }, { ...PDF, ...content })).toThrow(
      expect.objectContaining({ code: 'invalid_file' }),
    );
  });

  it('reports a too large file as such, even if it has other faults', () => {
    const content: Content = { fault: 'too_large', size: 20, mediaType: null };
    expect(() => checkAttachedFile(PLAN, content)).toThrow(
      expect.objectContaining({ code: 'payload_too_large' }),
    );
  });
});

it.each([
  ['plan.pdf', `inline; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['site plan.pdf', `inline; filename="site plan.pdf"; filename*=UTF-8''site%20plan.pdf`],
  ['Größe.pdf', `inline; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`],
  [`it's (1)*.pdf`, `inline; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['a"\r\nX: 1.pdf', `inline; filename="a___X: 1.pdf"; filename*=UTF-8''a%22%0D%0AX%3A%201.pdf`],
  ['../etc/passwd', `inline; filename=".._etc_passwd"; filename*=UTF-8''..%2Fetc%2Fpasswd`],
  ['100%.pdf', `inline; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
  ['\ud800.pdf', `inline; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('writes the Content-Disposition header of %j', (fileName, header) => {
  expect(contentDisposition('inline', fileName)).toBe(header);
});
