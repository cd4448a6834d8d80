// Runs every measurement with the least data, to prove that it runs. The figures are not used.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The programs of the measurements. `main.ts` runs one part, and writes its results. */
const MEASUREMENTS = [
  ...[
    'abuse',
    'api',
    'capacity',
    'edits',
    'faults',
    'federation',
    'growth',
    'lists',
    'sign-ins',
    'sizes',
    'steady',
    'streams',
    'uploads',
  ].map((name) => [`${name}.ts`]),
  ['main.ts', 'gateway'],
];

/** More programs at a time overload the processors, and an overloaded API refuses requests. */
const AT_A_TIME = 2;

const waiting = [...MEASUREMENTS];
async function runWaiting(): Promise<void> {
  for (let program = waiting.shift(); program; program = waiting.shift()) {
    try {
      await run(process.execPath, [...program, '--smallest'], {
        cwd: import.meta.dirname,
        maxBuffer: 2 ** 26,
      });
      process.stdout.write(`✓ ${program.join(' ')}\n`);
    } catch (error) {
      process.stdout.write(
        `✗ ${program.join(' ')}\n${error instanceof Error ? error.message : String(error)}\n`,
      );
      process.exitCode = 1;
    }
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, runWaiting));
