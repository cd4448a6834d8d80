import { randomUUID } from 'node:crypto';
import { attachmentView, flightRecordView, paths, type JobStatus } from '@dps/contract';
import { REQUEST_EXAMPLES } from '../../src/platform/openapi/request-examples.ts';
import { expectView, type Answer, type TestClient } from '../support/client.ts';
import { announcement, complete, deliver, send, sendPart, announce } from '../support/deliverables.ts';
import { EventClient } from '../support/event-client.ts';
import { PDF, png, upload } from '../support/files.ts';
import { recordWithEvidence } from '../support/evidence.ts';
import { jobBody, jobIn, postJob } from '../support/jobs.ts';
import { openPayment, signatureOf, type PayingServer } from '../support/payments.ts';
import { codeOf, setUpSecondFactor, startSecondFactor } from '../support/second-factor.ts';
import {
  createFeed,
  createResetToken,
  createUnsubscribeToken,
  createUser,
  PASSWORD,
  sessionIdOf,
  shareReport,
  signIn,
  signupOf,
  type TestUser,
} from '../support/users.ts';

/** The server and the users of the calls. */
export interface World {
  server: PayingServer;
  owner: TestUser;
  pilot: TestUser;
  /** Without a session. */
  anonymous: TestClient;
}

type Call = () => Promise<Pick<Answer, 'status'>>;

export interface Cost {
  route: string;
  /** The case, if the cases of a route differ. */
  when?: string;
  /** SQL statements, including the session query, the count of a write, BEGIN and COMMIT. */
  statements: number;
  /** Prepares the data and returns the call. */
  prepare: (world: World) => Promise<Call> | Call;
}

/** A call without preparation. */
const direct = (call: (world: World) => Promise<Answer>) => (world: World) => () => call(world);

const job = (world: World, status: JobStatus) => jobIn(world.server, status, world);

const startedJob = async (world: World) => (await job(world, 'in-progress')).id;

async function attach({ owner }: World, jobId: number): Promise<number> {
  return expectView(await owner.client.post(paths.attachments(jobId), upload()), 201, attachmentView).id;
}

/** Creates a job in review that is paid by card, without an event to the API. */
async function paidIntent(world: World): Promise<{ id: number; paymentIntentId: string }> {
  const { id } = await job(world, 'review');
  const paymentIntentId = await openPayment(world.owner, id);
  await world.server.payByCard(paymentIntentId);
  return { id, paymentIntentId };
}

/** The webhook call for such a payment. */
async function eventOf(world: World): Promise<Call> {
  const { paymentIntentId } = await paidIntent(world);
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: paymentIntentId } },
  });
  const signature = signatureOf(body, Math.floor(Date.now() / 1000));
  return () => world.anonymous.send('POST', paths.paymentWebhook(), body, { 'stripe-signature': signature });
}

/** The number of statements of every case of every route. */
export const COSTS: readonly Cost[] = [
  {
    route: 'GET /api/health/live',
    statements: 0,
    prepare: direct(({ anonymous }) => anonymous.get(paths.live())),
  },
  {
    route: 'GET /api/health/ready',
    statements: 1,
    prepare: direct(({ anonymous }) => anonymous.get(paths.ready())),
  },
  {
    // No statement, because browsers report most failures while the database is unavailable.
    route: 'POST /api/telemetry',
    statements: 0,
    prepare: direct(({ anonymous }) =>
      anonymous.post(paths.telemetry(), REQUEST_EXAMPLES.Telemetry?.failedCall?.value),
    ),
  },
  {
    route: 'POST /api/auth/signup',
    statements: 2,
    prepare: direct(({ anonymous }) => anonymous.post(paths.signup(), signupOf('pilot'))),
  },
  {
    // The rate limit.
    route: 'GET /api/auth/common-passwords',
    statements: 1,
    prepare: direct(({ anonymous }) => anonymous.get(paths.commonPasswords())),
  },
  {
    route: 'POST /api/auth/login',
    statements: 12,
    prepare: async ({ server, anonymous }) => {
      const { user } = await createUser(server, 'pilot');
      return () => anonymous.post(paths.login(), { username: user.username, password: PASSWORD });
    },
  },
  {
    route: 'POST /api/auth/password-reset',
    statements: 3,
    prepare: direct(({ anonymous, pilot }) =>
      anonymous.post(paths.passwordReset(), { email: pilot.user.email }),
    ),
  },
  {
    route: 'POST /api/auth/password-reset',
    when: 'for an unknown address',
    statements: 3,
    prepare: direct(({ anonymous }) => anonymous.post(paths.passwordReset(), { email: 'none@example.com' })),
  },
  {
    route: 'PUT /api/auth/password-reset',
    statements: 7,
    prepare: async ({ server, anonymous }) => {
      const { user } = await createUser(server, 'pilot');
      const token = await createResetToken(server, user.id);
      return () => anonymous.put(paths.passwordReset(), { token, newPassword: 'battery staple' });
    },
  },
  {
    route: 'POST /api/auth/logout',
    statements: 3,
    prepare: async ({ server }) => {
      const { client } = await createUser(server, 'pilot');
      return () => client.post(paths.logout());
    },
  },
  {
    route: 'GET /api/user/current',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.currentUser())),
  },
  {
    route: 'PUT /api/user/profile',
    statements: 4,
    prepare: direct(({ pilot }) => {
      const { name, email } = pilot.user;
      return pilot.client.put(paths.profile(), { name, email });
    }),
  },
  {
    route: 'POST /api/user/profile-image',
    statements: 4,
    prepare: async ({ pilot }) => {
      const imageData = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`;
      return () => pilot.client.post(paths.profileImage(), { imageData });
    },
  },
  {
    route: 'PUT /api/user/password',
    statements: 11,
    prepare: async ({ server }) => {
      const { client } = await createUser(server, 'pilot');
      return () => client.put(paths.password(), { currentPassword: PASSWORD, newPassword: 'battery staple' });
    },
  },
  {
    route: 'GET /api/user/sessions',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.sessions())),
  },
  {
    route: 'DELETE /api/user/sessions',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.delete(paths.sessions())),
  },
  {
    route: 'DELETE /api/user/sessions/:id',
    statements: 3,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      const other = await signIn(server, user.username);
      return () => client.delete(paths.session(sessionIdOf(other)));
    },
  },
  {
    route: 'GET /api/user/second-factor',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.secondFactor())),
  },
  {
    route: 'POST /api/user/second-factor',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.post(paths.secondFactor())),
  },
  {
    route: 'PUT /api/user/second-factor',
    statements: 4,
    prepare: async ({ server }) => {
      const user = await createUser(server, 'pilot');
      const secret = await startSecondFactor(user);
      return () => user.client.put(paths.secondFactor(), { code: codeOf(secret) });
    },
  },
  {
    route: 'DELETE /api/user/second-factor',
    statements: 3,
    prepare: async ({ server }) => {
      const user = await createUser(server, 'pilot');
      await setUpSecondFactor(user);
      return () => user.client.delete(paths.secondFactor());
    },
  },
  {
    route: 'GET /api/user/mail',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.mailSettings())),
  },
  {
    route: 'PUT /api/user/mail',
    statements: 4,
    prepare: direct(({ pilot }) => pilot.client.put(paths.mailSettings(), { off: ['job-paid'] })),
  },
  {
    route: 'POST /api/mail/unsubscribe/:token',
    statements: 2,
    prepare: async ({ server, anonymous, pilot }) => {
      const token = await createUnsubscribeToken(server, pilot.user.id);
      return () => anonymous.post(`${paths.unsubscribe(token)}?topic=job-paid`);
    },
  },
  {
    route: 'GET /api/user/calendar',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.calendar())),
  },
  {
    route: 'PUT /api/user/calendar',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.put(paths.calendar())),
  },
  {
    route: 'POST /api/user/calendar',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.post(paths.calendar())),
  },
  {
    route: 'GET /api/calendar/:token.ics',
    statements: 3,
    prepare: async ({ pilot, anonymous }) => {
      const token = await createFeed(pilot);
      return () => anonymous.get(paths.calendarFeed(token));
    },
  },
  {
    route: 'GET /api/events',
    statements: 3,
    prepare: ({ server, pilot }) => {
      return async () => {
        const stream = await EventClient.open(server, pilot.client.cookie);
        stream.close();
        return { status: 200 };
      };
    },
  },
  {
    route: 'GET /api/pilots/:id',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.pilot(pilot.user.id))),
  },
  {
    route: 'GET /api/jobs/available',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.availableJobs())),
  },
  {
    route: 'GET /api/jobs/available',
    when: 'filtered',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(`${paths.availableJobs()}?text=roof&minBudget=5`)),
  },
  {
    // The first one measures how common the text is.
    route: 'GET /api/jobs/available',
    when: 'filtered by a text of two letters',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(`${paths.availableJobs()}?text=zq`)),
  },
  {
    route: 'GET /api/jobs/available/summary',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(paths.availableSummary())),
  },
  {
    route: 'GET /api/jobs/summary',
    statements: 3,
    prepare: direct(({ owner }) => owner.client.get(paths.jobSummary())),
  },
  {
    route: 'GET /api/jobs/pilot/:id',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.pilotJobs(pilot.user.id))),
  },
  {
    route: 'GET /api/jobs/client/:id',
    statements: 2,
    prepare: direct(({ owner }) => owner.client.get(paths.clientJobs(owner.user.id))),
  },
  {
    route: 'GET /api/jobs/:id',
    statements: 2,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      await attach(world, id);
      await openPayment(world.owner, id);
      return () => world.owner.client.get(paths.job(id));
    },
  },
  {
    route: 'GET /api/jobs/:id/events',
    statements: 3,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      return () => world.pilot.client.get(paths.jobEvents(id));
    },
  },
  {
    route: 'POST /api/jobs',
    statements: 4,
    prepare: direct(({ owner }) => owner.client.post(paths.jobs(), jobBody())),
  },
  {
    route: 'PUT /api/jobs/:id',
    when: 'content',
    statements: 5,
    prepare: async ({ owner }) => {
      const { id } = await postJob(owner);
      return () => owner.client.put(paths.job(id), jobBody({ title: 'Another title' }));
    },
  },
  {
    route: 'PUT /api/jobs/:id',
    when: 'progress',
    statements: 5,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      return () => world.pilot.client.put(paths.job(id), { progress: 40 });
    },
  },
  {
    // A transaction with the row of the key, and its response.
    route: 'PUT /api/jobs/:id',
    when: 'progress with an idempotency key',
    statements: 9,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const headers = { 'idempotency-key': randomUUID() };
      return () => world.pilot.client.send('PUT', paths.job(id), { progress: 40 }, headers);
    },
  },
  {
    route: 'PATCH /api/jobs/:id',
    when: 'a step forward',
    statements: 5,
    prepare: async (world) => {
      const { id } = await job(world, 'pending');
      return () => world.pilot.client.patch(paths.job(id), { status: 'in-progress' });
    },
  },
  {
    route: 'PATCH /api/jobs/:id',
    when: 'manual payment',
    statements: 12,
    prepare: async (world) => {
      const { id } = await job(world, 'completed');
      return () => world.pilot.client.patch(paths.job(id), { status: 'paid' });
    },
  },
  {
    route: 'DELETE /api/jobs/:id',
    statements: 4,
    prepare: async ({ owner }) => {
      const { id } = await postJob(owner);
      return () => owner.client.delete(paths.job(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/assign',
    statements: 9,
    prepare: async ({ owner, pilot }) => {
      const { id } = await postJob(owner);
      return () => pilot.client.post(paths.assignJob(id), { pilotId: pilot.user.id });
    },
  },
  {
    route: 'POST /api/jobs/:id/release',
    // A transaction, in which a setting names the acting user for the history.
    statements: 8,
    prepare: async (world) => {
      const { id } = await job(world, 'pending');
      return () => world.pilot.client.post(paths.releaseJob(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/attachments',
    // Two transactions, for the content and the attachment. Each further 512 KiB adds a statement.
    statements: 14,
    prepare: async ({ owner }) => {
      const { id } = await postJob(owner);
      return () => owner.client.post(paths.attachments(id), upload());
    },
  },
  {
    route: 'GET /api/jobs/:id/attachments/:attachmentId',
    statements: 4,
    prepare: async (world) => {
      const { id } = await postJob(world.owner);
      const attachmentId = await attach(world, id);
      return () => world.owner.client.get(paths.attachment(id, attachmentId));
    },
  },
  {
    route: 'GET /api/jobs/:id/deliverables',
    statements: 3,
    prepare: async (world) => {
      const { jobId } = await deliver(world.pilot, await startedJob(world));
      return () => world.owner.client.get(paths.deliverables(jobId));
    },
  },
  {
    route: 'POST /api/jobs/:id/deliverables',
    statements: 11,
    prepare: async (world) => {
      const jobId = await startedJob(world);
      return () => world.pilot.client.post(paths.deliverables(jobId), announcement(PDF));
    },
  },
  {
    route: 'PUT /api/jobs/:id/deliverables/:deliverableId/parts/:part',
    // Two transactions, as for an attachment.
    statements: 13,
    prepare: async (world) => {
      const started = await announce(world.pilot, await startedJob(world), PDF);
      return () => sendPart(world.pilot, started, 1, PDF);
    },
  },
  {
    route: 'PUT /api/jobs/:id/deliverables/:deliverableId/parts/:part',
    when: 'a stored part again',
    statements: 5,
    prepare: async (world) => {
      const sent = await send(world.pilot, await startedJob(world), PDF);
      return () => sendPart(world.pilot, sent, 1, PDF);
    },
  },
  {
    route: 'POST /api/jobs/:id/deliverables/:deliverableId/complete',
    statements: 11,
    prepare: async (world) => {
      const sent = await send(world.pilot, await startedJob(world), PDF);
      return () => complete(world.pilot, sent);
    },
  },
  {
    route: 'GET /api/jobs/:id/deliverables/:deliverableId',
    statements: 5,
    prepare: async (world) => {
      const { id, jobId } = await deliver(world.pilot, await startedJob(world));
      return () => world.owner.client.get(paths.deliverable(jobId, id));
    },
  },
  {
    route: 'GET /api/jobs/:id/deliverables/:deliverableId/preview',
    statements: 3,
    prepare: async (world) => {
      const { id, jobId } = await deliver(world.pilot, await startedJob(world), await png(8, 8), 'a.png');
      return () => world.owner.client.get(`${paths.deliverable(jobId, id)}/preview`);
    },
  },
  {
    route: 'DELETE /api/jobs/:id/deliverables/:deliverableId',
    statements: 7,
    prepare: async (world) => {
      const { id, jobId } = await deliver(world.pilot, await startedJob(world));
      return () => world.pilot.client.delete(paths.deliverable(jobId, id));
    },
  },
  {
    route: 'GET /api/flight-data/pilot/:id',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.pilotFlightRecords(pilot.user.id))),
  },
  {
    route: 'GET /api/flight-data/pilot/:id/summary',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(paths.flightSummary(pilot.user.id))),
  },
  {
    route: 'GET /api/flight-data/:id/track',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const flight = await world.pilot.client.post(paths.flightRecords(), recordWithEvidence(id));
      const record = expectView(flight, 201, flightRecordView);
      return () => world.owner.client.get(paths.flightTrack(record.id));
    },
  },
  {
    route: 'GET /api/jobs/:id/report',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      await world.pilot.client.post(paths.flightRecords(), recordWithEvidence(id));
      return () => world.owner.client.get(paths.jobReport(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/report/link',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      return () => world.owner.client.post(paths.reportLink(id));
    },
  },
  {
    route: 'DELETE /api/jobs/:id/report/link',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      await shareReport(world.owner, id);
      return () => world.owner.client.delete(paths.reportLink(id));
    },
  },
  {
    route: 'GET /api/reports/:token',
    statements: 4,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const token = await shareReport(world.owner, id);
      return () => world.anonymous.get(paths.sharedReport(token));
    },
  },
  {
    route: 'POST /api/flight-data',
    statements: 7,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      const flight = { jobId: id, flightNumber: 'FL-001', duration: 45 };
      return () => world.pilot.client.post(paths.flightRecords(), flight);
    },
  },
  {
    route: 'POST /api/flight-data',
    when: 'with the log of the flight',
    statements: 8,
    prepare: async (world) => {
      const { id } = await job(world, 'in-progress');
      return () => world.pilot.client.post(paths.flightRecords(), recordWithEvidence(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/create-payment',
    when: 'the first',
    statements: 10,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      return () => world.owner.client.post(paths.createPayment(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/create-payment',
    when: 'in a second tab',
    statements: 6,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      await openPayment(world.owner, id);
      return () => world.owner.client.post(paths.createPayment(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/confirm-payment',
    statements: 11,
    prepare: async (world) => {
      const { id, paymentIntentId } = await paidIntent(world);
      return () => world.owner.client.post(paths.confirmPayment(id), { paymentIntentId });
    },
  },
  {
    route: 'GET /api/payments/summary',
    statements: 3,
    prepare: direct(({ owner }) => owner.client.get(paths.paymentSummary())),
  },
  {
    route: 'GET /api/payments',
    statements: 2,
    prepare: async (world) => {
      await paidIntent(world);
      return () => world.owner.client.get(paths.payments());
    },
  },
  {
    route: 'POST /api/payments/webhook',
    when: 'the first time',
    statements: 10,
    prepare: eventOf,
  },
  {
    route: 'POST /api/payments/webhook',
    when: 'a duplicate',
    statements: 1,
    prepare: async (world) => {
      const again = await eventOf(world);
      await again();
      return again;
    },
  },
];
