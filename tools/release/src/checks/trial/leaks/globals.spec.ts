import { globalProblems } from './globals.ts';

const CONTAINERS = ['mfe_jobs_1_1_0', 'mfe_payments_1_0_0'];

describe('globalProblems', () => {
  it.each([
    ['nothing', [], [], []],
    [
      'containers and their chunks',
      ['mfe_jobs_1_1_0', 'webpackChunkmfe_jobs_1_1_0', 'mfe_payments_1_0_0'],
      [],
      [],
    ],
    ['frames and the driver', ['0', '12', '__playwright_builtins__'], [], []],
    ['the store of the shell', ['Symbol(react-redux-context)'], [], []],
    ['a container of another version', ['mfe_jobs_1_0_0'], [], ['mfe_jobs_1_0_0']],
    ['other names', ['$', 'mfe_jobs_1_1_0', 'moment'], [], ['window', '$, moment']],
    ['a patch', [], ['Array.prototype.last', 'fetch'], ['Array.prototype.last, fetch']],
  ])('checks %s', (_case, added, patched, named) => {
    const problems = globalProblems({ added, patched }, CONTAINERS);
    expect(problems).toHaveLength(named.length > 0 ? 1 : 0);
    for (const word of named) expect(problems[0]).toContain(word);
  });
});
