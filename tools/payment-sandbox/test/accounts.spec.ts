import { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { eventIn, KEYS, startWebhookReceiver, stripeClient } from './support.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ keys: KEYS, webhookUrl: receiver.url });
  stripe = stripeClient(sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const RETURN = 'http://localhost:4200/payments?payouts=done';
const create = () =>
  stripe.accounts.create({
    type: 'express',
    country: 'US',
    email: 'pilot@example.com',
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { userId: '3' },
  });

/** Returns the page of a new link, at the address of the sandbox itself. */
async function pageOf(account: string): Promise<string> {
  const refresh_url = 'http://localhost:4200/payments?payouts=expired';
  const { url } = await stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: RETURN,
    refresh_url,
  });
  return url.replace('http://localhost:4200/payment-sandbox', sandbox.url);
}

const choose = (page: string, outcome: string) =>
  fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

it('a new account has submitted nothing and receives no money', async () => {
  const account = await create();
  expect(account).toMatchObject({
    metadata: { userId: '3' },
    details_submitted: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
  });
  expect(await stripe.accounts.retrieve(account.id)).toEqual(account);
});

it.each([
  ['complete', { payouts_enabled: true, requirements: { currently_due: [], disabled_reason: null } }],
  [
    'information',
    {
      payouts_enabled: true,
      requirements: {
        currently_due: ['individual.verification.document'],
        current_deadline: expect.any(Number),
      },
    },
  ],
  ['refuse', { payouts_enabled: false, requirements: { disabled_reason: 'rejected.other' } }],
])(
  '[PAYOUT-6] the page of the set-up returns to the product, and sends the state: %s',
  async (outcome, state) => {
    const { id } = await create();
    const page = await pageOf(id);
    expect(await (await fetch(page)).text()).toContain('<h1>Payout account</h1>');
    expect((await choose(page, outcome)).headers.get('location')).toBe(RETURN);
    expect(eventIn(await receiver.next())).toMatchObject({
      type: 'account.updated',
      account: id,
      data: { object: { id, details_submitted: true, ...state } },
    });
    expect((await choose(page, outcome)).status).toBe(404);
  },
);

it('the page of the set-up can be left', async () => {
  const { id } = await create();
  expect((await choose(await pageOf(id), 'leave')).headers.get('location')).toBe(RETURN);
  expect(await stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: false });
});

it('[PAYOUT-13] has a link to the dashboard of an account that is set up, which returns to the product', async () => {
  const { id } = await create();
  await expect(stripe.accounts.createLoginLink(id)).rejects.toMatchObject({ statusCode: 400 });
  await choose(await pageOf(id), 'complete');
  const { url } = await stripe.accounts.createLoginLink(id);
  const dashboard = url.replace('/payment-sandbox', sandbox.url);
  expect(await (await fetch(dashboard)).text()).toContain('<h1>Payout dashboard</h1>');
  const body = new URLSearchParams({ outcome: 'leave' });
  // As the gateway of the product.
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost:4200' };
  const left = await fetch(dashboard, { method: 'POST', body, headers, redirect: 'manual' });
  expect(left.headers.get('location')).toBe('https://localhost:4200/payments');
  expect((await fetch(dashboard)).status).toBe(404);
});

it('refuses the account of another platform', async () => {
  await expect(stripe.accounts.retrieve('acct_other')).rejects.toBeInstanceOf(
    Stripe.errors.StripePermissionError,
  );
});
