import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { calendarView, paths, reportLinkView, userView, type Role, type UserView } from '@dps/contract';
import { hashToken } from '../../src/modules/auth/session.service.ts';
import { lockAccount, recordNewEmail } from '../../src/modules/users/account-changes.ts';
import { hashPassword } from '../../src/platform/auth/password-hash.ts';
import { expectView, TestClient, type ApiResponse } from './client.ts';
import { TEST_PASSWORD_COST, type TestServer } from './server.ts';

export const PASSWORD = 'correct horse';

/** The body of a signup with a unique username. */
export function signupOf(role: Role, overrides: object = {}) {
  const username = `u${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  return { username, password: PASSWORD, email, name: `Test ${role}`, role, ...overrides };
}

/** The `name=value` pair of the cookie that a response sets. */
export function cookieOf(response: ApiResponse): string {
  const [pair] = response.headers.getSetCookie()[0]?.split(';') ?? [];
  return pair ?? '';
}

export async function signIn(server: TestServer, username: string, password = PASSWORD): Promise<TestClient> {
  const response = await new TestClient(server).post(paths.login(), { username, password });
  expectView(response, 200, userView);
  return new TestClient(server, cookieOf(response));
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
  const response = await new TestClient(server).post(paths.signup(), signup);
  const user = expectView(response, 201, userView);
  return { user, client: await signIn(server, signup.username) };
}

const PASSWORD_HASH = await hashPassword(PASSWORD, undefined, TEST_PASSWORD_COST);

/** Writes the rows of a sign-up and the first sign-in. The address is confirmed, so no mail asks for it. */
const INSERT_USER = `
  WITH new_user AS (
    INSERT INTO users (username, email, name, role, flight_hours, password_hash, email_confirmed_at)
    VALUES ($1, $2, $3, $4::text, $5, $6, now()) RETURNING id
  ), session AS (
    INSERT INTO sessions (token_hash, user_id, network, expires_at)
    SELECT $7, id, '127.0.0.1', now() + interval '30 days' FROM new_user
  ), device AS (
    INSERT INTO known_devices (hash, user_id) SELECT $7, id FROM new_user
  ), audited AS (
    INSERT INTO audit_events (actor, action, subject, after)
    SELECT 'user:' || id, 'account.created', 'user:' || id, jsonb_build_object('role', $4::text) FROM new_user
  )
  SELECT id FROM new_user`;

/** Stores a user who has confirmed the email address and signed in, without a request. */
export async function createUser(
  server: TestServer,
  role: Role,
  overrides: Partial<Pick<UserView, 'username' | 'email' | 'name' | 'flightHours'>> = {},
): Promise<TestUser> {
  const { username, email, name, flightHours = null } = { ...signupOf(role), ...overrides };
  const token = randomBytes(32).toString('base64url');
  const values = [username, email, name, role, flightHours, PASSWORD_HASH, hashToken(token)];
  const [row] = await server.dataSource.query<{ id: number }[]>(INSERT_USER, values);
  if (!row) throw new Error('The database returned no user');
  const facts = { profileImage: null, mustConfirmEmail: false, pendingEmail: null, base: null };
  const user = { id: row.id, name, username, email, role, flightHours, ...facts };
  return { user, client: new TestClient(server, `${server.sessionCookie}=${token}`) };
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
  await server.dataSource.transaction(async (manager) => {
    const account = await lockAccount(manager, id);
    await manager.query(`UPDATE users SET email = $2 WHERE id = $1`, [id, email]);
    if (account) await recordNewEmail(manager, account);
  });
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
