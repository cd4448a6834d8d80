import { markProblems } from './document-marks.ts';

const MARKS = { 'html lang': 'en', 'html style': '' };

describe('markProblems', () => {
  it.each([
    ['nothing changed', MARKS],
    ['an empty style that has come or gone', { 'html lang': 'en', 'body style': '' }],
  ])('finds nothing where %s', (_case, after) => {
    expect(markProblems(MARKS, after)).toEqual([]);
  });

  it('names what stays', () => {
    const [problem] = markProblems(MARKS, { 'html lang': 'de', 'body class': 'dark' });
    expect(problem).toContain('html lang="de", body class="dark"');
  });
});
