import type { Teardown } from './api/teardown.ts';

/** Measures until it is done or somebody stops it, says what went wrong, and ends everything that was begun. */
export async function runMeasurement(teardown: Teardown, measure: () => Promise<void>): Promise<never> {
  try {
    await Promise.race([measure(), teardown.interrupted]);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  await teardown.run();
  // Somebody who stops it in the middle need not wait for what was under way.
  process.exit();
}
