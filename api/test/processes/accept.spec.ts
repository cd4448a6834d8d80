import { Pool } from 'pg';
import { raceForJobs } from '../../scripts/stress/accept-race.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const JOBS = 60;
/** Each of eight pilots sends a request through both processes. */
const ATTEMPTS = JOBS * 8 * 2;

let testBed: TestBed;
let database: Pool;
beforeAll(async () => {
  testBed = await createTestBed();
  database = new Pool({ connectionString: testBed.databaseUrl });
});
afterAll(async () => {
  await database.end();
  await testBed.close();
});

it('[STATUS-7] assigns each job to one of eight concurrent pilots through two processes', async () => {
  const origins = await Promise.all([testBed.start(), testBed.start()]);
  expect(await raceForJobs({ origins, database, jobs: JOBS })).toMatchObject({
    jobs: JOBS,
    attempts: ATTEMPTS,
    accepted: JOBS,
    refused: ATTEMPTS - JOBS,
    doubles: 0,
    orphans: 0,
    others: {},
    disagreements: 0,
  });
});
