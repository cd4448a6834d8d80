import { createHmac } from 'node:crypto';
import { paths } from '@dps/contract';
import { resultOf, type Attack } from './attack.ts';
import { Client } from './client.ts';

/** The keys that were in the repository. */
const OLD_SECRET_KEY = 'sk_test_sandbox';
const OLD_WEBHOOK_SECRET = 'whsec_sandbox_local';
const KEY = /pk_test_sandbox_[\w-]+/;

/** Calls of the sandbox that only its own server may make. */
const SERVER_CALLS = [
  ['POST', '/sandbox/webhooks', { url: 'http://127.0.0.1:9/' }],
  ['POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/' }],
  ['POST', '/v1/refunds', { payment_intent: 'pi_1' }],
  ['GET', '/v1/charges', {}],
] as const;

/** Sends the event of a refund, signed with a secret. Returns the status. */
async function sendEvent(url: string, secret: string): Promise<number> {
  const object = { id: 're_1', object: 'refund', payment_intent: 'pi_1' };
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'refund.created', data: { object } });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  const response = await fetch(url + paths.paymentWebhook(), { method: 'POST', headers, body: payload });
  await response.body?.cancel();
  return response.status;
}

/** Server calls of the payment sandbox through the product's address, and an event with an invented signature. */
export const sandboxCalls: Attack = async ({ url }) => {
  const client = new Client(url);
  const key = KEY.exec(await client.require('GET', '/login'))?.[0] ?? '';
  const statuses: number[] = [];
  for (const [method, path, parameters] of SERVER_CALLS) {
    for (const each of [OLD_SECRET_KEY, key]) {
      const query = new URLSearchParams({ ...parameters, key: each });
      const { status } = await client.send(method, `/payment-sandbox${path}?${query}`);
      statuses.push(status);
    }
  }
  const event = await sendEvent(url, OLD_WEBHOOK_SECRET);
  const isRepelled = key !== '' && event === 400 && statuses.every((status) => status === 404);
  return resultOf(
    'webhook address, refunds and charges of the sandbox through the product; an event of others',
    `calls → ${[...new Set(statuses)].join(', ')}; event → ${event}`,
    isRepelled,
  );
};
