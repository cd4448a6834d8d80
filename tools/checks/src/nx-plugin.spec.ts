import { countTests } from './nx-plugin.ts';

test.each<[string, string, number, number, number]>([
  ['Jest', 'Tests:       1 failed, 2 skipped, 12 passed, 15 total\nTime: 3 s', 12, 1, 0],
  ['Playwright', '  1 failed\n    a.spec.ts › 3 passed jobs\n  2 flaky\n  30 passed (3.1m)', 30, 1, 2],
  ['no test runner', 'Built 3 files; 2 passed the limit', 0, 0, 0],
])('counts the tests of %s', (_runner, output, passed, failed, flaky) => {
  expect((['passed', 'failed', 'flaky'] as const).map((outcome) => countTests(output, outcome))).toEqual([
    passed,
    failed,
    flaky,
  ]);
});
