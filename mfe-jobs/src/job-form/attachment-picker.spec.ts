import { ATTACHMENT_MAX_BYTES } from '@dps/contract';
import { attachmentTypeOf, checkFiles, dashboardPicker, jobsPagePicker } from './attachment-picker.ts';

const file = (name: string, type: string, size = 1000) => ({ name, type, size });
const pdf = file('plan.pdf', 'application/pdf');
const photo = file('roof.jpg', 'image/jpeg');

describe('checkFiles', () => {
  const format = (name: string) => `${name} is not a supported format. Please use PNG, JPG, or PDF.`;
  it.each([
    ['plan.gif', 'image/gif', 1, 'Invalid file type', format('plan.gif')],
    ['page.pdf', 'text/html', 1, 'Invalid file type', format('page.pdf')],
    ['noname', '', 1, 'Invalid file type', format('noname')],
    [
      'big.png',
      'image/png',
      ATTACHMENT_MAX_BYTES + 1,
      'File too large',
      'big.png is larger than 10MB. Please choose a smaller file.',
    ],
    [
      'plan\u202efdp.pdf',
      'application/pdf',
      1,
      'Invalid file name',
      'The name of plan\u202efdp.pdf contains an invisible control or formatting character. Please rename it.',
    ],
    ['void.pdf', 'application/pdf', 0, 'Empty file', 'void.pdf has no content. Please choose another file.'],
  ])(
    '[FILE-1, FILE-3, FILE-4, FILE-15] rejects %j of %s and %i bytes: %s',
    (name, type, size, title, description) => {
      const refusals = [{ title, description }];
      expect(checkFiles([file(name, type, size)], 0, dashboardPicker)).toEqual({ accepted: [], refusals });
    },
  );

  it('[FILE-5] accepts a file of exactly 10 MB', () => {
    const full = file('full.png', 'image/png', ATTACHMENT_MAX_BYTES);
    expect(checkFiles([full], 0, dashboardPicker)).toEqual({ accepted: [full], refusals: [] });
  });

  it('[FILE-1] accepts the valid files of a mixed choice', () => {
    const { accepted, refusals } = checkFiles(
      [pdf, file('a.svg', 'image/svg+xml'), photo],
      0,
      dashboardPicker,
    );
    expect(accepted).toEqual([pdf, photo]);
    expect(refusals).toHaveLength(1);
  });

  it.each([
    [0, 5, 0],
    [4, 1, 1],
    [5, 0, 1],
  ])('[FILE-6] with %i files picked accepts %i of five more', (picked, taken, refused) => {
    const { accepted, refusals } = checkFiles([pdf, photo, pdf, photo, pdf], picked, dashboardPicker);
    expect([accepted.length, refusals.length]).toEqual([taken, refused]);
  });

  it('[FILE-2] accepts Word files and GIFs on the jobs page, also with an empty media type', () => {
    const files = [file('brief.DOCX', ''), file('old.doc', 'application/msword'), file('a.gif', 'image/gif')];
    expect(checkFiles(files, 0, jobsPagePicker).accepted).toEqual(files);
  });
});

describe('attachmentTypeOf', () => {
  it.each([
    [pdf, 'pdf'],
    [photo, 'image'],
    [file('brief.docx', ''), 'document'],
    [file('page.html', 'text/html'), undefined],
  ])('[FILE-11] of %j is %s', (given, expected) => {
    expect(attachmentTypeOf(given)).toBe(expected);
  });
});
