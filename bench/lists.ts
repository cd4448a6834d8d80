import { openBrowser } from '@dps/release/browser';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { signUp } from './accounts.ts';
import { withClient } from './database.ts';
import { measureVisit, type Product } from './lists/measure-visit.ts';
import { PAGES, type MeasuredPage } from './lists/pages.ts';
import { printLists, type Comparison } from './lists/report.ts';
import { readOptions, runMeasurement, runRounds } from './measurement.ts';
import type { Teardown } from '@dps/local-stack/process/teardown';
import { startMeasured } from './server.ts';

const options = readOptions({ few: 40, many: 10_000, rounds: 3 }, { few: 40, many: 40, rounds: 1 });

/** One flight for each job of the pilot `$1`. */
const FLIGHTS = `
  INSERT INTO flight_data (job_id, pilot_id, flight_number, duration, altitude, coverage_area, resolution)
  SELECT id, pilot_id, 'FL-' || id, 1 + id % 90, '400 ft', id % 50 || ' acres', '2cm/pixel'
  FROM jobs WHERE pilot_id = $1`;

/** Starts the product with `jobs` jobs and flights of a client and a pilot, and as many open jobs. */
async function startWithJobs(jobs: number, teardown: Teardown): Promise<Product> {
  const product = await startMeasured({ demoData: false }, teardown);
  const users = {
    client: await signUp(product.url, 'client'),
    pilot: await signUp(product.url, 'pilot'),
    otherClient: await signUp(product.url, 'client'),
  };
  const { client, pilot, otherClient } = users;
  await writeManyJobs(product.databaseUrl, { clientId: client.id, pilotId: pilot.id, count: jobs });
  await writeManyJobs(product.databaseUrl, { clientId: otherClient.id, pilotId: null, count: jobs });
  await withClient(product.databaseUrl, (database) => database.query(FLIGHTS, [pilot.id]));
  return { url: product.url, users };
}

await runMeasurement(async (teardown) => {
  const browser = await openBrowser();
  teardown.add(() => browser.close());
  const few = await startWithJobs(options.few, teardown);
  const many = options.many === options.few ? few : await startWithJobs(options.many, teardown);
  // A smallest run visits one page of each kind of list.
  const isFirstOfKind = ({ entries }: MeasuredPage, index: number) =>
    PAGES.findIndex((page) => page.entries === entries) === index;
  const pages = options.smallest ? PAGES.filter(isFirstOfKind) : PAGES;
  const comparisons = pages.map((page): Comparison => ({ page, few: [], many: [] }));
  await runRounds(options, async (isWarmUp) => {
    for (const comparison of comparisons) {
      const fewVisit = await measureVisit(browser, few, comparison.page);
      const manyVisit = many === few ? fewVisit : await measureVisit(browser, many, comparison.page);
      if (isWarmUp) continue;
      comparison.few.push(fewVisit);
      comparison.many.push(manyVisit);
    }
  });
  printLists(comparisons, options);
});
