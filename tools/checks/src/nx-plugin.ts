// A plugin of Nx: gives each package the target `test`, and prints how long each check took and the number of tests.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CreateNodes, PostTasksExecution } from 'nx/src/project-graph/plugins/public-api';

type TaskResult = Pick<
  Parameters<PostTasksExecution>[1]['taskResults'][string],
  'status' | 'terminalOutput'
> & { task: { startTime?: number; endTime?: number } };

/** `Tests: 1 failed, 12 passed, 13 total` of Jest; `12 passed (3.1m)`, `1 failed` or `1 flaky` of Playwright. */
const SUMMARY = /^(?:Tests:|\s+\d+ (?:passed|failed|flaky)\b).*$/gm;
const NOT_TESTED = /^Not tested: .*$/gm;

/** Returns how many tests are passed, failed or flaky in the output of a test runner. */
export function countTests(output: string, outcome: 'passed' | 'failed' | 'flaky'): number {
  const lines = output.match(SUMMARY)?.join('\n') ?? '';
  const counts = [...lines.matchAll(new RegExp(`(\\d+) ${outcome}`, 'g'))];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Returns the row of a check: the task of one target, or those of `build` in all packages. A check without tests counts as one. */
export function rowOf(name: string, results: readonly TaskResult[]) {
  const output = stripVTControlCharacters(
    results.map(({ terminalOutput = '' }) => terminalOutput).join('\n'),
  );
  const ok = results.every(({ status }) => status === 'success' || status.includes('cache'));
  const flaky = countTests(output, 'flaky');
  const started = Math.min(...results.map(({ task }) => task.startTime ?? Infinity));
  const ended = Math.max(...results.map(({ task }) => task.endTime ?? 0));
  return {
    name,
    output,
    ok,
    flaky,
    passed: countTests(output, 'passed') + flaky || Number(ok),
    // A runner that fails without a failed test is one failure.
    failed: countTests(output, 'failed') || Number(!ok),
    seconds: Math.max(0, ended - started) / 1000,
  };
}

/** Prints the duration and the counts of each check, and the totals. */
export const postTasksExecution: PostTasksExecution = (_options, { taskResults }) => {
  const results = Object.values(taskResults);
  if (!results.some(({ task }) => task.target.project === 'checks')) return;
  // A group of checks has no output.
  const ran = results.filter(({ task, terminalOutput }) => task.startTime !== undefined && terminalOutput);
  const rows = [...Map.groupBy(ran, ({ task }) => task.target.target)].map(([name, tasks]) =>
    rowOf(name, tasks),
  );
  const lines = rows.map(
    ({ name, ok, passed, failed, seconds }) =>
      `${ok ? '✓' : '✗'} ${name.padEnd(12)} ${passed} passed, ${failed} failed in ${seconds.toFixed(1)} s`,
  );
  const notes = rows.flatMap(({ output, ok, flaky }) => [
    ...(output.match(NOT_TESTED) ?? []),
    ...(ok && flaky > 0 ? [`Unstable: ${flaky} of the journeys failed once. Correct them.\n${output}`] : []),
  ]);
  const sum = (field: 'passed' | 'failed') => rows.reduce((total, row) => total + row[field], 0);
  const total = `\n${sum('passed')} passed, ${sum('failed')} failed`;
  process.stdout.write(`${[...lines, ...notes, total].join('\n')}\n`);
};

export const name = 'checks';

const test = (folder: string) => ({
  command: `npm run --silent jest -- --passWithNoTests -- ${folder}/`,
  options: { cwd: '.' },
  dependsOn: ['build'],
  parallelism: false,
});

/** Gives each package the target `test`, so that `nx affected -t test` runs its tests. */
export const createNodes: CreateNodes = [
  '**/package.json',
  (files) =>
    files
      .map((file) => [file, path.posix.dirname(file)] as const)
      .filter(([, folder]) => folder !== '.')
      .map(([file, folder]) => [file, { projects: { [folder]: { targets: { test: test(folder) } } } }]),
];
