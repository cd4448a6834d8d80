import { mailSettingsView, MESSAGE_MAIL_MINUTES, paths } from '@dps/contract';
import type { ReceivedMail } from '@dps/mailbox';
import { expectView } from './support/client.ts';
import { acceptJob, jobIn } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { readUpTo, sendMessage, threadOf, type ThreadIds } from './support/messages.ts';
import { createUser, type TestUser } from './support/users.ts';

const TITLE = 'Roof <North>';

let server: MailingServer;
let owner: TestUser;
let pilot: TestUser;
let thread: ThreadIds;
beforeAll(async () => {
  server = await startMailingServer();
});
beforeEach(async () => {
  owner = await createUser(server, 'client', { name: 'Olga Owner' });
  pilot = await createUser(server, 'pilot', { name: 'Pia Pilot' });
  const { id } = await jobIn(server, 'in-progress', { owner, pilot }, { title: TITLE });
  thread = { jobId: id, pilotId: pilot.user.id };
});
afterAll(() => server.close());

/** The mails about messages to a user, after time has passed for all jobs and mails. */
async function mailsAfter(minutes: number, { user }: TestUser): Promise<ReceivedMail[]> {
  for (const statement of [
    `UPDATE pgboss.job SET start_after = start_after - interval '${minutes} minutes' WHERE name = 'mail' AND state = 'created'`,
    `UPDATE outgoing_mails SET sent_at = sent_at - interval '${minutes} minutes'`,
  ])
    await server.dataSource.query(statement);
  const mails = await server.mailsTo(user.email);
  return mails.filter(({ subject }) => subject.startsWith('New message'));
}

const readAll = async (reader: TestUser, ids = thread) => {
  const { lastMessage } = await threadOf(reader, ids);
  if (lastMessage) await readUpTo(reader, ids, lastMessage);
};

/** Ends the assignment, so that another pilot accepts the job. */
async function replacePilot(): Promise<TestUser> {
  await pilot.client.post(paths.releaseJob(thread.jobId), { reason: 'The drone is damaged.' });
  const next = await createUser(server, 'pilot', { name: 'Nina Next' });
  await acceptJob(next, thread.jobId);
  return next;
}

describe('an unread message', () => {
  it('[MESSAGE-14, MAIL-14] is mailed after 10 minutes, with the job and the sender, without its text and addresses', async () => {
    await sendMessage(owner, thread, 'The code is 4711.');
    expect(await mailsAfter(MESSAGE_MAIL_MINUTES - 1, pilot)).toEqual([]);
    const [mail, ...more] = await mailsAfter(1, pilot);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`New message: ${TITLE}`);
    expect(mail?.text).toContain(`Olga Owner has written to you about the job "${TITLE}".`);
    const link = `http://localhost:4200/messages?job=${thread.jobId}&pilot=${thread.pilotId}`;
    expect(mail?.text).toContain(`Read the message:\n${link}\n`);
    for (const content of [mail?.text, mail?.html]) {
      expect(content).not.toContain('4711');
      expect(content).not.toContain(owner.user.email);
    }
    expect(mail?.headers['list-unsubscribe']).toContain('?topic=messages');
    expect(await mailsAfter(MESSAGE_MAIL_MINUTES, owner)).toEqual([]);
  });

  it('[MESSAGE-14] is mailed once for each conversation until it is read', async () => {
    await sendMessage(pilot, thread, 'One');
    await sendMessage(pilot, thread, 'Two');
    const [mail, ...more] = await mailsAfter(10, owner);
    expect(mail?.text).toContain('Pia Pilot has written to you');
    expect(more).toEqual([]);
    const three = await sendMessage(pilot, thread, 'Three');
    expect(await mailsAfter(60, owner)).toHaveLength(1);
    await readUpTo(owner, thread, { id: three.id - 1 });
    await sendMessage(pilot, thread, 'Four');
    expect(await mailsAfter(60, owner)).toHaveLength(1);
    await readAll(owner);
    await sendMessage(pilot, thread, 'Five');
    expect(await mailsAfter(9, owner)).toHaveLength(1);
    expect(await mailsAfter(1, owner)).toHaveLength(2);
  });

  it('[MESSAGE-14] is not mailed if it is read before', async () => {
    await sendMessage(owner, thread, 'Hello');
    await readAll(pilot);
    expect(await mailsAfter(60, pilot)).toEqual([]);
    await sendMessage(owner, thread, 'Again');
    expect(await mailsAfter(10, pilot)).toHaveLength(1);
  });

  it('[MESSAGE-14] is not mailed if it is read after an attempt that failed', async () => {
    await sendMessage(owner, thread, 'Hello');
    await server.dataSource.query('UPDATE outgoing_mails SET attempted_at = now() WHERE user_id = $1', [
      pilot.user.id,
    ]);
    await readAll(pilot);
    expect(await mailsAfter(60, pilot)).toEqual([]);
  });

  it('[MESSAGE-14] is not mailed to a user who has switched the topic off', async () => {
    const off = { off: ['messages'] };
    expectView(await pilot.client.put(paths.mailSettings(), off), 200, mailSettingsView);
    await sendMessage(owner, thread, 'Hello');
    expect(await mailsAfter(10, pilot)).toEqual([]);
  });

  it('[MESSAGE-14] is mailed after the end of the assignment, for each conversation about the job', async () => {
    await sendMessage(owner, thread, 'To the first pilot');
    await sendMessage(pilot, thread, 'From the first pilot');
    const next = await replacePilot();
    const ofNext = { ...thread, pilotId: next.user.id };
    await sendMessage(next, ofNext, 'From the next pilot');
    await readAll(owner, ofNext);
    expect(await mailsAfter(10, pilot)).toHaveLength(1);
    const [mail, ...more] = await mailsAfter(0, owner);
    expect(mail?.text).toContain('Pia Pilot has written to you');
    expect(more).toEqual([]);
  });
});
