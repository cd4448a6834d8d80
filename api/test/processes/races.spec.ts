import { paths, type JobStatus } from '@dps/contract';
import {
  createAccount,
  fieldOf,
  type Account,
  type Origin,
  type Reply,
} from '../../scripts/stress/account.ts';
import { upload } from '../support/files.ts';
import { jobBody } from '../support/jobs.ts';
import { jobIn, postJob } from './support/jobs.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 24);
/** The number of concurrent rounds. */
const LANES = 8;
const NO_JOB = 'deleted';

let testBed: TestBed;
let first: Origin;
let second: Origin;
let owner: Account;
let pilot: Account;
let other: Account;
beforeAll(async () => {
  testBed = await createTestBed();
  [first, second] = await Promise.all([testBed.start(), testBed.start()]);
  owner = await createAccount(first, 'client');
  pilot = await createAccount(first, 'pilot');
  other = await createAccount(first, 'pilot');
});
afterAll(() => testBed.close());

type Move = (origin: Origin, id: number) => Promise<Reply>;

const acceptAs =
  (who: () => Account): Move =>
  (origin, id) =>
    who().post(origin, paths.assignJob(id), { pilotId: who().id });
const accept = acceptAs(() => pilot);
const acceptByOther = acceptAs(() => other);
const release: Move = (origin, id) => pilot.post(origin, paths.releaseJob(id));
const withdraw: Move = (origin, id) => pilot.post(origin, paths.releaseJob(id), { reason: 'Ill' });
const remove: Move = (origin, id) => owner.delete(origin, paths.job(id));
const attach: Move = (origin, id) => owner.post(origin, paths.attachments(id), upload());
const setProgress: Move = (origin, id) => pilot.put(origin, paths.job(id), { progress: 60 });
const edit =
  (title: string, budget = 1450.5): Move =>
  (origin, id) =>
    owner.put(origin, paths.job(id), jobBody({ title, budget }));
const moveTo =
  (status: JobStatus): Move =>
  (origin, id) =>
    pilot.patch(origin, paths.job(id), { status });

const STATE = `
  SELECT concat_ws(', ', status, CASE pilot_id WHEN $2 THEN 'pilot' WHEN $3 THEN 'other' ELSE 'unassigned' END,
    progress || ' %', title, '$' || (budget / 100.0)::numeric(10, 2)) AS state
  FROM jobs WHERE id = $1`;

const UNASSIGN = `UPDATE jobs SET pilot_id = NULL WHERE id = $1 AND status = 'pending'`;

/** Formats the row of a job. */
async function stateOf(id: number): Promise<string> {
  const [row] = await testBed.database.query<{ state: string }[]>(STATE, [id, pilot.id, other.id]);
  return row?.state ?? NO_JOB;
}

function resultOf(reply: Reply): string {
  return reply.status < 300 ? 'done' : `${reply.status} ${String(fieldOf(reply, 'code'))}`;
}

/** Sends both moves at once through different processes. Formats both results and the job. */
async function race(round: number, id: number, moves: readonly [Move, Move]): Promise<string> {
  const [one, two] = round % 2 === 0 ? [first, second] : [second, first];
  const makeFirst = () => moves[0](one, id);
  const makeSecond = () => moves[1](two, id);
  const isSwapped = round % 4 > 1;
  const earlier = isSwapped ? makeSecond() : makeFirst();
  const later = isSwapped ? makeFirst() : makeSecond();
  const [a, b] = await Promise.all(isSwapped ? [later, earlier] : [earlier, later]);
  const state = await stateOf(id);
  // A pilot has at most 10 accepted jobs.
  await testBed.database.query(UNASSIGN, [id]);
  return `${resultOf(a)} | ${resultOf(b)} | ${state}`;
}

const offer = () => postJob(first, owner);
const assigned = (status: JobStatus) => () => jobIn(first, status, { owner, pilot });
const ROOF = 'Roof inspection, $1450.50';

interface Race {
  start: () => Promise<number>;
  moves: readonly [Move, Move];
  /** Every possible outcome of the two moves in sequence, in the order of `moves`. */
  outcomes: readonly string[];
}

const RACES: Record<string, Race> = {
  'accept and delete': {
    start: offer,
    moves: [accept, remove],
    outcomes: [
      `done | 409 job_locked | pending, pilot, 0 %, ${ROOF}`,
      `409 job_not_available | done | ${NO_JOB}`,
      `404 not_found | done | ${NO_JOB}`,
    ],
  },
  'accept and edit': {
    start: offer,
    moves: [accept, edit('Edited', 99)],
    outcomes: [
      'done | done | pending, pilot, 0 %, Edited, $99.00',
      `done | 409 budget_frozen | pending, pilot, 0 %, ${ROOF}`,
    ],
  },
  'release and start': {
    start: assigned('pending'),
    moves: [release, moveTo('in-progress')],
    outcomes: [
      `done | 409 status_conflict | pending, unassigned, 0 %, ${ROOF}`,
      `done | 403 forbidden | pending, unassigned, 0 %, ${ROOF}`,
      `409 status_conflict | done | in-progress, pilot, 0 %, ${ROOF}`,
      // Started work is released with a reason only.
      `400 validation_failed | done | in-progress, pilot, 0 %, ${ROOF}`,
    ],
  },
  'withdraw and submit': {
    start: assigned('in-progress'),
    moves: [withdraw, moveTo('review')],
    outcomes: [
      `done | 409 status_conflict | pending, unassigned, 0 %, ${ROOF}`,
      `done | 403 forbidden | pending, unassigned, 0 %, ${ROOF}`,
      `409 status_conflict | done | review, pilot, 0 %, ${ROOF}`,
    ],
  },
  'release and accept by another': {
    start: assigned('pending'),
    moves: [release, acceptByOther],
    outcomes: [
      `done | done | pending, other, 0 %, ${ROOF}`,
      `done | 409 job_not_available | pending, unassigned, 0 %, ${ROOF}`,
    ],
  },
  'release and delete': {
    start: assigned('pending'),
    moves: [release, remove],
    outcomes: [
      `done | done | ${NO_JOB}`,
      `done | 409 job_locked | pending, unassigned, 0 %, ${ROOF}`,
      // The job is released, and deleted before it is read for the response.
      `404 not_found | done | ${NO_JOB}`,
    ],
  },
  'progress and start': {
    start: assigned('pending'),
    moves: [setProgress, moveTo('in-progress')],
    outcomes: [`done | done | in-progress, pilot, 60 %, ${ROOF}`],
  },
  'progress and submit': {
    start: assigned('in-progress'),
    moves: [setProgress, moveTo('review')],
    outcomes: [
      `done | done | review, pilot, 60 %, ${ROOF}`,
      `409 job_locked | done | review, pilot, 0 %, ${ROOF}`,
    ],
  },
  'progress and release': {
    start: assigned('pending'),
    moves: [setProgress, release],
    outcomes: [
      `done | done | pending, unassigned, 0 %, ${ROOF}`,
      `403 forbidden | done | pending, unassigned, 0 %, ${ROOF}`,
    ],
  },
  'the same step twice': {
    start: assigned('pending'),
    moves: [moveTo('in-progress'), moveTo('in-progress')],
    outcomes: [
      `done | 409 status_conflict | in-progress, pilot, 0 %, ${ROOF}`,
      `409 status_conflict | done | in-progress, pilot, 0 %, ${ROOF}`,
    ],
  },
  'a step and the next one': {
    start: assigned('pending'),
    moves: [moveTo('in-progress'), moveTo('review')],
    outcomes: [
      `done | done | review, pilot, 0 %, ${ROOF}`,
      `done | 409 status_conflict | in-progress, pilot, 0 %, ${ROOF}`,
    ],
  },
  'two edits': {
    start: offer,
    moves: [edit('First', 10), edit('Second', 20)],
    outcomes: [
      'done | done | pending, unassigned, 0 %, First, $10.00',
      'done | done | pending, unassigned, 0 %, Second, $20.00',
    ],
  },
  'edit and submit': {
    start: assigned('in-progress'),
    moves: [edit('Edited'), moveTo('review')],
    outcomes: [
      'done | done | review, pilot, 0 %, Edited, $1450.50',
      `409 job_locked | done | review, pilot, 0 %, ${ROOF}`,
    ],
  },
  'edit and delete': {
    start: offer,
    moves: [edit('Edited'), remove],
    outcomes: [`done | done | ${NO_JOB}`, `404 not_found | done | ${NO_JOB}`],
  },
  'delete twice': {
    start: offer,
    moves: [remove, remove],
    outcomes: [`done | 404 not_found | ${NO_JOB}`, `404 not_found | done | ${NO_JOB}`],
  },
  'upload and delete': {
    start: offer,
    moves: [attach, remove],
    outcomes: [`done | done | ${NO_JOB}`, `404 not_found | done | ${NO_JOB}`],
  },
};

it.each(Object.entries(RACES))(
  '%s: has the outcome of a sequential order',
  async (_name, { start, moves, outcomes }) => {
    const seen = new Set<string>();
    const lane = async (_: unknown, index: number) => {
      for (let round = index; round < ROUNDS; round += LANES) {
        seen.add(await race(round, await start(), moves));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect([...seen].filter((outcome) => !outcomes.includes(outcome))).toEqual([]);
  },
);
