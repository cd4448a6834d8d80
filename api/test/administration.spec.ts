import type { DataSource } from 'typeorm';
import { jobView, paths, userView } from '@dps/contract';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { AccountAdministration } from '../src/modules/administration/account-administration.ts';
import type { AuditEvent } from '../src/modules/administration/audit-event.entity.ts';
import { changeJobs } from '../src/modules/jobs/job.changes.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { jobBody, jobIn, postJob } from './support/jobs.ts';
import {
  dispute,
  openPayment,
  payOnline,
  refund,
  startPayingServer,
  type PayingServer,
} from './support/payments.ts';
import { addPasskey } from './support/passkey.ts';
import { setUpSecondFactor } from './support/second-factor.ts';
import { createUnconfirmedUser, createUser, PASSWORD, signIn, type TestUser } from './support/users.ts';

let server: PayingServer;
let commands: DataSource;
let operators: AccountAdministration;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startPayingServer();
  commands = await commandDataSource(server.adminUrl).initialize();
  operators = new AccountAdministration(commands, 'olga');
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(async () => {
  await commands.destroy();
  await server.close();
});

type Event = Pick<AuditEvent, 'actor' | 'action' | 'before' | 'after'>;

/** The audit events of a subject, oldest first. */
const eventsOf = (subject: string) =>
  server.dataSource.query<Event[]>(
    'SELECT actor, action, before, after FROM audit_events WHERE subject = $1 ORDER BY id',
    [subject],
  );

describe('a suspended account', () => {
  it('[SECURE-25] loses its sessions at once and cannot sign in until it is resumed', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const second = await signIn(server, user.username);
    expect(await operators.suspend({ username: user.username.toUpperCase() })).toBe(2);
    for (const each of [client, second])
      expectError(await each.get(paths.currentUser()), 401, 'unauthenticated');
    const login = (password: string) =>
      new TestClient(server).post(paths.login(), { username: user.username, password });
    expectError(await login(PASSWORD), 403, 'account_suspended');
    // A session that was opened at the moment of the suspension.
    const open = `INSERT INTO sessions (token_hash, user_id, expires_at)
      VALUES (sha256(convert_to($1, 'UTF8')), $2, now() + interval '1 day')`;
    const token = 'S'.repeat(43);
    await server.dataSource.query(open, [token, user.id]);
    const late = new TestClient(server, `dps_session=${token}`);
    expectError(await late.get(paths.currentUser()), 401, 'unauthenticated');
    // Without the password, the response reveals nothing.
    expectError(await login('not it'), 401, 'invalid_credentials');
    await operators.resume({ id: user.id });
    expectView(await login(PASSWORD), 200, userView);
    expect(await eventsOf(`user:${user.id}`)).toMatchObject([
      { actor: `user:${user.id}`, action: 'account.created', before: null, after: { role: 'pilot' } },
      { actor: 'operator:olga', action: 'account.suspended', before: { suspendedAt: null } },
      { actor: 'operator:olga', action: 'sessions.ended', before: { sessions: 2 }, after: { sessions: 0 } },
      { actor: 'operator:olga', action: 'account.resumed', after: { suspendedAt: null } },
    ]);
  });

  it('is reported if it is unknown, suspended twice or resumed while active', async () => {
    const { user } = await createUser(server, 'client');
    await expect(operators.suspend({ username: 'no-such-user' })).rejects.toThrow(
      /no account with the username no-such-user/,
    );
    await expect(operators.resume({ id: user.id })).rejects.toThrow(/not suspended/);
    await operators.suspend({ id: user.id });
    await expect(operators.suspend({ id: user.id })).rejects.toThrow(/is suspended since/);
  });
});

it('[FACTOR-19] removes all second factors once, with an event that names the operator', async () => {
  const { user, client } = await createUser(server, 'client');
  await expect(operators.removeSecondFactor({ id: user.id })).rejects.toThrow(/has no second factor/);
  await setUpSecondFactor({ client });
  await addPasskey({ user, client });
  await operators.removeSecondFactor({ id: user.id });
  await signIn(server, user.username);
  const actor = 'operator:olga';
  expect((await eventsOf(`user:${user.id}`)).slice(-2)).toMatchObject([
    { actor, action: 'account.second-factor-removed' },
    { actor, action: 'account.passkey-removed' },
  ]);
});

it('confirms the current address of a user once, with an event that names the operator', async () => {
  const { user } = await createUnconfirmedUser(server, 'client');
  await operators.confirmEmail({ id: user.id });
  await expect(operators.confirmEmail({ id: user.id })).rejects.toThrow(/is confirmed/);
  expect(await eventsOf(`user:${user.id}`)).toMatchObject([
    { actor: `user:${user.id}`, action: 'account.created', before: null, after: { role: 'client' } },
    { actor: 'operator:olga', action: 'account.email-confirmed' },
  ]);
});

it('ending sessions leaves the account active', async () => {
  const { user, client } = await createUser(server, 'client');
  expect(await operators.endSessions({ id: user.id })).toBe(1);
  expectError(await client.get(paths.currentUser()), 401, 'unauthenticated');
  await signIn(server, user.username);
});

describe('the audit trail', () => {
  it('[SECURE-26] has a changed budget with both values, and no other edit', async () => {
    const { id } = await postJob(owner, { budget: 500 });
    await owner.client.put(paths.job(id), jobBody({ budget: 500, title: 'Another title' }));
    expectView(await owner.client.put(paths.job(id), jobBody({ budget: 750.25 })), 200, jobView);
    expect(await eventsOf(`job:${id}`)).toEqual([
      {
        actor: `user:${owner.user.id}`,
        action: 'budget.changed',
        before: { budget: 50_000 },
        after: { budget: 75_025 },
      },
    ]);
  });

  it('[SECURE-26] has a card payment by the provider', async () => {
    const { id } = await jobIn(server, 'review', { owner, pilot });
    const paymentIntentId = await openPayment(owner, id);
    await server.payByCard(paymentIntentId);
    await owner.client.post(paths.confirmPayment(id), { paymentIntentId });
    expect(await eventsOf(`job:${id}`)).toMatchObject([
      {
        actor: 'provider:stripe',
        action: 'payment.completed',
        before: { status: 'pending' },
        after: { status: 'completed', amount: 145_050, transaction: paymentIntentId },
      },
    ]);
  });

  it('[SECURE-26] has a manual payment by the pilot', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    expectView(await pilot.client.patch(paths.job(id), { status: 'paid' }), 200, jobView);
    expect(await eventsOf(`job:${id}`)).toMatchObject([
      {
        actor: `user:${pilot.user.id}`,
        action: 'payment.completed',
        before: null,
        after: { provider: 'manual' },
      },
    ]);
  });

  it('[SECURE-26] has a payment that is refunded and disputed', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    const intent = await payOnline(server, owner, id);
    await refund(server, intent, 500);
    await refund(server, intent);
    await dispute(server, intent, 145_050);
    expect(await eventsOf(`job:${id}`)).toMatchObject([
      { action: 'payment.completed' },
      { action: 'payment.money-returned', before: { refunded: 0 }, after: { refunded: 500 } },
      { action: 'payment.refunded', after: { refunded: 145_050 } },
      { actor: 'provider:stripe', action: 'payment.disputed', after: { disputedAmount: 0 } },
    ]);
  });

  it('[SECURE-26] has a card payment that a manual one has replaced', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await openPayment(owner, id);
    await server.dataSource.query('UPDATE payments SET transaction_id = NULL WHERE job_id = $1', [id]);
    await pilot.client.patch(paths.job(id), { status: 'paid' });
    expect(await eventsOf(`job:${id}`)).toMatchObject([
      { actor: 'provider:stripe', action: 'payment.canceled', before: { status: 'pending' } },
      { actor: `user:${pilot.user.id}`, action: 'payment.completed', before: null },
    ]);
  });

  it('[SECURE-26] is rolled back with its change', async () => {
    const { id } = await postJob(owner);
    const failing = server.dataSource.transaction(async (manager) => {
      await changeJobs(manager, owner.user.id, { id }, { budget: 900 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await eventsOf(`job:${id}`)).toEqual([]);
  });

  it('[SECURE-27] cannot be changed, deleted or truncated', async () => {
    for (const statement of [
      `UPDATE audit_events SET actor = 'x'`,
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
    ])
      await expect(commands.query(statement)).rejects.toThrow('audit_events is append-only');
  });
});
