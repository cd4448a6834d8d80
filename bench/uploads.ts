import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ATTACHMENTS_PER_JOB, paths } from '@dps/shared-contracts';
import { postJob, signUp } from './accounts.ts';
import { startCluster } from './api/cluster.ts';
import { readOptions, runMeasurement, runRounds } from './measurement.ts';
import { migrate, request, startApi, startProcess } from './server.ts';
import type { ProcessFigures } from './uploads/loop-delay.ts';
import { printRound, printSummary, type Round } from './uploads/report.ts';
import type { UploadOrder } from './uploads/upload-sender.ts';

const SETTLE_MS = 500;
const READ_EVERY_MS = 10;
const FOLDER = join(import.meta.dirname, 'uploads');

const options = readOptions(
  { rounds: 5, lanes: 10, uploads: 4, idle: 4000 },
  { rounds: 1, lanes: 2, uploads: 1, idle: 500 },
);

interface Reads {
  latencies: number[];
  failures: number;
}

/** Creates the jobs for one round of uploads. */
async function prepareUploads(api: string): Promise<UploadOrder> {
  const { cookie } = await signUp(api, 'client');
  const uploads: UploadOrder['lanes'][number] = [];
  while (uploads.length < options.lanes * options.uploads) {
    const url = api + paths.attachments(await postJob(api, cookie));
    for (let file = 0; file < ATTACHMENTS_PER_JOB; file += 1) uploads.push({ url, cookie });
  }
  const lanes = Array.from({ length: options.lanes }, (_, lane) =>
    uploads.filter((_upload, index) => index % options.lanes === lane).slice(0, options.uploads),
  );
  return { lanes };
}

await runMeasurement(async (teardown) => {
  const databaseUrl = await startCluster(teardown);
  await migrate(databaseUrl);
  const flags = ['--max-semi-space-size=8', '--import', join(FOLDER, 'loop-delay.ts')];
  const environment = { MALLOC_ARENA_MAX: '2' };
  const api = await startApi({ databaseUrl, flags, environment }, teardown);
  const { cookie } = await signUp(api.url, 'pilot');
  const [reader, sender] = ['steady-reader.ts', 'upload-sender.ts'].map((program) =>
    startProcess(join(FOLDER, program), { environment: {} }, teardown),
  );
  if (!reader || !sender) throw new Error('The processes of the measurement did not start');
  const order = { url: `${api.url}${paths.availableJobs()}?limit=20`, cookie, everyMs: READ_EVERY_MS };

  const measureDuring = async <T>(task: () => Promise<T>) => {
    await delay(SETTLE_MS);
    await request(api.child, 'figures');
    reader.send(order);
    const result = await task();
    const { latencies, failures } = await request<Reads>(reader, 'stop');
    if (failures > 0) throw new Error(`${failures} reads failed`);
    return { result, latencies, figures: await request<ProcessFigures>(api.child, 'figures') };
  };

  process.stdout.write(
    `${options.lanes} concurrent uploads of 10 MB, ${1000 / READ_EVERY_MS} reads a second, idle → busy:\n`,
  );
  const rounds: Round[] = [];
  await runRounds(options, async (isWarmUp) => {
    const uploads = await prepareUploads(api.url);
    const idle = await measureDuring(() => delay(options.idle));
    const busy = await measureDuring(() => request<number[]>(sender, uploads));
    if (isWarmUp) return;
    const round = {
      idle: idle.latencies,
      busy: busy.latencies,
      idleApi: idle.figures,
      busyApi: busy.figures,
      uploadMs: busy.result,
    };
    rounds.push(round);
    printRound(round);
  });
  printSummary(rounds);
});
