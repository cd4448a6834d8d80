import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { startPostgres } from '@dps/local-stack/postgres';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { ApiProcess, apiEnvironment, migrateDatabase } from '../test/support/api-process.ts';
import { readJobs, reporter, print } from './stress/command-line.ts';
import { raceForJobs, type RaceCounters } from './stress/accept-race.ts';

const USAGE = 'npm run stress -w @dps/api -- [--jobs 1…1000000]';
const MOST_JOBS = 1_000_000;
const PROCESSES = 2;

function describe(counters: RaceCounters): string {
  const { jobs, attempts, accepted, refused, doubles, seconds } = counters;
  const rate = Math.round(attempts / seconds);
  return (
    `${jobs} jobs, ${attempts} attempts to accept: ${accepted} × 200, ${refused} × 409, ` +
    `${doubles} doubles; ${rate} attempts a second, ${seconds.toFixed(1)} s`
  );
}

function holds(counters: RaceCounters): boolean {
  const { jobs, accepted, doubles, orphans, others, disagreements } = counters;
  const wrong = doubles + orphans + disagreements + Object.keys(others).length;
  return accepted === jobs && wrong === 0;
}

async function race(databaseUrl: string, jobs: number): Promise<RaceCounters> {
  migrateDatabase(databaseUrl);
  const environment = apiEnvironment(addressFor('dps_api', databaseUrl));
  const database = new Pool({ connectionString: databaseUrl });
  const processes = Array.from({ length: PROCESSES }, () => new ApiProcess(environment));
  try {
    const origins = await Promise.all(processes.map((api) => api.ready()));
    return await raceForJobs({ origins, database, jobs, onProgress: reporter(jobs, describe) });
  } finally {
    await Promise.all(processes.map((api) => api.end()));
    await database.end();
  }
}

const jobs = readJobs(USAGE, MOST_JOBS);
const postgres = await startPostgres({
  dataDir: mkdtempSync(join(tmpdir(), 'dps-stress-')),
  ephemeral: true,
});
try {
  const counters = await race(postgres.url, jobs);
  const { orphans, disagreements, others } = counters;
  print(`\n${describe(counters)}`);
  print(`${orphans} jobs without a winner, ${disagreements} with another pilot in the database`);
  print(`other responses: ${JSON.stringify(others)}`);
  process.exitCode = holds(counters) ? 0 : 1;
} finally {
  await postgres.close();
}
