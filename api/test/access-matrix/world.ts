import {
  attachmentView,
  flightRecordView,
  paths,
  paymentOutcomeView,
  type JobStatus,
  type Role,
} from '@dps/shared-contracts';
import { expectView, type TestClient } from '../support/client.ts';
import { upload } from '../support/files.ts';
import { jobIn, postJob } from '../support/jobs.ts';
import { openPayment, startPayingServer, type PayingServer } from '../support/payments.ts';
import { createPerson, signIn, type Person } from '../support/people.ts';
import { keepRows, type KeptRows } from './kept-rows.ts';
import { ROLE_OF, type PersonName, type Stage } from './rules.ts';

export interface StagedJob {
  id: number;
  attachmentId: number;
  /** The card payment that its owner has made; `pi_none` where there is none. */
  intentId: string;
}

type Jobs = Readonly<Record<Stage, StagedJob>>;

export interface World {
  server: PayingServer;
  people: Readonly<Record<PersonName, Person>>;
  /** Ended sessions of the owner and of the assigned pilot. */
  expired: Readonly<Record<Role, TestClient>>;
  jobs: Jobs;
  /** The same, but where a card payment is due the provider has the money and we have not heard of it. */
  payingJobs: Jobs;
  rows: KeptRows;
}

/** The id of nothing. */
const NO_ID = 2_000_000_000;

type Parts = Pick<World, 'server' | 'people'>;

async function createPeople(server: PayingServer): Promise<World['people']> {
  const person = (name: PersonName) => createPerson(server, ROLE_OF[name], { name });
  return {
    owner: await person('owner'),
    'other client': await person('other client'),
    'assigned pilot': await person('assigned pilot'),
    'other pilot': await person('other pilot'),
  };
}

async function expiredClient(server: PayingServer, { user }: Person): Promise<TestClient> {
  const client = await signIn(server, user.username);
  const token = client.cookie?.split('=')[1];
  await server.dataSource.query(
    `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return client;
}

/** A job of the owner's with a file and, once somebody flies it, a flight. */
async function createJob({ server, people }: Parts, status: JobStatus | 'open'): Promise<StagedJob> {
  const { owner, 'assigned pilot': pilot } = people;
  const { id } = await (status === 'open' ? postJob(owner) : jobIn(server, status, { owner, pilot }));
  const file = await owner.client.post(paths.attachments(id), upload());
  if (status !== 'open') {
    const flight = { jobId: id, flightNumber: 'FL-001', duration: 5 };
    expectView(await pilot.client.post(paths.flightRecords(), flight), 201, flightRecordView);
  }
  return { id, attachmentId: expectView(file, 201, attachmentView).id, intentId: 'pi_none' };
}

async function payByCard({ server, people }: Parts, job: StagedJob): Promise<StagedJob> {
  const intentId = await openPayment(people.owner, job.id);
  await server.payByCard(intentId);
  return { ...job, intentId };
}

async function createPaidJob(parts: Parts): Promise<StagedJob> {
  const job = await payByCard(parts, await createJob(parts, 'completed'));
  const confirmation = { paymentIntentId: job.intentId };
  const answer = await parts.people.owner.client.post(paths.confirmPayment(job.id), confirmation);
  expectView(answer, 200, paymentOutcomeView);
  return job;
}

async function fill(server: PayingServer): Promise<World> {
  const people = await createPeople(server);
  const parts = { server, people };
  const jobs = {
    missing: { id: NO_ID, attachmentId: NO_ID, intentId: 'pi_none' },
    open: await createJob(parts, 'open'),
    pending: await createJob(parts, 'pending'),
    'in-progress': await createJob(parts, 'in-progress'),
    review: await createJob(parts, 'review'),
    completed: await createJob(parts, 'completed'),
    paid: await createPaidJob(parts),
  };
  return {
    ...parts,
    expired: {
      client: await expiredClient(server, people.owner),
      pilot: await expiredClient(server, people['assigned pilot']),
    },
    jobs,
    payingJobs: {
      ...jobs,
      review: await payByCard(parts, await createJob(parts, 'review')),
      completed: await payByCard(parts, await createJob(parts, 'completed')),
    },
    rows: await keepRows(server.dataSource),
  };
}

/** Four people and a job in every stage, whose rows can be put back after each call. */
export async function createWorld(): Promise<World> {
  const server = await startPayingServer();
  try {
    return await fill(server);
  } catch (error) {
    await server.close();
    throw error;
  }
}
