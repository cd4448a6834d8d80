import type { Stripe } from 'stripe';
import { idOf } from '../src/ids.ts';
import { startSandbox, type Sandbox } from '../src/index.ts';
import { eventIn, KEYS, pay, PAYMENT, startWebhookReceiver, stripeClient } from './support.ts';

const SHARE = 87_500;

let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
/** The charge of a card payment. */
let charge: string;
/** An account that has set nothing up. */
let unfinished: string;
/** The account that receives the transfers. */
let account: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  sandbox = await startSandbox({ keys: KEYS, webhookUrl: receiver.url });
  stripe = stripeClient(sandbox);
});
beforeEach(async () => {
  charge = idOf((await pay(stripe)).latest_charge);
  [unfinished, account] = [await create(), await create()];
  const page = 'http://localhost/payments';
  const link = { account, type: 'account_onboarding', return_url: page, refresh_url: page } as const;
  const { url } = await stripe.accountLinks.create(link);
  const body = new URLSearchParams({ outcome: 'complete' });
  await fetch(url.replace('http://localhost/payment-sandbox', sandbox.url), {
    method: 'POST',
    body,
    redirect: 'manual',
  });
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

async function create(): Promise<string> {
  const { id } = await stripe.accounts.create({
    type: 'express',
    country: 'US',
    email: 'pilot@example.com',
    capabilities: { transfers: { requested: true } },
    settings: { payouts: { schedule: { interval: 'manual' } } },
  });
  return id;
}

const transfer = (amount: number, destination = account) =>
  stripe.transfers.create({
    amount,
    currency: 'usd',
    destination,
    source_transaction: charge,
    transfer_group: charge,
  });
const payOut = (amount: number) =>
  stripe.payouts.create({ amount, currency: 'usd' }, { stripeAccount: account });

async function balance(): Promise<number | undefined> {
  const { available } = await stripe.balance.retrieve({}, { stripeAccount: account });
  return available[0]?.amount;
}

it('[SHARE-3, SHARE-5] an account has what was transferred and neither reversed nor paid out', async () => {
  const { id } = await transfer(SHARE);
  const reversal = await stripe.transfers.createReversal(id, { amount: 500 });
  expect(reversal).toMatchObject({ object: 'transfer_reversal', transfer: id, amount: 500 });
  expect(await stripe.transfers.retrieve(id)).toMatchObject({ amount_reversed: 500, reversed: false });
  expect(await balance()).toBe(SHARE - 500);
  await payOut(1000);
  expect(await balance()).toBe(SHARE - 1500);
  const { data } = await stripe.transfers.list({ transfer_group: charge });
  expect(data.map((one) => one.id)).toEqual([id]);
});

it.each([
  ['more than the charge', () => transfer(PAYMENT.amount + 1), 'amount_too_large'],
  ['to an account of another platform', () => transfer(1, 'acct_other'), 'resource_missing'],
  [
    'to an account without the capability',
    () => transfer(1, unfinished),
    'insufficient_capabilities_for_transfer',
  ],
  [
    'a larger reversal than the transfer',
    async () => stripe.transfers.createReversal((await transfer(1)).id, { amount: 2 }),
    'amount_too_large',
  ],
  ['a payout of more than the balance', () => payOut(1), 'balance_insufficient'],
  [
    'a reversal of paid out money',
    async () => {
      const { id } = await transfer(SHARE);
      await payOut(SHARE);
      return stripe.transfers.createReversal(id, { amount: 1 });
    },
    'balance_insufficient',
  ],
])('[SHARE-6] refuses %s', async (_what, call, code) => {
  await expect(call()).rejects.toMatchObject({ statusCode: 400, code });
});

it('[SHARE-8] a payout is on its way, paid, and returned by its bank, with an event of the account for each', async () => {
  await transfer(SHARE);
  const { id, status } = await payOut(SHARE);
  await sandbox.finishPayout(id, 'paid');
  await sandbox.finishPayout(id, 'failed');
  const failed = await stripe.payouts.retrieve(id, {}, { stripeAccount: account });
  expect([status, failed.status, failed.failure_code]).toEqual(['in_transit', 'failed', 'account_closed']);
  expect(await balance()).toBe(SHARE);
  const { data } = await stripe.payouts.list({}, { stripeAccount: account });
  expect(data).toEqual([failed]);
  await sandbox.webhooksIdle();
  const events = receiver.arrived
    .map((delivery) => eventIn(delivery))
    .filter(({ type }) => type.startsWith('payout'));
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(['payout.created', 'payout.paid', 'payout.failed']),
  );
  expect(events.at(-1)).toMatchObject({ account, data: { object: { id } } });
});
