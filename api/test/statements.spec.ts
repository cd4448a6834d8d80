import { randomUUID } from 'node:crypto';
import { paths, type JobStatus } from '@dps/contract';
import { TestClient, type ApiResponse } from './support/client.ts';
import { complete, sendPart, startUpload } from './support/deliverables.ts';
import { EventClient } from './support/event-client.ts';
import { addFlight, logOf, sendLog } from './support/flight-logs.ts';
import { PDF } from './support/files.ts';
import { jobIn } from './support/jobs.ts';
import { postMessage, uploadFile } from './support/messages.ts';
import { openPayment, sendEvent, startPayingServer, type PayingServer } from './support/payments.ts';
import { statementsDuring } from './support/statements.ts';
import { createUser, PASSWORD, type TestUser } from './support/users.ts';

// The access matrix counts the statements of one call of each route. These calls of some routes differ from it.

let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
let anonymous: TestClient;
beforeAll(async () => {
  server = await startPayingServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  anonymous = new TestClient(server);
  // The first mail of a process reads the properties of its queue.
  await anonymous.post(paths.passwordReset(), { email: 'unknown@example.com' });
});
afterAll(() => server.close());

const job = async (status: JobStatus) => (await jobIn(server, status, { owner, pilot })).id;

/** The event of a payment by card, which the API has not received. */
async function paymentEvent() {
  const intent = await openPayment(owner, await job('review'));
  await server.payByCard(intent);
  const object = { id: intent };
  return { id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', data: { object } };
}

type Call = () => Promise<Pick<ApiResponse, 'status'>>;

it.each<[string, number, () => Promise<Call>]>([
  [
    'a stream of events until its first one',
    3,
    async () => async () => {
      (await EventClient.open(server, pilot.client.cookie)).close();
      return { status: 200 };
    },
  ],
  [
    'a sign-in without a second factor',
    16,
    async () => {
      const { username } = pilot.user;
      return () => anonymous.post(paths.login(), { username, password: PASSWORD });
    },
  ],
  [
    // As many as for an unknown address, which the matrix counts.
    'a password reset of an account',
    6,
    async () => () => anonymous.post(paths.passwordReset(), { email: pilot.user.email }),
  ],
  [
    'a write with an idempotency key',
    11,
    async () => {
      const id = await job('in-progress');
      const headers = { 'idempotency-key': randomUUID() };
      return () => pilot.client.send('PUT', paths.job(id), { progress: 40 }, headers);
    },
  ],
  [
    'a new part of a file',
    14,
    async () => {
      const upload = await startUpload(pilot, await job('in-progress'), PDF);
      return () => sendPart(pilot, upload, 1, PDF);
    },
  ],
  [
    'the completion of a flight log',
    16,
    async () => {
      const id = await job('in-progress');
      const upload = await sendLog(pilot, await addFlight(pilot, id), logOf());
      return () => complete(pilot, upload);
    },
  ],
  [
    'the first message of a conversation, with a key and a file',
    13,
    async () => {
      const thread = { jobId: await job('in-progress'), pilotId: pilot.user.id };
      const fileIds = [await uploadFile(owner, thread.jobId)];
      return () => postMessage(owner, thread, { text: 'The plan', fileIds });
    },
  ],
  [
    'a payment in a second tab',
    6,
    async () => {
      const id = await job('review');
      await openPayment(owner, id);
      return () => owner.client.post(paths.createPayment(id));
    },
  ],
  [
    'the event of a payment',
    25,
    async () => {
      const event = await paymentEvent();
      return () => sendEvent(server, event);
    },
  ],
  [
    'a duplicate of an event',
    1,
    async () => {
      const event = await paymentEvent();
      await sendEvent(server, event);
      return () => sendEvent(server, event);
    },
  ],
])('the statements of %s are %d', async (_what, statements, prepare) => {
  const call = await prepare();
  const sent = await statementsDuring(async () => {
    expect((await call()).status).toBeLessThan(300);
  });
  // Compare with the texts, so that a failure shows them.
  const texts = sent.map(({ text }) => text);
  expect({ count: sent.length, texts }).toEqual({ count: statements, texts: expect.anything() });
});
