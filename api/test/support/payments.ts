import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { startSandbox, type Sandbox } from '@dps/payment-sandbox';
import { paths, paymentSetupView } from '@dps/contract';
import { SANDBOX_KEYS } from './api-process.ts';
import { expectView, TestClient, type Answer } from './client.ts';
import type { TestUser } from './users.ts';
import { startServer, type Extras, type TestServer } from './server.ts';

export interface PayingServer extends TestServer {
  sandbox: Sandbox;
  /** Confirms a payment at the provider, as the browser does with a card. */
  payByCard(intentId: string, card?: TestCard): Promise<void>;
  /** The provider's API for the merchant, which can cancel and refund payments without the API. */
  merchant: Stripe;
}

type TestCard = 'pm_card_visa' | 'pm_card_chargeDeclined';

/** Starts the API with its own payment sandbox, which sends events only on request. */
export async function startPayingServer(extras: Extras = {}): Promise<PayingServer> {
  const sandbox = await startSandbox({ keys: SANDBOX_KEYS, webhooks: { mode: 'never' } });
  const { secretKey, webhookSecret } = SANDBOX_KEYS;
  const server = await startServer({ stripe: { secretKey, webhookSecret, apiBase: sandbox.url } }, extras);
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
  const answer = await owner.client.post(paths.createPayment(jobId));
  const { clientSecret } = expectView(answer, 200, paymentSetupView);
  return clientSecret.split('_secret_')[0] ?? '';
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
): Promise<Answer> {
  const body = JSON.stringify(event);
  return new TestClient(server).send('POST', paths.paymentWebhook(), body, {
    'stripe-signature': signatureOf(body, seconds),
  });
}
