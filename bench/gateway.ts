import { CALLS } from './api/calls.ts';
import { compareRounds } from './api/compare.ts';
import { fillDatabase } from './api/fill.ts';
import { printReport } from './api/report.ts';
import { requireSameResponses } from './api/same-responses.ts';
import { startGateway } from './gateway/start.ts';
import { readOptions, runMeasurement } from './measurement.ts';
import { startApi } from './server.ts';

/** Minimum ratio of the requests per second behind the gateway to the API's own. */
const GOAL = 0.8;

const options = readOptions(
  { jobs: 10_000, rounds: 7, seconds: 3, connections: 8, warmUp: 4000 },
  { jobs: 100, rounds: 1, seconds: 0.2, connections: 8, warmUp: 20 },
);

/** Measures calls behind the gateway; the API without the gateway is the baseline. */
await runMeasurement(async (teardown) => {
  const { jobs } = options;
  const { databaseUrl, url, api } = await startApi(teardown);
  const { cookie, jobId } = await fillDatabase(databaseUrl, jobs);
  const { gateway } = await startGateway(url, teardown);
  const target = { jobs, cookie, jobId, api: [gateway], baseline: [api] };
  await requireSameResponses(target);
  const pairs = CALLS.map(({ name, path }) => ({ call: { name, path, goal: GOAL }, target }));
  printReport(await compareRounds(pairs, options), options, { api: 'gateway', baseline: 'API' });
});
