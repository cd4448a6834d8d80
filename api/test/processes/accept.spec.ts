import { Client } from 'pg';
import { raceForJobs } from '../../scripts/stress/accept-race.ts';
import { openStage, type Stage } from './support/stage.ts';

const JOBS = 200;
/** Each of eight pilots tries through both processes. */
const ATTEMPTS = JOBS * 8 * 2;

let stage: Stage;
let database: Client;
beforeAll(async () => {
  stage = await openStage();
  database = new Client({ connectionString: stage.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await stage.close();
});

it('gives each job to one of eight pilots who race for it through two processes', async () => {
  const origins = await Promise.all([stage.start(), stage.start()]);
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
