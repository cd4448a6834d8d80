import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@dps/local-stack/postgres';
import { ATTACHMENTS_PER_JOB, paths } from '@dps/shared-contracts';
import { postJob, signUp } from './uploads/accounts.ts';
import { ask, endChild, startBeside, startMeasuredApi, type MeasuredApi } from './uploads/api-process.ts';
import type { ProcessFigures } from './uploads/loop-delay.ts';
import type { UploadOrder } from './uploads/upload-sender.ts';

const ROUNDS = 5;
const AT_ONCE = 10;
const UPLOADS_PER_LANE = 4;
const IDLE_MS = 4000;
const SETTLE_MS = 500;
const READ_EVERY_MS = 10;

interface Reads {
  latencies: number[];
  failures: number;
}

interface Round {
  idle: number[];
  busy: number[];
  idleApi: ProcessFigures;
  busyApi: ProcessFigures;
  uploadMs: number[];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const median = (values: readonly number[]) => percentile(values, 0.5);

async function lanesOf(api: string): Promise<UploadOrder> {
  const cookie = await signUp(api, 'client');
  const uploads: UploadOrder['lanes'][number] = [];
  while (uploads.length < AT_ONCE * UPLOADS_PER_LANE) {
    const url = await postJob(api, cookie);
    for (let file = 0; file < ATTACHMENTS_PER_JOB; file += 1) uploads.push({ url, cookie });
  }
  const lanes = Array.from({ length: AT_ONCE }, (_, lane) =>
    uploads.filter((_upload, index) => index % AT_ONCE === lane),
  );
  return { lanes };
}

async function measure(api: MeasuredApi, report: (round: Round) => void): Promise<void> {
  const cookie = await signUp(api.url, 'pilot');
  const orders: UploadOrder[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) orders.push(await lanesOf(api.url));
  const reader = startBeside('steady-reader.ts');
  const sender = startBeside('upload-sender.ts');
  const order = { url: `${api.url}${paths.availableJobs()}?limit=20`, cookie, everyMs: READ_EVERY_MS };

  const during = async <T>(task: () => Promise<T>) => {
    await delay(SETTLE_MS);
    await api.figures();
    reader.send(order);
    const result = await task();
    const { latencies, failures } = await ask<Reads>(reader, 'stop');
    if (failures > 0) throw new Error(`${failures} reads failed`);
    return { result, latencies, figures: await api.figures() };
  };
  try {
    for (const [index, uploads] of orders.entries()) {
      const idle = await during(() => delay(IDLE_MS));
      const busy = await during(() => ask<number[]>(sender, uploads));
      // The first round warms both up.
      if (index > 0) {
        report({
          idle: idle.latencies,
          busy: busy.latencies,
          idleApi: idle.figures,
          busyApi: busy.figures,
          uploadMs: busy.result,
        });
      }
    }
  } finally {
    await Promise.all([endChild(reader), endChild(sender)]);
  }
}

function print(label: string, value: string): void {
  process.stdout.write(`${label.padEnd(46)}${value}\n`);
}

function printRound({ idle, busy, idleApi, busyApi, uploadMs }: Round): void {
  const ms = (value: number) => value.toFixed(1).padStart(6);
  process.stdout.write(
    `  reads p50 ${ms(median(idle))} → ${ms(median(busy))} ms, p99 ${ms(percentile(idle, 0.99))} → ` +
      `${ms(percentile(busy, 0.99))} ms; loop p99 ${ms(idleApi.delayP99Ms)} → ${ms(busyApi.delayP99Ms)} ms, ` +
      `longest ${ms(busyApi.longestDelayMs)} ms; an upload ${ms(median(uploadMs))} ms\n`,
  );
}

function printSummary(rounds: readonly Round[]): void {
  const last = rounds.at(-1);
  const uploads = AT_ONCE * UPLOADS_PER_LANE;
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
  const ratio = (share: number) =>
    medianOf(({ idle, busy }) => percentile(busy, share) / percentile(idle, share)).toFixed(2);
  print('peak memory of the API', `${last?.busyApi.peakMemoryMb.toFixed(0)} MB`);
  print('p50 of other reads, busy to idle', `${ratio(0.5)} ×`);
  print('p99 of other reads, busy to idle', `${ratio(0.99)} ×`);
  print('p99 of other reads, busy', `${medianOf(({ busy }) => percentile(busy, 0.99)).toFixed(1)} ms`);
  print(
    'longest delay of the event loop',
    `${medianOf(({ busyApi }) => busyApi.longestDelayMs).toFixed(1)} ms`,
  );
  print('p99 delay of the event loop', `${medianOf(({ busyApi }) => busyApi.delayP99Ms).toFixed(1)} ms`);
  print('event loop busy', `${medianOf(({ busyApi }) => busyApi.busy * 100).toFixed(0)} %`);
  print(
    'processor time for an upload, reads included',
    `${medianOf(({ busyApi }) => busyApi.cpuMs / uploads).toFixed(0)} ms`,
  );
  print('time of an upload, median', `${medianOf(({ uploadMs }) => median(uploadMs)).toFixed(0)} ms`);
}

const postgres = await startPostgres({
  dataDir: mkdtempSync(join(tmpdir(), 'dps-uploads-')),
  ephemeral: true,
});
try {
  const api = await startMeasuredApi({ DATABASE_URL: postgres.url });
  const rounds: Round[] = [];
  try {
    process.stdout.write(
      `Ten 10 MB files at once beside ${1000 / READ_EVERY_MS} reads a second, idle → busy:\n`,
    );
    await measure(api, (round) => {
      rounds.push(round);
      printRound(round);
    });
  } finally {
    await api.close();
  }
  printSummary(rounds);
} finally {
  await postgres.close();
}
