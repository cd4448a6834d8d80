import { parseArgs } from 'node:util';
import { Teardown } from '@dps/local-stack/process/teardown';

/**
 * Reads the options of the command line: `--NAME INTEGER` for each default, and `--smallest`.
 *
 * @param smallest replaces the defaults if `--smallest` is given: the values of the shortest run
 */
export function readOptions<Name extends string>(
  defaults: Record<Name, number>,
  smallest: Record<Name, number>,
): Record<Name, number> & { smallest: boolean } {
  const names = Object.keys(defaults).map((name) => [name, { type: 'string' }] as const);
  const { values } = parseArgs({
    options: { ...Object.fromEntries(names), smallest: { type: 'boolean', default: false } },
  });
  const given: Record<string, unknown> = values;
  const options = { ...(values.smallest ? smallest : defaults) };
  for (const name in options) {
    if (given[name] === undefined) continue;
    options[name] = Number(given[name]);
    if (!(options[name] > 0)) throw new Error(`--${name}: expected a positive number`);
  }
  return { ...options, smallest: values.smallest };
}

/** Runs a measurement until it completes or a signal stops it, prints its error, and tears it down. */
export async function runMeasurement(measure: (teardown: Teardown) => Promise<void>): Promise<never> {
  const teardown = new Teardown();
  try {
    await Promise.race([measure(teardown), teardown.interrupted]);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
  await teardown.disposeAsync();
  // After a signal, pending work would keep the process alive.
  process.exit();
}

/** Runs the rounds in sequence, after a warm-up round whose results are dropped. A smallest run has no warm-up. */
export async function runRounds(
  { rounds, smallest }: { rounds: number; smallest: boolean },
  round: (isWarmUp: boolean) => Promise<void>,
): Promise<void> {
  if (!smallest) {
    process.stdout.write('Warming up …\n');
    await round(true);
  }
  for (let index = 1; index <= rounds; index += 1) {
    process.stdout.write(`Round ${index} of ${rounds} …\n`);
    await round(false);
  }
}
