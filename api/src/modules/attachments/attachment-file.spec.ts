import { ATTACHMENT_MAX_BYTES } from '@dps/contract';
import { checkAttachedFile, contentDisposition, contentOf } from './attachment-file.ts';

type Description = Parameters<typeof checkAttachedFile>[0];

const PLAN: Description = { fileName: 'plan.pdf', fileType: 'pdf', fileSize: 16 };
const PDF = Buffer.from('%PDF-1.7 content');
/** As many bytes of another type. */
const sixteen = (start: string) => Buffer.from(start.padEnd(16));

describe('[UPLOAD-4] checkAttachedFile', () => {
  it.each(['plan.pdf', 'PLAN.PDF', 'plan.pdf. .', 'site.plan.pdf', '.pdf'])(
    'accepts a PDF named %s',
    (fileName) => {
      expect(checkAttachedFile({ ...PLAN, fileName }, PDF)).toBe('application/pdf');
    },
  );

  it.each<[string, Partial<Description>, Buffer?]>([
    ['another size', { fileSize: 15 }],
    ['another type', { fileType: 'image' }],
    ['the extension of another type', { fileName: 'plan.html' }],
    ['no extension', { fileName: 'plan' }],
    ['an unknown extension before a dot', { fileName: 'setup.msi.' }],
    ['only dots', { fileName: '...' }],
    ['two extensions', { fileName: 'plan.pdf.exe' }],
    ['content of an unknown type', {}, sixteen('<html>')],
    ['a WebP', { fileType: 'image', fileName: 'a.webp' }, sixteen('RIFF????WEBP')],
  ])('[UPLOAD-12] refuses %s', (_what, description, content = PDF) => {
    expect(() => checkAttachedFile({ ...PLAN, ...description }, content)).toThrow(
      expect.objectContaining({ code: 'invalid_file' }),
    );
  });
});

it.each([
  ['invalid base64', '***', 'invalid_file'],
  [
    'a content above the limit',
    Buffer.alloc(ATTACHMENT_MAX_BYTES + 1).toString('base64'),
    'payload_too_large',
  ],
])('contentOf refuses %s', (_what, fileData, code) => {
  expect(() => contentOf({ fileData })).toThrow(expect.objectContaining({ code }));
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
