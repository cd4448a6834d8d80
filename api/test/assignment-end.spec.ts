import {
  deliverableListView,
  evidenceReportView,
  flightRecordView,
  flightTrackView,
  jobDetailView,
  jobEventListView,
  jobView,
  paths,
  type JobStatus,
} from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { storeDeliverable } from './support/deliverables.ts';
import { upload } from './support/files.ts';
import { addLoggedFlight } from './support/flight-logs.ts';
import { acceptJob, jobIn, startAcceptedJobs } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { openPayment, startWithProvider, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: MailingServer & PayingServer;
let owner: TestUser;
let pilot: TestUser;
let next: TestUser;
beforeAll(async () => {
  server = await startWithProvider(startMailingServer);
  owner = await createUser(server, 'client', { name: 'Olga Owner' });
  pilot = await createUser(server, 'pilot', { name: 'Pia Pilot' });
  next = await createUser(server, 'pilot', { name: 'Nora Next' });
});
afterEach(() => startAcceptedJobs(server));
afterAll(() => server.close());

const REASON = 'The drone is damaged.';
const release = ({ client }: TestUser, id: number, body?: object) => client.post(paths.releaseJob(id), body);
const advance = (id: number, status: JobStatus) => pilot.client.patch(paths.job(id), { status });
const takeBack = (id: number) => pilot.client.post(paths.takeBack(id));
const created = async (status: JobStatus, title = 'Roof') =>
  (await jobIn(server, status, { owner, pilot }, { title })).id;
const detailFor = async ({ client }: TestUser, id: number) =>
  expectView(await client.get(paths.job(id)), 200, jobDetailView);
const lastEvent = async (id: number) =>
  expectView(await owner.client.get(paths.jobEvents(id)), 200, jobEventListView)[0];
const setTime = (id: number, column: string, interval: string) =>
  server.dataSource.query(`UPDATE jobs SET ${column} = now() - $2::interval WHERE id = $1`, [id, interval]);
const subjectsTo = async ({ user }: TestUser) =>
  (await server.mailsTo(user.email)).map(({ subject }) => subject);

describe('the pilot of started work', () => {
  it('[STATUS-33] withdraws with a reason, which the client gets by mail and in the history', async () => {
    const id = await created('in-progress', 'Tower');
    await pilot.client.put(paths.job(id), { progress: 40 });
    for (const body of [undefined, {}, { reason: ' ' }]) {
      const { errors } = expectError(await release(pilot, id, body), 400, 'validation_failed');
      expect(errors?.[0]?.path).toBe('reason');
    }
    const open = expectView(await release(pilot, id, { reason: REASON }), 200, jobView);
    expect(open).toMatchObject({ status: 'pending', pilotId: null, progress: 0 });
    expect(await lastEvent(id)).toMatchObject({
      kind: 'released',
      pilot: { name: 'Pia Pilot' },
      before: { progress: 40 },
      after: { reason: REASON },
    });
    const mails = await server.mailsTo(owner.user.email);
    expect(mails.find(({ subject }) => subject === 'Pilot withdrew: Tower')?.text).toContain(REASON);
    expect((await acceptJob(next, id)).pilotId).toBe(next.user.id);
  });

  it('[STATUS-33] cannot withdraw from submitted work', async () => {
    for (const status of ['review', 'completed'] as const)
      expectError(await release(pilot, await created(status), { reason: REASON }), 409, 'status_conflict');
  });

  it('[STATUS-10] submits it or withdraws, if both arrive at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await created('in-progress');
      const [ended, submitted] = await Promise.all([
        release(pilot, id, { reason: REASON }),
        advance(id, 'review'),
      ]);
      expect(sortedStatuses([ended, submitted])[0]).toBe(200);
      expect((await detailFor(owner, id)).status).toBe(ended.status === 200 ? 'pending' : 'review');
      expect(submitted.status === 200).toBe(ended.status !== 200);
    }
  });
});

it('[STATUS-33] the client ends started work after the deadline, with a reason, which the pilot gets by mail', async () => {
  const id = await created('in-progress', 'Dam');
  expectError(await release(owner, id, { reason: REASON }), 409, 'status_conflict');
  await setTime(id, 'deadline', '3 days');
  expectError(await release(owner, id), 400, 'validation_failed');
  expect(expectView(await release(owner, id, { reason: REASON }), 200, jobView).pilotId).toBeNull();
  expect(await lastEvent(id)).toMatchObject({ kind: 'pilot-removed', after: { reason: REASON } });
  const mail = (await server.mailsTo(pilot.user.email)).find(
    ({ subject }) => subject === 'Assignment ended: Dam',
  );
  expect(mail?.text).toContain(REASON);
});

it('[STATUS-13] a pending job is released with or without a reason', async () => {
  for (const body of [undefined, {}, { reason: REASON }])
    expect((await release(pilot, await created('pending'), body)).status).toBe(200);
});

describe('a request to end started work', () => {
  const askToEnd = (id: number) => owner.client.post(paths.endRequest(id), { reason: REASON });
  const decide = (id: number, consent: unknown) => pilot.client.post(paths.endDecision(id), { consent });
  const asked = async (title?: string) => {
    const id = await created('in-progress', title);
    expect((await askToEnd(id)).status).toBe(200);
    return id;
  };

  it('[STATUS-34] is shown to both with its reason and its end, and is open once', async () => {
    const id = await asked();
    for (const reader of [owner, pilot]) {
      const { endRequest, endRequestedAt } = await detailFor(reader, id);
      expect(endRequest).toEqual({ at: expect.any(String), reason: REASON, until: expect.any(String) });
      expect(Date.parse(endRequest?.until ?? '') - Date.parse(endRequestedAt ?? '')).toBe(3 * 86_400_000);
    }
    expect(await lastEvent(id)).toMatchObject({ kind: 'end-requested', after: { reason: REASON } });
    expectError(await askToEnd(id), 409, 'status_conflict');
  });

  it('[STATUS-34] is not possible after the deadline, when the client ends the assignment alone', async () => {
    const id = await created('in-progress');
    await setTime(id, 'deadline', '3 days');
    expectError(await askToEnd(id), 409, 'status_conflict');
  });

  it('[STATUS-34, CALL-50] ends the assignment with the consent of the pilot', async () => {
    const id = await asked();
    for (const consent of ['true', null]) expectError(await decide(id, consent), 400, 'validation_failed');
    const open = expectView(await decide(id, true), 200, jobView);
    expect(open).toMatchObject({ status: 'pending', pilotId: null, progress: 0, endRequestedAt: null });
    expect(await lastEvent(id)).toMatchObject({
      kind: 'assignment-ended',
      actor: { name: 'Pia Pilot' },
      pilot: { name: 'Pia Pilot' },
    });
    for (const user of [pilot, owner]) expect((await detailFor(user, id)).formerPilot).toBe(true);
  });

  it('[STATUS-34] is closed when the pilot declines, and can be made again', async () => {
    const id = await asked();
    expect(expectView(await decide(id, false), 200, jobView)).toMatchObject({
      status: 'in-progress',
      endRequestedAt: null,
    });
    expect(await lastEvent(id)).toMatchObject({ kind: 'end-declined', actor: { name: 'Pia Pilot' } });
    expectError(await decide(id, true), 409, 'status_conflict');
    expect((await askToEnd(id)).status).toBe(200);
  });

  it('[STATUS-34] is closed when the pilot submits the work', async () => {
    const id = await asked();
    expect(expectView(await advance(id, 'review'), 200, jobView).endRequestedAt).toBeNull();
    expectError(await decide(id, true), 409, 'status_conflict');
  });

  it('[STATUS-35, MAIL-28] is granted after three days without a decision, and both get mail', async () => {
    const [late, recent] = [await asked('Mill'), await asked('Mine')];
    await setTime(late, 'end_requested_at', '3 days');
    await setTime(recent, 'end_requested_at', '71 hours');
    await server.runNow('end-requests');
    expect(await detailFor(owner, late)).toMatchObject({ status: 'pending', pilotId: null });
    expect((await detailFor(owner, recent)).status).toBe('in-progress');
    expect(await lastEvent(late)).toMatchObject({ kind: 'assignment-ended', actor: null });
    const mails = await server.dataSource.query<{ user_id: number; outcome: string }[]>(
      `SELECT user_id, detail ->> 'outcome' AS outcome FROM outgoing_mails
        WHERE job_id = $1 AND kind = 'assignment-end' ORDER BY user_id`,
      [late],
    );
    expect(mails.map(({ user_id: id, outcome }) => [id, outcome])).toEqual([
      [owner.user.id, 'granted'],
      // The mail about the request was not sent before.
      [pilot.user.id, 'granted'],
    ]);
  });

  it('[STATUS-10] has one outcome if decisions and the submission arrive at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await asked();
      const responses = await Promise.all([decide(id, true), decide(id, false), advance(id, 'review')]);
      const { status, endRequestedAt } = await detailFor(owner, id);
      expect(endRequestedAt).toBeNull();
      expect(status).toBe(responses[0].status === 200 ? 'pending' : 'review');
    }
  });
});

describe('a former pilot', () => {
  const filesOf = async ({ client }: TestUser, id: number) =>
    expectView(await client.get(paths.deliverables(id)), 200, deliverableListView).map((file) => file.id);
  const flightsIn = async (reader: TestUser, id: number) =>
    (await detailFor(reader, id)).flightData.map((flight) => flight.id);
  const addFlight = async ({ client }: TestUser, jobId: number) => {
    const response = await client.post(paths.flightRecords(), { jobId, flightNumber: 'FL-9', duration: 5 });
    return expectView(response, 201, flightRecordView).id;
  };

  it('[ACCESS-21, ACCESS-22] reads the own flights and deliverables, and the next pilot reads none of them', async () => {
    const id = await created('in-progress');
    await owner.client.post(paths.attachments(id), upload());
    const flight = (await addLoggedFlight(server, pilot, id)).id;
    const file = await storeDeliverable(server, { jobId: id, pilotId: pilot.user.id, completed: true });
    await release(pilot, id, { reason: REASON });
    expect(await detailFor(pilot, id)).toMatchObject({ formerPilot: true, flightDataCount: 1 });
    await acceptJob(next, id);
    await next.client.patch(paths.job(id), { status: 'in-progress' });
    const nextFlight = await addFlight(next, id);
    const nextFile = await storeDeliverable(server, { jobId: id, pilotId: next.user.id, completed: true });

    expect(await detailFor(pilot, id)).toMatchObject({ formerPilot: true, attachments: [], payment: null });
    expect(await flightsIn(pilot, id)).toEqual([flight]);
    expect(await flightsIn(next, id)).toEqual([nextFlight]);
    expect(await flightsIn(owner, id)).toEqual([nextFlight, flight]);
    expect(await filesOf(pilot, id)).toEqual([file]);
    expect(await filesOf(next, id)).toEqual([nextFile]);
    expect(await filesOf(owner, id)).toEqual([file, nextFile]);
    expectView(await pilot.client.get(paths.flightTrack(flight)), 200, flightTrackView);
    expectError(await next.client.get(paths.flightTrack(flight)), 404, 'not_found');
    expectError(await next.client.get(paths.flightLog(flight)), 404, 'not_found');
    for (const path of [paths.deliverable(id, file), `${paths.deliverable(id, file)}/preview`])
      expectError(await next.client.get(path), 404, 'not_found');
    expectError(await pilot.client.get(paths.deliverable(id, nextFile)), 404, 'not_found');
    expectError(await pilot.client.get(paths.jobEvents(id)), 404, 'not_found');
    expectError(await pilot.client.get(paths.jobReport(id)), 404, 'not_found');
    const reported = async ({ client }: TestUser) =>
      expectView(await client.get(paths.jobReport(id)), 200, evidenceReportView).flights.map((row) => row.id);
    expect(await reported(next)).toEqual([nextFlight]);
    expect(await reported(owner)).toEqual([flight, nextFlight]);
  });

  it('[STATUS-17] keeps the job from being deleted, if there are flights or deliverables', async () => {
    const id = await created('in-progress');
    await storeDeliverable(server, { jobId: id, pilotId: pilot.user.id, completed: true });
    await release(pilot, id, { reason: REASON });
    expectError(await owner.client.delete(paths.job(id)), 409, 'job_locked');
  });

  it('[ACCESS-21] is the pilot again after another acceptance', async () => {
    const id = await created('pending');
    await release(pilot, id);
    await acceptJob(pilot, id);
    expect((await detailFor(pilot, id)).formerPilot).toBe(false);
  });
});

describe('submitted work', () => {
  it('[STATUS-32] is taken back by its pilot until the client opens the job', async () => {
    const id = await created('review');
    const { handedOverAt, takeBackUntil } = await detailFor(pilot, id);
    expect(Date.parse(takeBackUntil ?? '') - Date.parse(handedOverAt ?? '')).toBe(600_000);
    expect(expectView(await takeBack(id), 200, jobView)).toMatchObject({
      status: 'in-progress',
      handedOverAt: null,
    });
    expect(await lastEvent(id)).toMatchObject({ kind: 'taken-back', actor: { name: 'Pia Pilot' } });
    expectError(await takeBack(id), 409, 'status_conflict');
    await advance(id, 'review');
    await detailFor(owner, id);
    expect((await detailFor(pilot, id)).takeBackUntil).toBeNull();
    expectError(await takeBack(id), 409, 'status_conflict');
  });

  it('[STATUS-32] can be taken back again after it was sent back and submitted again', async () => {
    const id = await created('review');
    await owner.client.post(paths.requestChanges(id), { comment: 'The west side is missing.' });
    await advance(id, 'review');
    expect((await takeBack(id)).status).toBe(200);
  });

  it('[STATUS-32] cannot be taken back after ten minutes, or when its payment has started', async () => {
    const late = await created('review');
    await setTime(late, 'handed_over_at', '10 minutes');
    expectError(await takeBack(late), 409, 'status_conflict');
    const paying = await created('review');
    await openPayment(owner, paying);
    expectError(await takeBack(paying), 409, 'status_conflict');
  });

  it('[STATUS-32] is taken back or opened, if both arrive at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await created('review');
      const [response] = await Promise.all([takeBack(id), openPayment(owner, id).catch(() => null)]);
      const live = await server.dataSource.query<unknown[]>(
        `SELECT FROM payments WHERE job_id = $1 AND status = 'pending'`,
        [id],
      );
      expect(live).toHaveLength(response.status === 200 ? 0 : 1);
    }
  });

  it('[MAIL-29] that is taken back causes no mail that has not been sent', async () => {
    // The mailbox of the other tests has had the mails of an hour.
    const client = await createUser(server, 'client');
    const { id } = await jobIn(server, 'in-progress', { owner: client, pilot }, { title: 'Yard' });
    const about = async () =>
      (await subjectsTo(client)).filter((subject) => subject.endsWith('review: Yard'));
    await advance(id, 'review');
    expect(await about()).toHaveLength(1);
    await takeBack(id);
    // The second mail waits for ten minutes after the first one.
    await advance(id, 'review');
    await takeBack(id);
    await server.dataSource.query(`UPDATE outgoing_mails SET sent_at = sent_at - interval '10 minutes'`);
    await server.dataSource.query(
      `UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state = 'created'`,
    );
    expect(await about()).toHaveLength(1);
  });
});
