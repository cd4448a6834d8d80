import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { paths, paymentOutcomeView, paymentSetupView, payoutAccountLinkView } from '@dps/contract';
import { SANDBOX_KEYS } from './api-process.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { expectView, TestClient, type ApiResponse } from './client.ts';
import type { TestUser } from './users.ts';
import { startServer, type Extras, type TestServer } from './server.ts';

interface Provider {
  sandbox: Sandbox;
  /** Confirms a payment at the provider, as the browser does with a card. */
  payByCard(intentId: string, card?: TestCard): Promise<void>;
  /** The provider's API for the merchant, which can cancel and refund payments without the API. */
  merchant: Stripe;
}
export type PayingServer = TestServer & Provider;

type TestCard = 'pm_card_visa' | 'pm_card_chargeDeclined';

export const startPayingServer = (extras: Extras = {}): Promise<PayingServer> =>
  startWithProvider((config) => startServer(config, extras));

/** Starts a server with its own payment sandbox, which sends events only on request. */
export async function startWithProvider<Server extends TestServer>(
  start: (config: Partial<Config>) => Promise<Server>,
): Promise<Server & Provider> {
  const sandbox = await startSandbox({ keys: SANDBOX_KEYS, webhooks: { mode: 'never' } });
  const { secretKey, webhookSecret } = SANDBOX_KEYS;
  const server = await start({ stripe: { secretKey, webhookSecret, apiBase: sandbox.url } });
  sandbox.configureWebhooks({ url: server.url + paths.paymentWebhook() });
  const merchant = new Stripe(SANDBOX_KEYS.secretKey, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
  });
  return {
    ...server,
    sandbox,
    payByCard: async (intentId, card = 'pm_card_visa') => {
      await merchant.paymentIntents.confirm(intentId, { payment_method: card });
    },
    merchant,
    close: async () => {
      await server.close();
      await sandbox.close();
    },
  };
}

/** Opens the payment of a job as its owner. Returns the id of the intent. */
export async function openPayment(owner: Pick<TestUser, 'client'>, jobId: number): Promise<string> {
  const response = await owner.client.post(paths.createPayment(jobId));
  const { clientSecret } = expectView(response, 200, paymentSetupView);
  return clientSecret.split('_secret_')[0] ?? '';
}

/** Pays a job by card, as its owner does in a browser. Returns the id of the intent. */
export async function payOnline(server: PayingServer, owner: TestUser, jobId: number): Promise<string> {
  const paymentIntentId = await openPayment(owner, jobId);
  await server.payByCard(paymentIntentId);
  const response = await owner.client.post(paths.confirmPayment(jobId), { paymentIntentId });
  expectView(response, 200, paymentOutcomeView);
  return paymentIntentId;
}

/** Sends the last event of the provider about a payment to the API. */
export async function deliverLast({ sandbox }: PayingServer, intentId: string): Promise<void> {
  const isAbout = ({ event }: ReturnType<Sandbox['events']>[number]) =>
    JSON.stringify(event.data.object).includes(intentId);
  sandbox.resend(sandbox.events().findLast(isAbout)?.event.id ?? '');
  await sandbox.webhooksIdle();
}

/** Refunds a part of a card payment at the provider; by default, the rest. */
export async function refund(server: PayingServer, intentId: string, amount?: number): Promise<void> {
  await server.merchant.refunds.create({
    payment_intent: intentId,
    ...(amount !== undefined && { amount }),
  });
  await deliverLast(server, intentId);
}

/** Disputes some cents of a card payment at its bank; by default, what is not refunded. Returns the id of the dispute. */
export async function dispute(server: PayingServer, intentId: string, amount?: number): Promise<string> {
  const id = await server.sandbox.dispute(intentId, amount);
  await deliverLast(server, intentId);
  return id;
}

/** Visits a page of an account at the sandbox, and chooses a result. Returns the address to which the page leads. */
export async function visitSetUp(
  { sandbox }: PayingServer,
  url: string,
  outcome: string,
): Promise<string | null> {
  const page = sandbox.url + new URL(url, sandbox.url).pathname.replace('/payment-sandbox', '');
  const body = new URLSearchParams({ outcome });
  return (await fetch(page, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
}

/** Sets the payout account of a pilot up. Returns its id at the provider. */
export async function readyAccount(server: PayingServer, { client, user }: TestUser): Promise<string> {
  const { url } = expectView(await client.post(paths.payoutAccountLink()), 200, payoutAccountLinkView);
  await visitSetUp(server, url, 'complete');
  await client.post(paths.checkPayoutAccount());
  const [account] = await server.dataSource.query<{ id: string }[]>(
    'SELECT account_id AS id FROM payout_accounts WHERE user_id = $1',
    [user.id],
  );
  return account?.id ?? '';
}

/** The signature header of an event, at a Unix time in seconds. */
export function signatureOf(body: string, seconds: number): string {
  const signature = createHmac('sha256', SANDBOX_KEYS.webhookSecret)
    .update(`${seconds}.${body}`)
    .digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** Sends a signed event, by default with the current Unix time in seconds. */
export function sendEvent(
  server: TestServer,
  event: object,
  seconds = Math.floor(Date.now() / 1000),
): Promise<ApiResponse> {
  const body = JSON.stringify(event);
  return new TestClient(server).send('POST', paths.paymentWebhook(), body, {
    'stripe-signature': signatureOf(body, seconds),
  });
}
