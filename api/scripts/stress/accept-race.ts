import type { Pool } from 'pg';
import { paths } from '@dps/contract';
import { createAccount, fieldOf, idOf, type Account, type Origin, type Reply } from './account.ts';

const PILOTS = 8;
/** Number of concurrent races. */
const LANES = 4;

const JOB = {
  title: 'Roof inspection',
  description: 'Two flat roofs.',
  surveyType: 'Property Inspection',
  location: 'Baltimore, MD',
  budget: 1450.5,
  deadline: '2030-06-30',
};

/** Results of the races. */
export interface RaceCounters {
  jobs: number;
  attempts: number;
  /** Responses with 200: expected once per job. */
  accepted: number;
  /** Responses with 409 `job_not_available`: expected for all others. */
  refused: number;
  /** Jobs that were accepted more than once. */
  doubles: number;
  /** Jobs that no pilot could accept. */
  orphans: number;
  /** Counts of other responses, by `status code`. */
  others: Record<string, number>;
  /** Jobs whose pilot in the database is not the accepted one. */
  disagreements: number;
  seconds: number;
}

interface Race {
  /** API processes on one database. */
  origins: readonly Origin[];
  database: Pool;
  jobs: number;
  onProgress?: (counters: RaceCounters) => void;
}

/** Returns the elements in random order. */
function shuffled<T>(elements: readonly T[]): T[] {
  const rest = [...elements];
  return elements.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1));
}

function count(counters: RaceCounters, reply: Reply): void {
  counters.attempts += 1;
  const code = fieldOf(reply, 'code');
  if (reply.status === 200) counters.accepted += 1;
  else if (reply.status === 409 && code === 'job_not_available') counters.refused += 1;
  else {
    const other = `${reply.status} ${String(code)}`;
    counters.others[other] = (counters.others[other] ?? 0) + 1;
  }
}

/** All pilots try to accept a new job through all processes at the same time. Returns the job and the accepted pilots. */
async function raceOnce(
  owner: Account,
  pilots: readonly Account[],
  { origins }: Race,
  counters: RaceCounters,
) {
  const [first] = shuffled(origins);
  if (!first) throw new Error('There is no process to race on');
  const jobId = idOf(await owner.post(first, paths.jobs(), JOB), 201);
  const attempts = shuffled(pilots.flatMap((pilot) => origins.map((origin) => ({ pilot, origin }))));
  const winners = await Promise.all(
    attempts.map(async ({ pilot, origin }) => {
      const reply = await pilot.post(origin, paths.assignJob(jobId), { pilotId: pilot.id });
      count(counters, reply);
      return reply.status === 200 && fieldOf(reply, 'pilotId') === pilot.id ? [pilot.id] : [];
    }),
  );
  return { jobId, winners: winners.flat() };
}

/** Starts a job, because a pilot can have only a few accepted jobs that are not started. */
async function start({ database }: Race, jobId: number): Promise<void> {
  await database.query(`UPDATE jobs SET status = 'in-progress' WHERE id = $1 AND status = 'pending'`, [
    jobId,
  ]);
}

/** Counts the jobs whose state in the database differs from the response to the winner. */
async function countDisagreements(database: Pool, pilotByJob: ReadonlyMap<number, number>): Promise<number> {
  const { rows } = await database.query<{ id: number; pilot_id: number | null; status: string }>(
    'SELECT id, pilot_id, status FROM jobs WHERE id = ANY($1)',
    [[...pilotByJob.keys()]],
  );
  const agreeing = rows.filter(
    (row) => row.status === 'in-progress' && row.pilot_id === pilotByJob.get(row.id),
  );
  return pilotByJob.size - agreeing.length;
}

/** Eight pilots try to accept each of many jobs at once, each through every process. */
export async function raceForJobs(race: Race): Promise<RaceCounters> {
  const { origins, database, jobs, onProgress } = race;
  const [first] = origins;
  if (!first) throw new Error('There is no process to race on');
  const owner = await createAccount(first, 'client');
  const pilots = await Promise.all(Array.from({ length: PILOTS }, () => createAccount(first, 'pilot')));
  const counts = { jobs: 0, attempts: 0, accepted: 0, refused: 0, doubles: 0, orphans: 0 };
  const counters: RaceCounters = { ...counts, others: {}, disagreements: 0, seconds: 0 };
  const pilotByJob = new Map<number, number>();
  const started = performance.now();
  let begun = 0;
  const lane = async () => {
    while (begun < jobs) {
      begun += 1;
      const { jobId, winners } = await raceOnce(owner, pilots, race, counters);
      const [winner] = winners;
      if (winner === undefined) {
        counters.orphans += 1;
      } else {
        pilotByJob.set(jobId, winner);
        await start(race, jobId);
      }
      if (winners.length > 1) counters.doubles += 1;
      counters.jobs += 1;
      counters.seconds = (performance.now() - started) / 1000;
      onProgress?.(counters);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  counters.disagreements = await countDisagreements(database, pilotByJob);
  return counters;
}
