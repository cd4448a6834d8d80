import {
  attachmentView,
  jobDetailView,
  jobView,
  paths,
  paymentOutcomeView,
  type JobStatus,
  type Role,
} from '@dps/contract';
import { expectView, type TestClient } from '../support/client.ts';
import { storeDeliverable } from '../support/deliverables.ts';
import { addFlight, addLoggedFlight } from '../support/flight-logs.ts';
import { upload } from '../support/files.ts';
import { jobIn, postJob, storeQuestion } from '../support/jobs.ts';
import { sendFile, sendMessage } from '../support/messages.ts';
import { openPayment, startPayingServer, type PayingServer } from '../support/payments.ts';
import { storeExport } from '../support/personal-data.ts';
import { addPasskey, challengeOf, creationOf, type SoftwarePasskey } from '../support/passkey.ts';
import { startSecondFactor } from '../support/second-factor.ts';
import {
  createConfirmationToken,
  createFeed,
  createResetToken,
  createUndoToken,
  createUnsubscribeToken,
  createUser,
  shareReport,
  signIn,
  type TestUser,
} from '../support/users.ts';
import { snapshotRows, type RowSnapshot } from './row-snapshot.ts';
import { ROLE_OF, type Actor, type Stage } from './rules.ts';

export interface StagedJob {
  id: number;
  attachmentId: number;
  /** A completed deliverable with a preview. */
  deliverableId: number;
  /** An upload whose parts are all stored. */
  uploadId: number;
  /** The flight record with a log; an unused id for a job without a flight. */
  recordId: number;
  /** A flight record without a log; an unused id for a job without a flight. */
  bareId: number;
  /** A question of a pilot who makes no calls. */
  questionId: number;
  /** A message of each party, by its role; an unused id for a job without a pilot. */
  messages: Readonly<Record<Role, number>>;
  /** The file of a message; an unused id for a job without a pilot. */
  sentFileId: number;
  /** The payment intent that the owner has paid by card; `pi_none` without one. */
  intentId: string;
}

type Jobs = Readonly<Record<Stage, StagedJob>>;

export interface World {
  server: PayingServer;
  users: Readonly<Record<Actor, TestUser>>;
  /** Expired sessions of the owner and of the assigned pilot. */
  expired: Readonly<Record<Role, TestClient>>;
  jobs: Jobs;
  /** The same jobs; those with a due payment are paid at the provider, and the API has not received the event. */
  payingJobs: Jobs;
  /** The same jobs; the open one has the flight, the deliverable and the messages of a former pilot. */
  flownJobs: Jobs;
  /** The same jobs; the owner has not opened the one in review. */
  unopenedJobs: Jobs;
  /** The same jobs; the owner asks to end the one in progress. */
  endingJobs: Jobs;
  /** The same jobs; the deadline of the one in progress has passed. */
  overdueJobs: Jobs;
  /** The secret part of the assigned pilot's calendar address. */
  feedToken: string;
  /** The secret part of the link to the report of the paid job. */
  reportToken: string;
  resetToken: string;
  undoToken: string;
  /** Tokens that confirm the addresses of their users, by id of the user. */
  confirmationTokens: ReadonlyMap<number, string>;
  /** Secrets of second factors that no code has confirmed, in base32, by id of the user. */
  secrets: ReadonlyMap<number, string>;
  unsubscribeToken: string;
  /** The passkeys by id of their users. Their challenges are stored. */
  passkeys: ReadonlyMap<number, WorldPasskey>;
  passkeySignIn: Awaited<ReturnType<typeof challengeOf>>;
  rows: RowSnapshot;
}

interface WorldPasskey {
  id: number;
  software: SoftwarePasskey;
  recoveryCode: string;
  /** The challenge for another passkey, of the user's session. */
  challenge: string;
}

/** An id that no row has. */
const NO_ID = 2_000_000_000;

const NO_MESSAGES: Pick<StagedJob, 'messages' | 'sentFileId'> = {
  messages: { client: NO_ID, pilot: NO_ID },
  sentFileId: NO_ID,
};

type Parts = Pick<World, 'server' | 'users'> & { asker: TestUser };

async function createUsers(server: PayingServer): Promise<World['users']> {
  const createActor = (name: Actor) => createUser(server, ROLE_OF[name], { name });
  return {
    owner: await createActor('owner'),
    'other client': await createActor('other client'),
    'assigned pilot': await createActor('assigned pilot'),
    'other pilot': await createActor('other pilot'),
  };
}

async function expiredClient(server: PayingServer, { user }: TestUser): Promise<TestClient> {
  const client = await signIn(server, user.username);
  const token = client.cookie?.split('=')[1];
  await server.dataSource.query(
    `UPDATE sessions SET expires_at = now() - interval '1 second' WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return client;
}

/** Creates a job of the owner with a file and, if it has a pilot, a flight. */
async function createJob({ server, users, asker }: Parts, status: JobStatus | 'open'): Promise<StagedJob> {
  const { owner, 'assigned pilot': pilot } = users;
  const { id } = await (status === 'open' ? postJob(owner) : jobIn(server, status, { owner, pilot }));
  const file = await owner.client.post(paths.attachments(id), upload());
  const attachmentId = expectView(file, 201, attachmentView).id;
  const recordId = status === 'open' ? NO_ID : (await addLoggedFlight(server, pilot, id)).id;
  const delivered = { jobId: id, pilotId: pilot.user.id };
  const bareId = status === 'open' ? NO_ID : (await addFlight(pilot, id)).id;
  const deliverableId =
    status === 'open' ? NO_ID : await storeDeliverable(server, { ...delivered, completed: true });
  const uploadId = await storeDeliverable(server, { ...delivered, completed: false });
  const questionId = await storeQuestion(server, id, asker.user.id);
  const messages = status === 'open' ? NO_MESSAGES : await exchangeMessages(users, id);
  const parts = { attachmentId, deliverableId, uploadId, recordId, bareId, questionId };
  return { id, ...parts, ...messages, intentId: 'pi_none' };
}

/** Sends a message of each party. That of the owner has a file. */
async function exchangeMessages(
  { owner, 'assigned pilot': pilot }: World['users'],
  jobId: number,
): Promise<typeof NO_MESSAGES> {
  const thread = { jobId, pilotId: pilot.user.id };
  const { id, files } = await sendFile(owner, thread);
  const reply = await sendMessage(pilot, thread, 'At the north side.');
  return { messages: { client: id, pilot: reply.id }, sentFileId: files[0]?.id ?? NO_ID };
}

/** Creates an open job with the flight and the deliverable of a pilot who has released it. */
async function createReleasedJob(parts: Parts): Promise<StagedJob> {
  const job = await createJob(parts, 'pending');
  const response = await parts.users['assigned pilot'].client.post(paths.releaseJob(job.id));
  expectView(response, 200, jobView);
  return job;
}

/** Returns the jobs with another one in this status, which has no files and flights. */
async function withAnother({ server, users }: Parts, jobs: Jobs, status: JobStatus): Promise<Jobs> {
  const { id } = await jobIn(server, status, { owner: users.owner, pilot: users['assigned pilot'] });
  return { ...jobs, [status]: { ...jobs[status], id } };
}

async function withEndingJob(parts: Parts, jobs: Jobs): Promise<Jobs> {
  const all = await withAnother(parts, jobs, 'in-progress');
  const request = { reason: 'The site is sold.' };
  expectView(
    await parts.users.owner.client.post(paths.endRequest(all['in-progress'].id), request),
    200,
    jobView,
  );
  return all;
}

async function withOverdueJob(parts: Parts, jobs: Jobs): Promise<Jobs> {
  const all = await withAnother(parts, jobs, 'in-progress');
  const overdue = `UPDATE jobs SET deadline = now() - interval '3 days' WHERE id = $1`;
  await parts.server.dataSource.query(overdue, [all['in-progress'].id]);
  return all;
}

/** Creates a job in review that its owner has opened. */
async function createOpenedJob(parts: Parts): Promise<StagedJob> {
  const job = await createJob(parts, 'review');
  expectView(await parts.users.owner.client.get(paths.job(job.id)), 200, jobDetailView);
  return job;
}

async function payByCard({ server, users }: Parts, job: StagedJob): Promise<StagedJob> {
  const intentId = await openPayment(users.owner, job.id);
  await server.payByCard(intentId);
  return { ...job, intentId };
}

async function createPaidJob(parts: Parts): Promise<StagedJob> {
  const job = await payByCard(parts, await createJob(parts, 'completed'));
  const confirmation = { paymentIntentId: job.intentId };
  const response = await parts.users.owner.client.post(paths.confirmPayment(job.id), confirmation);
  expectView(response, 200, paymentOutcomeView);
  return job;
}

async function createPasskeys(users: World['users']): Promise<World['passkeys']> {
  const passkeys = new Map<number, WorldPasskey>();
  for (const user of Object.values(users)) {
    const { passkey, software, recoveryCodes } = await addPasskey(user);
    const { challenge } = await creationOf(user);
    passkeys.set(user.user.id, { id: passkey.id, software, recoveryCode: recoveryCodes[0] ?? '', challenge });
  }
  return passkeys;
}

/** SQL: secrets that expire after minutes. A slow machine takes longer for all calls. */
const PROLONG = `
  UPDATE passkey_challenges SET expires_at = now() + interval '1 day';
  UPDATE authenticators SET pending_expires_at = now() + interval '1 day' WHERE pending_secret IS NOT NULL;
  UPDATE password_resets SET expires_at = now() + interval '1 day'`;

async function fill(server: PayingServer): Promise<World> {
  const users = await createUsers(server);
  const parts = { server, users, asker: await createUser(server, 'pilot') };
  const jobs = {
    missing: {
      id: NO_ID,
      attachmentId: NO_ID,
      deliverableId: NO_ID,
      uploadId: NO_ID,
      recordId: NO_ID,
      bareId: NO_ID,
      questionId: NO_ID,
      ...NO_MESSAGES,
      intentId: 'pi_none',
    },
    open: await createJob(parts, 'open'),
    pending: await createJob(parts, 'pending'),
    'in-progress': await createJob(parts, 'in-progress'),
    review: await createOpenedJob(parts),
    completed: await createJob(parts, 'completed'),
    paid: await createPaidJob(parts),
  };
  const secrets = new Map<number, string>();
  const confirmationTokens = new Map<number, string>();
  for (const user of Object.values(users)) {
    secrets.set(user.user.id, await startSecondFactor(user));
    confirmationTokens.set(user.user.id, await createConfirmationToken(server, user.user));
    await storeExport(server, user.user.id);
  }
  const world = {
    server,
    users,
    secrets,
    expired: {
      client: await expiredClient(server, users.owner),
      pilot: await expiredClient(server, users['assigned pilot']),
    },
    // After the last sign-in with the password alone.
    passkeys: await createPasskeys(users),
    passkeySignIn: await challengeOf(server),
    jobs,
    payingJobs: {
      ...jobs,
      review: await payByCard(parts, await createJob(parts, 'review')),
      completed: await payByCard(parts, await createJob(parts, 'completed')),
    },
    flownJobs: { ...jobs, open: await createReleasedJob(parts) },
    unopenedJobs: await withAnother(parts, jobs, 'review'),
    endingJobs: await withEndingJob(parts, jobs),
    overdueJobs: await withOverdueJob(parts, jobs),
    feedToken: await createFeed(users['assigned pilot']),
    reportToken: await shareReport(users.owner, jobs.paid.id),
    resetToken: await createResetToken(server, users['other client'].user.id),
    confirmationTokens,
    undoToken: await createUndoToken(server, (await createUser(server, 'pilot')).user, 'changed@example.com'),
    unsubscribeToken: await createUnsubscribeToken(server, users.owner.user.id),
  };
  await server.dataSource.query(PROLONG);
  return { ...world, rows: await snapshotRows(server.dataSource) };
}

/** Creates four users and a job in every stage, with a snapshot to restore after each call. */
export async function createWorld(): Promise<World> {
  const server = await startPayingServer();
  try {
    return await fill(server);
  } catch (error) {
    await server.close();
    throw error;
  }
}
