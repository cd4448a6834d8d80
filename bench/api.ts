import { join } from 'node:path';
import { CALLS, PIPELINED_CALLS } from './api/calls.ts';
import { compareRounds, type Pair } from './api/compare.ts';
import { fillDatabase } from './api/fill.ts';
import { printReport } from './api/report.ts';
import { requireSameResponses } from './api/same-responses.ts';
import { readOptions, runMeasurement } from './measurement.ts';
import { startApi, startProgram } from './server.ts';

const BASELINE = join(import.meta.dirname, 'api/baseline.ts');

const options = readOptions(
  { few: 10_000, many: 1_000_000, rounds: 7, seconds: 3, connections: 8, warmUp: 4000 },
  { few: 100, many: 100, rounds: 1, seconds: 0.2, connections: 8, warmUp: 20 },
);

await runMeasurement(async (teardown) => {
  const pairs: Pair[] = [];
  /** Two processes of the API, compared with one. */
  const scaling: Pair[] = [];
  for (const jobs of new Set([options.few, options.many])) {
    const apiProcesses = jobs === options.few ? 2 : 1;
    const { databaseUrl, api: first, apis } = await startApi(teardown, { apiProcesses });
    const { cookie, jobId } = await fillDatabase(databaseUrl, jobs);
    const api = [first];
    if (jobs === options.few) {
      const target = { jobs, cookie, jobId, api: apis, baseline: api };
      scaling.push(
        ...CALLS.map(({ name, path }) => ({ call: { name: `${name}, two processes`, path }, target })),
      );
    }
    for (const [pipelined, calls] of [
      ['0', CALLS],
      ['1', PIPELINED_CALLS],
    ] as const) {
      const environment = { DATABASE_URL: databaseUrl, PIPELINED: pipelined };
      const baseline = await startProgram(BASELINE, { isServer: true, environment }, teardown);
      const target = { jobs, cookie, jobId, api, baseline: [baseline] };
      await requireSameResponses(target);
      pairs.push(...calls.map((call) => ({ call, target })));
    }
  }
  printReport(await compareRounds(pairs, options), options);
  printReport(await compareRounds(scaling, options), options, { api: 'two', baseline: 'one' });
});
