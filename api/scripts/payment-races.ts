import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startPostgres } from '@dps/local-stack/postgres';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { startSandbox } from '@dps/payment-sandbox';
import {
  ApiProcess,
  apiEnvironment,
  migrateDatabase,
  SANDBOX_KEYS,
  sandboxEnvironment,
} from '../test/support/api-process.ts';
import { readJobs, reporter, print } from './stress/command-line.ts';
import { racePayments, type PaymentCounters } from './stress/payment-race.ts';

const USAGE = 'npm run payment-races -w @dps/api -- [--jobs 1…15000]';
/** The sandbox stores 20,000 payments. */
const MOST_JOBS = 15_000;
const PROCESSES = 2;

function describe({ jobs, doubleIntents, wrongCharges, seconds }: PaymentCounters): string {
  return `${jobs} jobs, ${doubleIntents} with two payments, ${wrongCharges} not charged once; ${seconds.toFixed(1)} s`;
}

function holds(counters: PaymentCounters): boolean {
  const { jobs, doubleIntents, wrongCharges, wrongPayments, wrongLedgers, wrongTransfers, paid } = counters;
  const wrong = doubleIntents + wrongCharges + wrongPayments + wrongLedgers + wrongTransfers;
  return paid === jobs && wrong === 0 && counters.wrongCents === 0 && counters.ledgerSum === 0;
}

async function race(databaseUrl: string, jobs: number): Promise<PaymentCounters> {
  migrateDatabase(databaseUrl);
  const sandbox = await startSandbox({ keys: SANDBOX_KEYS, webhooks: { mode: 'never' } });
  const environment = {
    ...apiEnvironment(addressFor('dps_api', databaseUrl)),
    ...sandboxEnvironment(sandbox.url),
  };
  const database = new Pool({ connectionString: databaseUrl });
  const processes = Array.from({ length: PROCESSES }, () => new ApiProcess(environment));
  try {
    const origins = await Promise.all(processes.map((api) => api.ready()));
    return await racePayments({
      origins,
      database,
      sandbox,
      jobs,
      onProgress: reporter(jobs, describe),
    });
  } finally {
    await Promise.all(processes.map((api) => api.end()));
    await database.end();
    await sandbox.close();
  }
}

const jobs = readJobs(USAGE, MOST_JOBS);
const postgres = await startPostgres({
  dataDir: mkdtempSync(join(tmpdir(), 'dps-payment-races-')),
  ephemeral: true,
});
try {
  const counters = await race(postgres.url, jobs);
  print(`\n${describe(counters)}`);
  print(`${counters.paid} jobs paid, ${counters.wrongPayments} jobs without exactly one completed payment`);
  print(
    `${counters.wrongLedgers} jobs with another ledger, whose entries sum to ${counters.ledgerSum} cents`,
  );
  print(`the last payment was swept ${counters.sweptInSeconds.toFixed(1)} s after the last event`);
  print(
    `${counters.refunds} payments partly refunded, ${counters.wrongTransfers} without exactly one transfer of the share, and a ` +
      `difference of ${counters.wrongCents} cents at the pilot's account, ${counters.transferredInSeconds.toFixed(1)} s after the sweep`,
  );
  print(`outcomes: ${JSON.stringify(counters.outcomes)}`);
  process.exitCode = holds(counters) ? 0 : 1;
} finally {
  await postgres.close();
}
