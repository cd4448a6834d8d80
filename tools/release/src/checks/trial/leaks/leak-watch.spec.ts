import { markProblems } from './leak-watch.ts';

const MARKS = { 'html lang': 'en', 'html style': '' };

describe('markProblems', () => {
  it.each([
    ['nothing changed', MARKS],
    ['an added or removed empty style', { 'html lang': 'en', 'body style': '' }],
  ])('ignores %s', (_case, after) => {
    expect(markProblems(MARKS, after)).toEqual([]);
  });

  it('reports the remaining changes', () => {
    const [problem] = markProblems(MARKS, { 'html lang': 'de', 'body class': 'dark' });
    expect(problem).toContain('html lang="de", body class="dark"');
  });
});
