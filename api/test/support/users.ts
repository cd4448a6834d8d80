import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { calendarView, paths, reportLinkView, userView, type Role, type UserView } from '@dps/contract';
import { expectView, TestClient, type Answer } from './client.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'correct horse';

/** The body of a signup with a unique username. */
export function signupOf(role: Role, overrides: object = {}) {
  const username = `u${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  return { username, password: PASSWORD, email, name: `Test ${role}`, role, ...overrides };
}

/** The `name=value` pair of the cookie that an answer sets. */
export function cookieOf(answer: Answer): string {
  const [pair] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  return pair ?? '';
}

export async function signIn(server: TestServer, username: string, password = PASSWORD): Promise<TestClient> {
  const answer = await new TestClient(server).post(paths.login(), { username, password });
  expectView(answer, 200, userView);
  return new TestClient(server, cookieOf(answer));
}

/** The id of a client's session in the list of its user. */
export function sessionIdOf({ cookie }: TestClient): string {
  const token = cookie?.split('=')[1] ?? '';
  return createHash('sha256').update(token).digest('hex').slice(0, 32);
}

/** A signed-in user. */
export interface TestUser {
  user: UserView;
  client: TestClient;
}

/** A user whose email address is not confirmed, if the server sends mail. */
export async function createUnconfirmedUser(
  server: TestServer,
  role: Role,
  overrides: object = {},
): Promise<TestUser> {
  const signup = signupOf(role, overrides);
  const answer = await new TestClient(server).post(paths.signup(), signup);
  const user = expectView(answer, 201, userView);
  return { user, client: await signIn(server, signup.username) };
}

/** A user who has confirmed the email address, without a mail and an event about it. */
export async function createUser(server: TestServer, role: Role, overrides: object = {}): Promise<TestUser> {
  const { user, client } = await createUnconfirmedUser(server, role, overrides);
  // The replica role disables the triggers.
  await server.dataSource.query(`BEGIN; SET LOCAL session_replication_role = replica;
    DELETE FROM outgoing_mails WHERE user_id = ${user.id} AND kind = 'email-confirmation';
    UPDATE users SET email_confirmed_at = now() WHERE id = ${user.id}; COMMIT`);
  return { user: { ...user, mustConfirmEmail: false }, client };
}

/** Stores the token of a mailed link that confirms an address, as the sender of the mail does. Returns it. */
export async function createConfirmationToken(
  server: TestServer,
  { id, email }: Pick<UserView, 'id' | 'email'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await server.dataSource.query(
    `INSERT INTO email_confirmations (token_hash, user_id, email, expires_at)
      VALUES (sha256(convert_to($1, 'UTF8')), $2, $3, now() + interval '24 hours')`,
    [token, id, email],
  );
  return token;
}

/** Stores the token of a mailed link to a new password, as the sender of the mail does. Returns it. */
export async function createResetToken(server: TestServer, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await server.dataSource.query(
    `INSERT INTO password_resets (token_hash, user_id, expires_at)
      VALUES (sha256(convert_to($1, 'UTF8')), $2, now() + interval '30 minutes')`,
    [token, userId],
  );
  return token;
}

/** Changes the address of a user, and stores the token of the link that undoes it, as the sender of the mail does. Returns it. */
export async function createUndoToken(
  server: TestServer,
  { id }: Pick<UserView, 'id'>,
  email: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await server.dataSource.query(`UPDATE users SET email = $2 WHERE id = $1`, [id, email]);
  await server.dataSource.query(
    `UPDATE email_changes SET token_hashes = ARRAY[sha256(convert_to($1, 'UTF8'))]
      WHERE id = (SELECT max(id) FROM email_changes WHERE user_id = $2)`,
    [token, id],
  );
  return token;
}

/** The secret part of the address in the header of a user's mails. */
export async function createUnsubscribeToken(server: TestServer, userId: number): Promise<string> {
  const [row] = await server.dataSource.query<{ token: string }[]>(
    `INSERT INTO mail_settings (user_id, unsubscribe_token) VALUES ($1, $2)
      ON CONFLICT (user_id) DO UPDATE SET off = '{}' RETURNING unsubscribe_token AS token`,
    [userId, randomBytes(32).toString('base64url')],
  );
  return row?.token ?? '';
}

/** The secret part of a calendar address. */
export function tokenOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1, -'.ics'.length);
}

/** Creates the calendar address of a user, unless there is one. Returns its secret part. */
export async function createFeed({ client }: Pick<TestUser, 'client'>): Promise<string> {
  const { address } = expectView(await client.put(paths.calendar()), 200, calendarView);
  return tokenOf(address ?? '');
}

/** The secret part of the address of a shared report. */
export const reportTokenOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Creates a link to the report of a job. Returns its secret part. */
export async function shareReport({ client }: Pick<TestUser, 'client'>, jobId: number): Promise<string> {
  const { address } = expectView(await client.post(paths.reportLink(jobId)), 201, reportLinkView);
  return reportTokenOf(address);
}
