import { reportedProblems } from './page-watch.ts';

const JOBS = { module: 'jobs', version: '1.1.0', count: 1 };
const report = (body: object) => reportedProblems(JSON.stringify(body));

describe('reportedProblems', () => {
  it.each([
    ['loaded', []],
    ['retried', ['jobs 1.1.0 loads only at the second attempt']],
    ['unavailable', ['jobs 1.1.0 cannot be loaded']],
  ])('describes a part that is %s', (outcome, expected) => {
    expect(report({ loads: [{ ...JOBS, outcome, ms: 5 }] })).toEqual(expected);
  });

  it('describes a fallback to another release', () => {
    expect(report({ loads: [{ ...JOBS, outcome: 'fallback', shown: '1.0.0', ms: 5 }] })).toEqual([
      'jobs 1.1.0 falls back to 1.0.0',
    ]);
  });

  it('describes a crash', () => {
    const crash = {
      ...JOBS,
      part: 'page',
      errorName: 'TypeError',
      message: '',
      place: 'assets/page.js:1:20',
    };
    expect(report({ crashes: [crash] })).toEqual([
      'jobs 1.1.0 throws while its page renders: TypeError, in assets/page.js:1:20',
    ]);
  });

  it('ignores failed calls and other reports', () => {
    expect(report({ failures: [{ ...JOBS, operation: 'jobs/list', status: 404 }] })).toEqual([]);
    expect(report({ something: 'else' })).toEqual([]);
  });
});
