import { parseArgs } from 'node:util';

export interface Options {
  /** The sizes of the table, in jobs. */
  jobs: number[];
  rounds: number;
  /** For each measurement. */
  seconds: number;
  /** Open at a time. */
  connections: number;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`--${name}: expected a whole number, received "${text}"`);
  return Number(text);
}

/** The options of a command line; those that are left out take a few minutes together. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      jobs: { type: 'string', default: '10000,1000000' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '8' },
    },
  });
  return {
    jobs: values.jobs.split(',').map((size) => wholeNumber('jobs', size)),
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    connections: wholeNumber('connections', values.connections),
  };
}
