import { countTests, rowOf } from './nx-plugin.ts';

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

test.each([
  ['success', '', 1, 0],
  ['local-cache', '', 1, 0],
  ['success', 'Tests: 7 passed, 7 total', 7, 0],
  ['failure', '', 0, 1],
  ['failure', 'Tests: 2 failed, 7 passed, 9 total', 7, 2],
  ['stopped', '', 0, 1],
] as const)(
  'counts a check with the status %s and the output %j',
  (status, terminalOutput, passed, failed) => {
    const task = { startTime: 1_000, endTime: 3_500 };
    expect(rowOf('unit', [{ status, terminalOutput, task }])).toMatchObject({ passed, failed, seconds: 2.5 });
  },
);
