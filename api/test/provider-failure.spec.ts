import { paths } from '@dps/shared-contracts';
import { expectError } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { openPayment } from './support/payments.ts';
import { createPerson } from './support/people.ts';
import { startServer } from './support/server.ts';
import { startStubProvider } from './support/stub-provider.ts';

const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } };
const started = (id: string) => ({
  id,
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount: 145_050,
  currency: 'usd',
  metadata: {},
  client_secret: `${id}_secret_1`,
});

it('asks with another key after a failure that the provider would repeat for the same one', async () => {
  const provider = await startStubProvider((key) =>
    key.endsWith(':1') ? FAILURE : { status: 200, body: started('pi_second') },
  );
  const stripe = { secretKey: 'sk_test_unit', webhookSecret: 'whsec_unit', apiBase: provider.url };
  const server = await startServer({ stripe });
  const owner = await createPerson(server, 'client');
  const { id } = await jobIn(server, 'completed', { owner, pilot: await createPerson(server, 'pilot') });

  expectError(await owner.client.post(paths.createPayment(id)), 503, 'provider_unavailable');
  expect(await openPayment(owner, id)).toBe('pi_second');
  expect([...new Set(provider.keys)]).toEqual([
    expect.stringMatching(/^pay:\d+:1$/),
    expect.stringMatching(/^pay:\d+:2$/),
  ]);

  await server.close();
  await provider.close();
});
