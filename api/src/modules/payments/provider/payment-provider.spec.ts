import { readConfig } from '../../../platform/config/config.ts';
import { startStubProvider, type StubProvider } from '../../../../test/support/stub-provider.ts';
import { PaymentProvider } from './payment-provider.ts';
import { isKeptFailure } from './provider-error.ts';

const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_payment_method',
  amount: 100,
  currency: 'usd',
  metadata: {},
  client_secret: 'pi_1_secret_1',
  last_payment_error: null,
};
const KEY_IN_USE = {
  error: { type: 'invalid_request_error', code: 'idempotency_key_in_use', message: 'Wait' },
};
const CHARGE = {
  amount: 100,
  currency: 'usd',
  job: { id: 1, title: 'Roof survey' },
  clientEmail: 'client@example.com',
  paymentId: 1,
  idempotencyKey: 'pay:1:1',
};

let stub: StubProvider;
afterEach(() => stub.close());

/** A provider that sends these responses in order, with the idempotency keys that it has received. */
async function providerResponding(...responses: [status: number, body: object][]) {
  stub = await startStubProvider(() => {
    const [status, body] = responses.shift() ?? [500, {}];
    return { status, body };
  });
  const config = readConfig({
    DATABASE_URL: 'postgres://localhost/unused',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: stub.url,
  });
  return { provider: new PaymentProvider(config), keys: stub.keys };
}

describe('PaymentProvider.create', () => {
  it('retries with the same key after a conflict with a concurrent call', async () => {
    const { provider, keys } = await providerResponding([409, KEY_IN_USE], [200, INTENT]);
    expect(await provider.create(CHARGE)).toMatchObject({ id: 'pi_1', clientSecret: 'pi_1_secret_1' });
    expect(keys).toEqual(['pay:1:1', 'pay:1:1']);
  });

  it('throws provider_unavailable if the conflict persists, and the next attempt has the same key', async () => {
    const { provider } = await providerResponding([409, KEY_IN_USE], [409, KEY_IN_USE]);
    const error: unknown = await provider.create(CHARGE).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'provider_unavailable' });
    expect(isKeptFailure(error)).toBe(false);
  });

  it('needs another key after a failure that the provider repeats for the same one', async () => {
    const { provider } = await providerResponding([500, { error: { type: 'api_error' } }]);
    expect(isKeptFailure(await provider.create(CHARGE).catch((reason: unknown) => reason))).toBe(true);
  });
});

/** Disputes in each phase: two that are open, of which one is an inquiry, one that is lost, and one that is won. */
const DISPUTES = [
  { status: 'needs_response', amount: 30, balance_transactions: [{ amount: -30 }] },
  { status: 'warning_under_review', amount: 8, balance_transactions: [] },
  { status: 'lost', amount: 20, balance_transactions: [{ amount: -20 }] },
  { status: 'won', amount: 5, balance_transactions: [{ amount: -5 }, { amount: 5 }] },
];

describe('PaymentProvider.returnedOf', () => {
  it('[SHARE-5] sums the cents of open disputes and of lost ones', async () => {
    const { provider } = await providerResponding(
      [200, { id: 'ch_1', amount_refunded: 0, disputed: true }],
      [200, { object: 'list', data: DISPUTES }],
    );
    const intent = { status: 'succeeded', chargeId: 'ch_1' } as const;
    expect(await provider.returnedOf(intent)).toEqual({
      refundedAmount: 0,
      refundedAt: null,
      disputedAmount: 38,
      lostAmount: 20,
    });
  });
});

describe('PaymentProvider.balanceOf', () => {
  it('[LEDGER-7] has the money of an inquiry, which no bank has taken yet', async () => {
    const { provider } = await providerResponding(
      [200, { object: 'list', data: [{ balance_transaction: { amount: 100 } }] }],
      [200, { object: 'list', data: [{ balance_transaction: { amount: -10 } }] }],
      [200, { object: 'list', data: DISPUTES }],
    );
    expect(await provider.balanceOf('pi_1')).toEqual({ balance: 40, inquired: 8 });
  });
});

describe('PaymentProvider.retrieve', () => {
  it.each([
    [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }, 'payment_mismatch'],
    [429, { error: { type: 'rate_limit_error' } }, 'provider_unavailable'],
    [500, { error: { type: 'api_error' } }, 'provider_unavailable'],
  ])('maps a %s response to an error code: %j', async (status, body, code) => {
    const { provider } = await providerResponding([status, body]);
    await expect(provider.retrieve('pi_1')).rejects.toMatchObject({ code });
  });
});
