import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { recordNewPassword } from '../src/modules/users/account-changes.ts';
import { MailSender } from '../src/modules/mail/mail-sender.ts';
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

interface Row {
  attempts: number;
  /** The pause before the next attempt. */
  minutes: number;
  isSent: boolean;
  isDead: boolean;
  failure: string | null;
}

async function rowOf({ id }: Pick<MailedUser, 'id'>): Promise<Row | undefined> {
  const [row] = await server.dataSource.query<Row[]>(
    `SELECT attempts, ceil(extract(epoch FROM due_at - now()) / 60)::int AS minutes, sent_at IS NOT NULL AS "isSent",
       failed_at IS NOT NULL AS "isDead", failure FROM outgoing_mails WHERE user_id = $1`,
    [id],
  );
  return row;
}

/** Makes the mail of a user due, as time does. */
const makeDue = ({ id }: MailedUser, attempts: number) =>
  server.dataSource.query('UPDATE outgoing_mails SET due_at = now(), attempts = $2 WHERE user_id = $1', [
    id,
    attempts,
  ]);

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
    let sender: MailSender | undefined;
    const mail = { smtpUrl: server.mailbox.smtpUrl, from: SENDER, everySeconds: 3600 };
    const other = await startServer(
      { databaseUrl: server.databaseUrl, mail },
      { prepare: (app) => (sender = app.get(MailSender)) },
    );
    await Promise.all([sender?.run(), server.mailsTo('')]);
    await other.close();
    for (const { email } of users) expect(await server.mailsTo(email)).toHaveLength(1);
  });

  it('[MAIL-3] retries after a growing pause while the server refuses for now', async () => {
    const one = await mailedUser();
    server.mailbox.refuse(() => ({ code: 451, text: `Try ${one.email} later` }));
    expect(await server.mailsTo(one.email)).toEqual([]);
    const failed = { attempts: 1, minutes: 1, failure: 'EENVELOPE 451', isDead: false };
    expect(await rowOf(one)).toMatchObject(failed);
    await makeDue(one, 3);
    await server.mailsTo(one.email);
    expect(await rowOf(one)).toMatchObject({ attempts: 4, minutes: 8, isDead: false });
    server.mailbox.refuse(null);
    await makeDue(one, 4);
    expect(await server.mailsTo(one.email)).toHaveLength(1);
    expect(await rowOf(one)).toMatchObject({ isSent: true, failure: null });
  });

  it.each([
    ['the server refuses the recipient for good', 550, 1],
    ['the last attempt fails', 451, 12],
  ])('[MAIL-4] keeps a dead letter if %s, and the metrics show it', async (_why, code, attempts) => {
    const one = await mailedUser();
    const dead = (await server.metric('dps_mail_outbox'))['dead'] ?? 0;
    const failed = (await server.metric('dps_mails_total'))['failed'] ?? 0;
    await makeDue(one, attempts - 1);
    server.mailbox.refuse(() => ({ code, text: 'No' }));
    await server.mailsTo(one.email);
    expect(await rowOf(one)).toMatchObject({ attempts, isDead: true, failure: `EENVELOPE ${code}` });
    expect(await server.metric('dps_mail_outbox')).toMatchObject({ waiting: 0, dead: dead + 1 });
    expect((await server.metric('dps_mails_total'))['failed']).toBe(failed + 1);
    await makeDue(one, attempts);
    server.mailbox.refuse(null);
    expect(await server.mailsTo(one.email)).toEqual([]);
  });

  it('[MAIL-2] repeats a mail with the same Message-ID if the process ended before it noted the confirmation', async () => {
    const one = await mailedUser();
    await server.mailsTo(one.email);
    await server.dataSource.query(
      'UPDATE outgoing_mails SET sent_at = NULL, due_at = now() WHERE user_id = $1',
      [one.id],
    );
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
    const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'a@b.example', everySeconds: 1 };
    const alone = await startServer({ mail, logLevel: 'info' }, { log });
    const user = await createUser(alone, 'pilot');
    await change(user);
    const line = await log.line(({ msg }) => msg.includes('(password-changed) was not sent'));
    expect(line.msg).toMatch(/^Mail \d+ \(password-changed\) was not sent: ESOCKET$/);
    expect(log.text()).not.toContain(user.user.email);
    await alone.close();
  });
});
