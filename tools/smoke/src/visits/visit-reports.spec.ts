import { reportedProblems } from './visit-reports.ts';

const JOBS = { module: 'jobs', version: '1.1.0', count: 1 };
const report = (body: object) => reportedProblems(JSON.stringify(body));

describe('reportedProblems', () => {
  it.each([
    ['loaded', []],
    ['retried', ['jobs 1.1.0 loads at the second attempt only']],
    ['unavailable', ['jobs 1.1.0 cannot be loaded']],
  ])('of a part that is %s', (outcome, expected) => {
    expect(report({ loads: [{ ...JOBS, outcome, ms: 5 }] })).toEqual(expected);
  });

  it('of a part that gives way to another release', () => {
    expect(report({ loads: [{ ...JOBS, outcome: 'fallback', shown: '1.0.0', ms: 5 }] })).toEqual([
      'jobs 1.1.0 gives way to 1.0.0',
    ]);
  });

  it('of a part that throws', () => {
    const crash = {
      ...JOBS,
      part: 'page',
      errorName: 'TypeError',
      message: '',
      place: 'assets/page.js:1:20',
    };
    expect(report({ crashes: [crash] })).toEqual([
      'jobs 1.1.0 throws while its page is drawn: TypeError, in assets/page.js:1:20',
    ]);
  });

  it('says nothing of calls that failed, or of something else', () => {
    expect(report({ failures: [{ ...JOBS, operation: 'jobs/list', status: 404 }] })).toEqual([]);
    expect(report({ something: 'else' })).toEqual([]);
  });
});
