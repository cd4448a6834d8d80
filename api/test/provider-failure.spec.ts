import { jobDetailView, paths } from '@dps/contract';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment, startPayingServer } from './support/payments.ts';
import { createUser } from './support/users.ts';
import { startServer } from './support/server.ts';
import { startStubProvider } from './support/stub-provider.ts';

const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } };
const OPEN_TRANSACTIONS = `
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;

const startedIntent = (id: string) => ({
  id,
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount: 145_050,
  currency: 'usd',
  metadata: {},
  client_secret: `${id}_secret_1`,
});

it('retries with another idempotency key after a failure', async () => {
  const provider = await startStubProvider((key) =>
    key.endsWith(':1') ? FAILURE : { status: 200, body: startedIntent('pi_second') },
  );
  const stripe = { secretKey: 'sk_test_unit', webhookSecret: 'whsec_unit', apiBase: provider.url };
  const server = await startServer({ stripe });
  const owner = await createUser(server, 'client');
  const { id } = await jobIn(server, 'completed', { owner, pilot: await createUser(server, 'pilot') });

  expectError(await owner.client.post(paths.createPayment(id)), 503, 'provider_unavailable');
  expect(await openPayment(owner, id)).toBe('pi_second');
  expect([...new Set(provider.keys)]).toEqual([
    expect.stringMatching(/^pay:\d+:1$/),
    expect.stringMatching(/^pay:\d+:2$/),
  ]);

  await server.close();
  await provider.close();
});

it('[SETTLE-4] answers in time, without a transaction, when the provider hangs', async () => {
  const server = await startPayingServer();
  const owner = await createUser(server, 'client');
  const { id } = await jobIn(server, 'completed', { owner, pilot: await createUser(server, 'pilot') });
  const hang = server.sandbox.injectFault({ path: '/v1/payment_intents', kind: 'hang', times: 100 });
  const started = performance.now();
  const answers = Array.from({ length: 20 }, () => owner.client.post(paths.createPayment(id)));
  await hang.met;
  expectView(await owner.client.get(paths.job(id)), 200, jobDetailView);
  while ((await server.dataSource.query<object[]>(OPEN_TRANSACTIONS)).length > 0);
  expect(performance.now() - started).toBeLessThan(4_000);
  for (const answer of await Promise.all(answers)) {
    expectError(answer, 503, 'provider_unavailable');
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  expect(performance.now() - started).toBeLessThan(8_000);
  hang.remove();
  expect(await openPayment(owner, id)).toMatch(/^pi_/);
  await server.close();
});
