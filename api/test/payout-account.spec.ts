import { randomUUID } from 'node:crypto';
import { paths, payoutAccountLinkView, payoutAccountView } from '@dps/contract';
import { expectError, expectView, TestClient } from './support/client.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { sendEvent, startWithProvider, visitSetUp, type PayingServer } from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: MailingServer & PayingServer;
beforeAll(async () => {
  server = await startWithProvider(startMailingServer);
});
afterAll(() => server.close());

const stateOf = async ({ client }: TestUser) =>
  expectView(await client.get(paths.payoutAccount()), 200, payoutAccountView);
const check = async ({ client }: TestUser) =>
  expectView(await client.post(paths.checkPayoutAccount()), 200, payoutAccountView);
const link = async ({ client }: TestUser) =>
  expectView(await client.post(paths.payoutAccountLink()), 200, payoutAccountLinkView).url;

const visit = (url: string, outcome: string) => visitSetUp(server, url, outcome);

const accountsOf = async ({ user }: TestUser) =>
  server.dataSource.query<{ id: string }[]>(
    'SELECT account_id AS id FROM payout_accounts WHERE user_id = $1',
    [user.id],
  );

/** Sends the event of an account to the API, as the provider does. */
const updated = (account: string) =>
  sendEvent(server, {
    id: `evt_${randomUUID()}`,
    type: 'account.updated',
    account,
    data: { object: { id: account } },
  });

it.each([
  ['complete', { state: 'ready', dueAt: null }],
  ['information', { state: 'needs-information', dueAt: expect.any(String) }],
  ['refuse', { state: 'refused', dueAt: null }],
  ['leave', { state: 'started', dueAt: null }],
])(
  '[PAYOUT-2, PAYOUT-3, PAYOUT-4] a pilot sets an account up at the provider: %s',
  async (outcome, state) => {
    const pilot = await createUser(server, 'pilot');
    expect(await stateOf(pilot)).toEqual({ state: 'nothing', dueAt: null });
    expect(await check(pilot)).toEqual({ state: 'nothing', dueAt: null });
    const url = await link(pilot);
    expect(await stateOf(pilot)).toEqual({ state: 'started', dueAt: null });
    expect(await visit(url, outcome)).toBe('http://localhost:4200/payments?payouts=done');
    expect(await check(pilot)).toEqual(state);
    expect(await stateOf(pilot)).toEqual(state);
  },
);

it('[PAYOUT-2] two concurrent calls create one account', async () => {
  const pilot = await createUser(server, 'pilot');
  await Promise.all([link(pilot), link(pilot)]);
  await link(pilot);
  const [account, ...others] = await accountsOf(pilot);
  expect([account?.id, others]).toEqual([expect.stringMatching(/^acct_/), []]);
  expect(await server.merchant.accounts.retrieve(account?.id ?? '')).toMatchObject({
    metadata: { userId: String(pilot.user.id) },
  });
});

it('[PAYOUT-2] an account is created once if the response of the provider is lost', async () => {
  const pilot = await createUser(server, 'pilot');
  const fault = server.sandbox.injectFault({
    path: '/v1/accounts',
    method: 'POST',
    kind: 'hang',
    when: 'after',
  });
  expectError(await pilot.client.post(paths.payoutAccountLink()), 503, 'provider_unavailable');
  fault.remove();
  await link(pilot);
  const [account] = await accountsOf(pilot);
  const { data } = await server.merchant.accounts.list();
  expect(
    data.filter(({ metadata }) => metadata?.['userId'] === String(pilot.user.id)).map(({ id }) => id),
  ).toEqual([account?.id]);
});

it('[PAYOUT-6] an event of the account stores its state, also twice and without a set-up of the product', async () => {
  const pilot = await createUser(server, 'pilot');
  await visit(await link(pilot), 'complete');
  const [account] = await accountsOf(pilot);
  for (let delivery = 1; delivery <= 2; delivery += 1)
    expect((await updated(account?.id ?? '')).status).toBe(200);
  expect((await stateOf(pilot)).state).toBe('ready');
  expect((await updated('acct_elsewhere')).status).toBe(200);
});

it('[PAYOUT-7] each change of the state is mailed once, and the topic can be switched off', async () => {
  const pilot = await createUser(server, 'pilot');
  const change = async (outcome: string) => {
    await visit(await link(pilot), outcome);
    await check(pilot);
    await check(pilot);
  };
  await change('leave');
  expect(await server.mailsTo(pilot.user.email)).toEqual([]);
  await change('information');
  await change('complete');
  // The sender reads the topics that are off.
  expect(await server.mailsTo(pilot.user.email)).toHaveLength(2);
  await pilot.client.put(paths.mailSettings(), { off: ['payout-account'] });
  await change('refuse');
  const [ready, information, ...others] = await server.mailsTo(pilot.user.email);
  expect(others).toEqual([]);
  expect(information?.subject).toMatch(/^Your payout account needs information by \w+ \d+, \d{4}$/);
  expect(information?.text).toContain('http://localhost:4200/payments');
  expect(ready?.subject).toBe('Your payout account is ready');
  expect(ready?.headers['list-unsubscribe']).toContain('topic=payout-account');
});

it.each(['started', 'ready'])('[PAYOUT-4] a closed account with the state %s is refused', async (state) => {
  const pilot = await createUser(server, 'pilot');
  await link(pilot);
  await server.dataSource.query(
    `UPDATE payout_accounts SET account_id = 'acct_closed_' || $2, state = $2 WHERE user_id = $1`,
    [pilot.user.id, state],
  );
  expectError(await pilot.client.post(paths.payoutAccountLink()), 409, 'status_conflict');
  expect(await stateOf(pilot)).toEqual({ state: 'refused', dueAt: null });
  expect(await check(pilot)).toEqual({ state: 'refused', dueAt: null });
});

it('[PAYOUT-13] the link of a ready account leads to its dashboard, and a new one each time', async () => {
  const pilot = await createUser(server, 'pilot');
  await visit(await link(pilot), 'complete');
  await check(pilot);
  const [first, second] = [await link(pilot), await link(pilot)];
  expect(first).not.toBe(second);
  expect(await visit(first, 'leave')).toBe(`${server.sandbox.url}/payments`);
  expect((await stateOf(pilot)).state).toBe('ready');
  await visit(second, 'information');
  await check(pilot);
  expect(await visit(await link(pilot), 'complete')).toBe('http://localhost:4200/payments?payouts=done');
  const fault = server.sandbox.injectFault({ path: '/v1/accounts/*/login_links', kind: '500' });
  await check(pilot);
  expectError(await pilot.client.post(paths.payoutAccountLink()), 503, 'provider_unavailable');
  fault.remove();
});

it('[PAYOUT-1] clients and visitors have no payout account', async () => {
  const owner = await createUser(server, 'client');
  expectError(await owner.client.get(paths.payoutAccount()), 403, 'forbidden');
  expectError(await new TestClient(server).get(paths.payoutAccount()), 401, 'unauthenticated');
});
