import { figures, median, percentile, type Figure } from '../figures.ts';
import type { ProcessFigures } from '../reads/measure-reads.ts';

/** Results of one round, with and without uploads; times in milliseconds. */
export interface Round {
  /** Latencies of the reads without uploads. */
  idle: number[];
  /** Latencies of the reads during the uploads. */
  busy: number[];
  idleApi: ProcessFigures;
  busyApi: ProcessFigures;
  /** See `databaseWaitMs` of the reads. */
  idleWaitMs: number;
  busyWaitMs: number;
  uploadMs: number[];
}

export function printRound({ idle, busy, idleApi, busyApi, idleWaitMs, busyWaitMs, uploadMs }: Round): void {
  const ms = (value: number) => value.toFixed(1).padStart(6);
  process.stdout.write(
    `  reads p50 ${ms(median(idle))} → ${ms(median(busy))} ms, p99 ${ms(percentile(idle, 0.99))} → ` +
      `${ms(percentile(busy, 0.99))} ms; loop p99 ${ms(idleApi.delayP99Ms)} → ${ms(busyApi.delayP99Ms)} ms, ` +
      `longest ${ms(busyApi.longestDelayMs)} ms; ` +
      `PostgreSQL waits ${ms(idleWaitMs)} → ${ms(busyWaitMs)} ms; an upload ${ms(median(uploadMs))} ms\n`,
  );
}

/** Limits during the uploads: of the API's memory, and of the reads' 99th percentile compared with that without uploads. */
const GOALS = { memoryMb: 350, p99: 2 };

/** Prints the medians of all rounds. */
export function printSummary(rounds: readonly Round[]): void {
  const print = (label: string, value: string) => process.stdout.write(`${label.padEnd(46)}${value}\n`);
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
  const ratio = (share: number) =>
    medianOf(({ idle, busy }) => percentile(busy, share) / percentile(idle, share));
  const readsFigure = (share: number): Figure => ({
    name: `p${share * 100} of other reads during uploads`,
    unit: 'ms',
    value: medianOf(({ busy }) => percentile(busy, share)),
    baseline: medianOf(({ idle }) => percentile(idle, share)),
  });
  const memory = rounds.at(-1)?.busyApi.peakMemoryMb ?? NaN;
  figures.push(
    {
      name: 'peak memory of the API during uploads',
      unit: 'MB',
      value: memory,
      goal: { text: `≤ ${GOALS.memoryMb} MB`, reached: memory <= GOALS.memoryMb },
    },
    readsFigure(0.5),
    { ...readsFigure(0.99), goal: { text: `≤ ${GOALS.p99} ×`, reached: ratio(0.99) <= GOALS.p99 } },
  );
  const ms = (figure: (round: Round) => number, digits: number) => `${medianOf(figure).toFixed(digits)} ms`;
  print('peak memory of the API', `${memory.toFixed(0)} MB`);
  print('p50 of other reads, busy to idle', `${ratio(0.5).toFixed(2)} ×`);
  print('p99 of other reads, busy to idle', `${ratio(0.99).toFixed(2)} ×`);
  print(
    'p99 of other reads, busy',
    ms(({ busy }) => percentile(busy, 0.99), 1),
  );
  print(
    'longest delay of the event loop',
    ms(({ busyApi }) => busyApi.longestDelayMs, 1),
  );
  print(
    'p99 delay of the event loop',
    ms(({ busyApi }) => busyApi.delayP99Ms, 1),
  );
  print(
    "wait of PostgreSQL's reads for a processor",
    `${ms(({ idleWaitMs }) => idleWaitMs, 2)} → ${ms(({ busyWaitMs }) => busyWaitMs, 2)}`,
  );
  print('event loop busy', `${medianOf(({ busyApi }) => busyApi.busy * 100).toFixed(0)} %`);
  print(
    'processor time of an upload, reads included',
    ms(({ busyApi, uploadMs }) => busyApi.cpuMs / uploadMs.length, 0),
  );
  print(
    'time of an upload, median',
    ms(({ uploadMs }) => median(uploadMs), 0),
  );
}
