import { compareRounds } from './api/compare.ts';
import { fillDatabase } from './api/fill.ts';
import { readOptions } from './api/options.ts';
import { startApi, startBaseline } from './api/processes.ts';
import { printReport } from './api/report.ts';
import { requireSameAnswers } from './api/same-answers.ts';
import { Teardown } from './api/teardown.ts';
import { startCluster } from './api/cluster.ts';
import { runMeasurement } from './run-measurement.ts';

const options = readOptions(process.argv.slice(2));
const teardown = new Teardown();

async function measure(): Promise<void> {
  const cluster = await startCluster(teardown);
  const sizes = [];
  for (const jobs of options.jobs) {
    process.stdout.write(`Writing ${jobs.toLocaleString('en-US')} jobs …\n`);
    const { databaseUrl, cookie, jobId } = await fillDatabase(cluster, jobs);
    const [api, baseline] = [
      await startApi(databaseUrl, teardown),
      await startBaseline(databaseUrl, teardown),
    ];
    const target = { jobs, cookie, jobId, api, baseline };
    await requireSameAnswers(target);
    sizes.push(target);
  }
  printReport(await compareRounds(sizes, options), options);
}

await runMeasurement(teardown, measure);
