import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { browsersOutcome, jestOutcome, playwrightOutcome, single, total } from './outcome.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'outcome-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const jest = (passed: number, failed: number, broken: number) =>
  report({ numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: broken });

describe('the outcome of a test run', () => {
  it.each([
    [true, 5, 0, 0, { passed: 5, failed: 0 }],
    [false, 5, 2, 0, { passed: 5, failed: 2 }],
    [false, 5, 0, 1, { passed: 5, failed: 1 }],
    [false, 5, 0, 0, { passed: 5, failed: 1 }],
    [true, 0, 0, 0, { passed: 0, failed: 1 }],
  ])(
    'ok %p with %i passed, %i failed, %i suites that did not run',
    (ok, passed, failed, broken, expected) => {
      expect(jestOutcome(ok, jest(passed, failed, broken), '')).toMatchObject(expected);
    },
  );

  it.each([
    [true, 0, 0, { passed: 0, failed: 0 }],
    [false, 0, 0, { passed: 0, failed: 1 }],
    [false, 3, 1, { passed: 3, failed: 1 }],
  ])(
    'may be empty if the packages have no test: ok %p, %i passed, %i failed',
    (ok, passed, failed, expected) => {
      expect(jestOutcome(ok, jest(passed, failed, 0), '', true)).toMatchObject(expected);
    },
  );

  it('notes the first failure of a journey that then passed', () => {
    const file = report({ stats: { expected: 3, unexpected: 0, flaky: 1 } });
    expect(playwrightOutcome(true, file, 'no toast')).toMatchObject({
      passed: 4,
      failed: 0,
      notes: ['Unstable: 1 of the journeys failed once. Correct them.\nno toast'],
    });
  });

  it('reports a journey that fails each time as failed', () => {
    const file = report({ stats: { expected: 3, unexpected: 1, flaky: 1 } });
    expect(playwrightOutcome(false, file, 'no toast')).toEqual({ passed: 4, failed: 1, output: 'no toast' });
  });

  it('notes the browsers that are not installed, in the total, too', () => {
    const outcome = browsersOutcome(true, report({ passed: 4, failed: 0, skipped: ['Firefox'] }), '');
    expect(total(single(true, ''), outcome)).toMatchObject({
      passed: 5,
      failed: 0,
      notes: ['Not tested: Firefox'],
    });
    expect(total(single(true, ''))).not.toHaveProperty('notes');
  });

  it('takes a run without any browser for a failure', () => {
    const file = report({ passed: 0, failed: 0, skipped: ['Chromium', 'Firefox', 'WebKitGTK'] });
    expect(browsersOutcome(true, file, '')).toMatchObject({ passed: 0, failed: 1 });
  });

  it('takes a run that left no report for a failure', () => {
    expect(jestOutcome(true, path.join(folder, 'none.json'), '')).toMatchObject({ passed: 0, failed: 1 });
  });
});
