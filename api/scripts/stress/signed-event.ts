import { Stripe } from 'stripe';
import { paths } from '@dps/contract';
import { SANDBOX_KEYS } from '../../test/support/api-process.ts';
import type { Origin } from './account.ts';

/** Sends an event with the sandbox's signature. Returns the response status. */
export async function sendSigned({ url }: Origin, event: object): Promise<number> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_KEYS.webhookSecret });
  const response = await fetch(url + paths.paymentWebhook(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  await response.body?.cancel();
  return response.status;
}
