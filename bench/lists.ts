import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '@dps/smoke/browser';
import { startStack } from '@dps/local-stack/stack';
import { writeManyJobs } from '@dps/local-stack/many-jobs';
import { Teardown } from './api/teardown.ts';
import { measureVisit, type Product, type Visit } from './lists/measure-visit.ts';
import { signUpPeople } from './lists/people.ts';
import { PAGES, type MeasuredPage } from './lists/pages.ts';
import { printLists } from './lists/report.ts';
import { runMeasurement } from './run-measurement.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const FEW = 40;
const MANY = 10_000;

const teardown = new Teardown();

/** The product with a client and a pilot who have so many jobs, and as many that are open. */
async function startProduct(jobs: number): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dps-lists-'));
  teardown.add(async () => rmSync(dataDir, { recursive: true, force: true }));
  const stack = await startStack({ dataDir, ephemeral: true, demoData: false, logLevel: 'warn' });
  teardown.add(() => stack.close());
  const people = await signUpPeople(stack.url);
  const { client, pilot, other } = people;
  await writeManyJobs(stack.databaseUrl, { clientId: client.id, pilotId: pilot.id, count: jobs });
  await writeManyJobs(stack.databaseUrl, { clientId: other.id, pilotId: null, count: jobs });
  return { url: stack.url, people };
}

function withoutVisits(page: MeasuredPage) {
  const visits: { few: Visit[]; many: Visit[] } = { few: [], many: [] };
  return { page, ...visits };
}

async function measure(): Promise<void> {
  const browser = await openBrowser();
  teardown.add(() => browser.close());
  const [few, many] = [await startProduct(FEW), await startProduct(MANY)];
  const pages = PAGES.map(withoutVisits);
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    process.stdout.write(round === 0 ? 'Warming up …\n' : `Round ${round} of ${ROUNDS} …\n`);
    for (const { page, ...visits } of pages) {
      const visit = {
        few: await measureVisit(browser, few, page),
        many: await measureVisit(browser, many, page),
      };
      if (round === 0) continue;
      visits.few.push(visit.few);
      visits.many.push(visit.many);
    }
  }
  const comparisons = pages.map(({ page, few: fewVisits, many: manyVisits }) => ({
    name: page.name,
    few: fewVisits,
    many: manyVisits,
  }));
  printLists(comparisons, { rounds: ROUNDS, few: FEW, many: MANY });
}

await runMeasurement(teardown, measure);
