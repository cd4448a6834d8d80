import { parseArgs } from 'node:util';

/** Approximate number of progress reports. */
const REPORTS = 20;

export const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Reads `--jobs` from the command line; the default is 200.
 *
 * @throws Error with the usage unless it is a whole number from 1 to `most`
 */
export function readJobs(usage: string, most: number): number {
  const { values } = parseArgs({ options: { jobs: { type: 'string', default: '200' } } });
  const jobs = Number(values.jobs);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= most) return jobs;
  throw new Error(`Usage: ${usage}`);
}

/** Returns a function that prints the counters at regular intervals. */
export function reporter<RaceCounters extends { jobs: number }>(
  jobs: number,
  describe: (counters: RaceCounters) => string,
): (counters: RaceCounters) => void {
  const every = Math.max(1, Math.ceil(jobs / REPORTS));
  return (counters) => {
    if (counters.jobs % every === 0) print(describe(counters));
  };
}
