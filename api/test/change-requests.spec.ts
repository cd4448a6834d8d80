import { jobDetailView, jobEventListView, jobListView, jobView, paths } from '@dps/contract';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { openPayment, startWithProvider, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: MailingServer & PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startWithProvider(startMailingServer);
  owner = await createUser(server, 'client', { name: 'Olga Owner' });
  pilot = await createUser(server, 'pilot', { name: 'Pia Pilot' });
});
afterAll(() => server.close());

const COMMENT = 'The west side is missing.\nPlease fly it again.';
const request = (id: number, comment: unknown = COMMENT) =>
  owner.client.post(paths.requestChanges(id), { comment });
const submit = (id: number) => pilot.client.patch(paths.job(id), { status: 'review' });
const complete = (id: number) => pilot.client.patch(paths.job(id), { status: 'completed' });
const inReview = async (title = 'Roof') => (await jobIn(server, 'review', { owner, pilot }, { title })).id;
const detailFor = async ({ client }: TestUser, id: number) =>
  expectView(await client.get(paths.job(id)), 200, jobDetailView);
const statusesOfPayments = async (id: number) => {
  const rows = await server.dataSource.query<{ status: string }[]>(
    'SELECT status FROM payments WHERE job_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ status }) => status);
};

describe('a request for changes', () => {
  it('[STATUS-29, CALL-49, ENTITY-30] sends the work back, with the comment for both', async () => {
    const id = await inReview();
    const submitted = await detailFor(pilot, id);
    expect(submitted).toMatchObject({ changesRequestedAt: null, lastChangeRequest: null, changeRequests: 0 });
    expect(Date.now() - Date.parse(submitted.handedOverAt ?? '')).toBeLessThan(60_000);
    const sentBack = expectView(await request(id), 200, jobView);
    expect(sentBack).toMatchObject({ status: 'in-progress', handedOverAt: null, pilotId: pilot.user.id });
    for (const reader of [owner, pilot]) {
      const { lastChangeRequest, changeRequests } = await detailFor(reader, id);
      expect(changeRequests).toBe(1);
      expect(lastChangeRequest).toEqual({ at: expect.any(String), comment: COMMENT });
    }
    const list = await pilot.client.get(paths.pilotJobs(pilot.user.id));
    const listed = expectView(list, 200, jobListView).find((job) => job.id === id);
    expect(listed?.changesRequestedAt).toBe(sentBack.changesRequestedAt);
    const again = expectView(await submit(id), 200, jobView);
    expect(Date.parse(again.handedOverAt ?? '')).toBeGreaterThan(Date.parse(submitted.handedOverAt ?? ''));
  });

  it('[HIST-11] is in the history of both', async () => {
    const id = await inReview();
    await request(id);
    for (const { client } of [owner, pilot]) {
      const [event] = expectView(await client.get(paths.jobEvents(id)), 200, jobEventListView);
      expect(event).toMatchObject({
        kind: 'changes-requested',
        actor: { name: 'Olga Owner' },
        after: { comment: COMMENT },
      });
    }
  });

  it('[MAIL-28] is mailed to the pilot, with the comment as text', async () => {
    const id = await inReview('Wall');
    await request(id, 'Bring the <b>drone</b>.');
    const mails = await server.mailsTo(pilot.user.email);
    const mail = mails.find(({ subject }) => subject === 'Changes requested: Wall');
    expect(mail?.text).toContain('Bring the <b>drone</b>.');
    expect(mail?.html).toContain('Bring the &lt;b&gt;drone&lt;/b&gt;.');
    expect((await server.mailsTo(owner.user.email)).map(({ subject }) => subject)).not.toContain(
      mail?.subject,
    );
  });

  it.each(['', ' \n', '​', 'x'.repeat(2001), 7, null])(
    '[STATUS-29] needs a visible comment of at most 2,000 characters: %j',
    async (comment) => {
      expectError(await request(await inReview(), comment), 400, 'validation_failed');
    },
  );

  it('[STATUS-31] is possible ten times, also when two arrive at once', async () => {
    const id = await inReview();
    for (let count = 1; count <= 10; count += 1) {
      const responses = await Promise.all([request(id), request(id)]);
      expect(sortedStatuses(responses)).toEqual([200, 409]);
      expect((await submit(id)).status).toBe(200);
    }
    const intent = await openPayment(owner, id);
    expectError(await request(id), 409, 'too_many_change_requests');
    await server.payByCard(intent);
    expect(await detailFor(owner, id)).toMatchObject({ status: 'review', changeRequests: 10 });
  });
});

describe('a card payment', () => {
  it('[STATUS-30] is cancelled before, and another one is possible after the next hand-over', async () => {
    const id = await inReview();
    const intent = await openPayment(owner, id);
    expect(expectView(await request(id), 200, jobView).status).toBe('in-progress');
    await expect(server.payByCard(intent)).rejects.toThrow('canceled');
    expectError(await owner.client.post(paths.createPayment(id)), 409, 'payment_not_due');
    await submit(id);
    const next = await openPayment(owner, id);
    expect(next).not.toBe(intent);
    expect(await statusesOfPayments(id)).toEqual(['canceled', 'pending']);
  });

  it('[STATUS-30] that has succeeded settles the job instead', async () => {
    const id = await inReview();
    await server.payByCard(await openPayment(owner, id));
    expect(expectView(await request(id), 200, jobView).status).toBe('paid');
    expect(await detailFor(owner, id)).toMatchObject({ changeRequests: 0, lastChangeRequest: null });
  });

  it('[STATUS-30] that starts at the same time is open for a job in review, and otherwise cancelled', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await inReview();
      await Promise.all([owner.client.post(paths.createPayment(id)), request(id)]);
      const live = (await statusesOfPayments(id)).filter((each) => each !== 'canceled');
      expect(live).toEqual((await detailFor(owner, id)).status === 'review' ? ['pending'] : []);
    }
  });

  it('[STATUS-30] that is confirmed at the same time pays the job', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await inReview();
      const paymentIntentId = await openPayment(owner, id);
      await server.payByCard(paymentIntentId);
      await Promise.all([owner.client.post(paths.confirmPayment(id), { paymentIntentId }), request(id)]);
      expect((await detailFor(owner, id)).status).toBe('paid');
      expect(await statusesOfPayments(id)).toEqual(['completed']);
    }
  });
});

it('[STATUS-10] of a request for changes and a completion at once, one succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await inReview();
    const [changes, completion] = await Promise.all([request(id), complete(id)]);
    expect(sortedStatuses([changes, completion])).toEqual([200, 409]);
    expect((await detailFor(owner, id)).status).toBe(changes.status === 200 ? 'in-progress' : 'completed');
  }
});
