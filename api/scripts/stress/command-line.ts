import { parseArgs } from 'node:util';

/** About how many reports there are, however many jobs. */
const REPORTS = 20;

export const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * How many jobs the command line asks for; 200 unless it does.
 *
 * @throws Error with the usage for anything but a whole number from 1 to `most`
 */
export function readJobs(usage: string, most: number): number {
  const { values } = parseArgs({ options: { jobs: { type: 'string', default: '200' } } });
  const jobs = Number(values.jobs);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= most) return jobs;
  throw new Error(`Usage: ${usage}`);
}

/** Says how a race stands, now and then. */
export function reporter<RaceCounters extends { jobs: number }>(
  jobs: number,
  describe: (counters: RaceCounters) => string,
): (counters: RaceCounters) => void {
  const every = Math.max(1, Math.ceil(jobs / REPORTS));
  return (counters) => {
    if (counters.jobs % every === 0) print(describe(counters));
  };
}
