import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { recordNewPassword } from '../src/modules/users/account-changes.ts';
import { retryDeadLetters, sendJob } from '../src/platform/background/send-job.ts';
import { recordLog } from './support/log.ts';
import { SENDER, startMailingServer, type MailingServer } from './support/mail.ts';
import { startServer } from './support/server.ts';
import { createUser, PASSWORD, type TestUser } from './support/users.ts';

let server: MailingServer;
beforeAll(async () => {
  server = await startMailingServer();
});
afterAll(() => server.close());
afterEach(() => server.mailbox.refuse(null));

const change = ({ client }: TestUser, currentPassword = PASSWORD, newPassword = 'battery staple') =>
  client.put(paths.password(), { currentPassword, newPassword });

interface MailedUser {
  id: number;
  email: string;
}

/** A user whose mail about a changed password waits. */
async function mailedUser(name = 'Test pilot'): Promise<MailedUser> {
  const [user] = await server.dataSource.query<MailedUser[]>(
    `INSERT INTO users (username, email, password_hash, role, name, email_confirmed_at)
      SELECT $1, $1 || '@example.com', 'none', 'pilot', $2, now() RETURNING id, email`,
    [`u${randomUUID().slice(0, 8)}`, name],
  );
  if (!user) throw new Error('The user was not inserted');
  await server.dataSource.transaction((manager) => recordNewPassword(manager, user.id, 'password'));
  return user;
}

/** The state of a mail and of its job. */
interface Row {
  isSent: boolean;
  /** See pg-boss: `created`, `retry`, `completed` or `failed`. */
  state: string;
  retries: number;
  /** Seconds until the next attempt. */
  pause: number;
  failure: string | null;
}

const JOB = `FROM outgoing_mails JOIN pgboss.job ON job.name = 'mail' AND (data ->> 'id')::int = outgoing_mails.id
  WHERE user_id = $1`;

async function rowOf({ id }: Pick<MailedUser, 'id'>): Promise<Row | undefined> {
  const [row] = await server.dataSource.query<Row[]>(
    `SELECT sent_at IS NOT NULL AS "isSent", state, retry_count AS retries,
       extract(epoch FROM start_after - now())::float AS pause, output ->> 'message' AS failure ${JOB}`,
    [id],
  );
  return row;
}

/** Makes the mail of a user due, as time does. */
const makeDue = ({ id }: MailedUser, retries: number) =>
  server.dataSource.query(
    `UPDATE pgboss.job SET start_after = now(), retry_count = $2
      WHERE name = 'mail' AND state < 'active' AND (data ->> 'id')::int IN (SELECT id FROM outgoing_mails WHERE user_id = $1)`,
    [id, retries],
  );

describe('a mail', () => {
  it('[MAIL-5, MAIL-6, MAIL-9] says what happened in text and in HTML, for programs too', async () => {
    const changed = await createUser(server, 'pilot');
    expect((await change(changed)).status).toBe(204);
    const { user } = changed;
    const [mail, ...more] = await server.mailsTo(user.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your password was changed', from: 'mail@surveys.example' });
    expect(mail?.messageId).toMatch(/^<\d+\.\d+@localhost>$/);
    expect(mail?.headers['auto-submitted']).toBe('auto-generated');
    expect(mail?.text).toContain(`Hello ${user.name},`);
    expect(mail?.text).toMatch(`The password of your account ${user.username} was changed on `);
    expect(mail?.text).toContain('http://localhost:4200/forgot-password');
    expect(mail?.html).toContain('<a href="http://localhost:4200/forgot-password"');
    expect(mail?.html).not.toMatch(/<img|<script|<style|https?:\/\/(?!localhost:4200)/);
  });

  it('[MAIL-1] is not written if its cause fails', async () => {
    const user = await createUser(server, 'client');
    expect((await change(user, 'wrong')).status).toBe(400);
    expect(await rowOf(user.user)).toBeUndefined();
  });

  it('[MAIL-5] escapes the texts of users in HTML', async () => {
    const user = await mailedUser(`<img src=x onerror=alert(1)> "O'Neil" & Co`);
    const [mail] = await server.mailsTo(user.email);
    expect(mail?.html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &quot;O&#39;Neil&quot; &amp; Co,');
    expect(mail?.html).not.toContain('<img');
    expect(mail?.text).toContain(`Hello <img src=x onerror=alert(1)> "O'Neil" & Co,`);
  });

  it('[MAIL-5] has no other recipient for a name or an address with line breaks, addresses and commands', async () => {
    for (const [column, value] of [
      ['name', 'Ada\r\nBcc: victim@example.com'],
      ['name', '"Ada" <victim@example.com>, x'],
      ['email', 'ada@example.com, victim@example.com'],
      ['email', 'ada@example.com\r\nBcc: victim@example.com'],
      ['email', 'ada@example.com>\r\nRCPT TO:<victim@example.com'],
    ] as const) {
      const user = await mailedUser();
      await server.dataSource.query(`UPDATE users SET ${column} = $2 WHERE id = $1`, [user.id, value]);
    }
    await server.mailsTo('');
    for (const { to, headers, text } of await server.mailbox.mails()) {
      expect(to).not.toContain('victim');
      expect(headers['bcc']).toBeUndefined();
      expect(text).not.toMatch(/^Bcc/m);
    }
  });
});

describe('the outbox', () => {
  it('[MAIL-2] sends each mail once, with several senders at a time', async () => {
    const users = await Promise.all([mailedUser(), mailedUser(), mailedUser()]);
    const mail = { smtpUrl: server.mailbox.smtpUrl, from: SENDER };
    const other = await startServer({ databaseUrl: server.databaseUrl, mail });
    await Promise.all([other.runNow('mail'), server.mailsTo('')]);
    await other.close();
    for (const { email } of users) expect(await server.mailsTo(email)).toHaveLength(1);
  });

  it('[MAIL-3] retries after a growing pause while the server refuses for now', async () => {
    const one = await mailedUser();
    server.mailbox.refuse(() => ({ code: 451, text: `Try ${one.email} later` }));
    expect(await server.mailsTo(one.email)).toEqual([]);
    const failed = await rowOf(one);
    expect(failed).toMatchObject({ state: 'retry', failure: expect.stringMatching(/EENVELOPE 451$/) });
    expect(failed?.failure).not.toContain(one.email);
    expect(failed?.pause).toBeGreaterThan(40);
    expect(failed?.pause).toBeLessThanOrEqual(90);
    await makeDue(one, 2);
    await server.mailsTo(one.email);
    const fourth = await rowOf(one);
    expect(fourth).toMatchObject({ state: 'retry', retries: 3 });
    expect(fourth?.pause).toBeGreaterThan(8 * 40);
    expect(fourth?.pause).toBeLessThanOrEqual(8 * 90);
    server.mailbox.refuse(null);
    await makeDue(one, 3);
    expect(await server.mailsTo(one.email)).toHaveLength(1);
    expect(await rowOf(one)).toMatchObject({ isSent: true, state: 'completed' });
  });

  it.each([
    ['the server refuses the recipient for good', 550, 0],
    ['the last attempt fails', 451, 11],
  ])('[MAIL-4] keeps a dead letter if %s, and the metrics show it', async (_why, code, retries) => {
    const one = await mailedUser();
    const deadLetters = async () => (await server.metric('dps_background_jobs'))['mail,dead'] ?? 0;
    const dead = await deadLetters();
    const failed = (await server.metric('dps_mails_total'))['failed'] ?? 0;
    await makeDue(one, retries);
    server.mailbox.refuse(() => ({ code, text: 'No' }));
    await server.mailsTo(one.email);
    const failure = expect.stringContaining(`password-changed was not sent: EENVELOPE ${code}`);
    expect(await rowOf(one)).toMatchObject({ isSent: false, state: 'failed', failure });
    expect(await deadLetters()).toBe(dead + 1);
    expect((await server.metric('dps_mails_total'))['failed']).toBe(failed + 1);
    server.mailbox.refuse(null);
    expect(await server.mailsTo(one.email)).toEqual([]);
    await retryDeadLetters(server.dataSource);
    expect(await server.mailsTo(one.email)).toHaveLength(1);
  });

  it('[MAIL-2] repeats a mail with the same Message-ID if the process ended before it noted the confirmation', async () => {
    const one = await mailedUser();
    await server.mailsTo(one.email);
    await server.dataSource.transaction(async (manager) => {
      const unsent = `UPDATE outgoing_mails SET sent_at = NULL WHERE user_id = $1 RETURNING id`;
      const [[row]] = await manager.query<[{ id: number }[], number]>(unsent, [one.id]);
      await sendJob(manager, 'mail', row?.id ?? 0);
    });
    const [second, first] = await server.mailsTo(one.email);
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.date).toBe(first?.date);
  });

  it('[MAIL-7] sends nothing for a suspended account, an old cause and a kind of a later release', async () => {
    for (const statement of [
      `UPDATE users SET suspended_at = now() WHERE id = $1`,
      `UPDATE outgoing_mails SET created_at = now() - interval '73 hours' WHERE user_id = $1`,
      `UPDATE outgoing_mails SET kind = 'of-a-later-release' WHERE user_id = $1`,
    ]) {
      const one = await mailedUser();
      await server.dataSource.query(statement, [one.id]);
      expect({ statement, mails: await server.mailsTo(one.email) }).toEqual({ statement, mails: [] });
    }
  });
});

describe('a deployment', () => {
  const warnings = (text: string) => text.split('\n').filter((line) => line.includes('sends no mail'));

  it.each([
    ['production', 1],
    ['development', 0],
  ] as const)('[MAIL-8] without a mail server says so in %s: %s times', async (environment, times) => {
    const log = recordLog();
    const quiet = await startServer({ environment, mail: null, logLevel: 'warn' }, { log });
    await quiet.close();
    expect(warnings(log.text())).toHaveLength(times);
  });

  it('[MAIL-10] keeps its mail while the mail server is away, and logs no address', async () => {
    const log = recordLog();
    const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@b.example' };
    const alone = await startServer({ mail, logLevel: 'info', backgroundWork: true }, { log });
    const user = await createUser(alone, 'pilot');
    await change(user);
    const line = await log.line(({ msg }) => msg.includes('password-changed was not sent'));
    expect(line.msg).toMatch(/^The job mail \d+ failed: Error: password-changed was not sent: ESOCKET$/);
    expect(log.text()).not.toContain(user.user.email);
    await alone.close();
  });
});
