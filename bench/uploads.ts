import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ATTACHMENTS_PER_JOB, paths } from '@dps/contract';
import { postJob, signUp } from './accounts.ts';
import { readOptions, runMeasurement, runRounds } from './measurement.ts';
import { MeasuredReads, READ_EVERY_MS, startMeasuredApi } from './reads/measure-reads.ts';
import { startProgram } from './server.ts';
import { printRound, printSummary, type Round } from './uploads/report.ts';
import type { UploadOrder } from './uploads/upload-sender.ts';

const options = readOptions(
  { rounds: 5, lanes: 10, uploads: 4, idle: 4000 },
  { rounds: 1, lanes: 2, uploads: 1, idle: 500 },
);

/** Creates the jobs of one account, for one lane of a round. */
async function prepareLane(api: string): Promise<UploadOrder['lanes'][number]> {
  const { cookie } = await signUp(api, 'client');
  const lane: UploadOrder['lanes'][number] = [];
  while (lane.length < options.uploads) {
    const url = api + paths.attachments(await postJob(api, cookie));
    for (let file = 0; file < ATTACHMENTS_PER_JOB; file += 1) lane.push({ url, cookie });
  }
  return lane.slice(0, options.uploads);
}

async function prepareUploads(api: string): Promise<UploadOrder> {
  return { lanes: await Promise.all(Array.from({ length: options.lanes }, () => prepareLane(api))) };
}

await runMeasurement(async (teardown) => {
  const api = await startMeasuredApi(teardown);
  const { cookie } = await signUp(api.url, 'pilot');
  const reads = await MeasuredReads.start(api, cookie, teardown);
  const program = join(import.meta.dirname, 'uploads/upload-sender.ts');
  const sender = await startProgram(program, {}, teardown);

  process.stdout.write(
    `${options.lanes} concurrent uploads of 10 MB, ${1000 / READ_EVERY_MS} reads a second, idle → busy:\n`,
  );
  const rounds: Round[] = [];
  await runRounds(options, async (isWarmUp) => {
    const uploads = await prepareUploads(api.url);
    const idle = await reads.during(() => delay(options.idle));
    const busy = await reads.during(() => sender.request<number[]>(uploads));
    if (isWarmUp) return;
    const round = {
      idle: idle.latencies,
      busy: busy.latencies,
      idleApi: idle.figures,
      busyApi: busy.figures,
      idleWaitMs: idle.databaseWaitMs,
      busyWaitMs: busy.databaseWaitMs,
      uploadMs: busy.result,
    };
    rounds.push(round);
    printRound(round);
  });
  printSummary(rounds);
});
