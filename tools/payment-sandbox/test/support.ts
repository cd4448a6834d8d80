import Fastify from 'fastify';
import { Stripe } from 'stripe';
import type { Sandbox } from '../src/index.ts';

/** Returns Stripe's own client for a sandbox. */
export function stripeClient({ port, keys }: Sandbox, key = keys.secretKey): Stripe {
  const options = {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  } as const;
  return new Stripe(key, options);
}

/** Parameters of a payment, as the product sends them. */
export const PAYMENT = {
  amount: 125_000,
  currency: 'usd',
  metadata: { jobId: '7', paymentId: '3' },
  allowed_payment_method_types: ['card'],
} satisfies Stripe.PaymentIntentCreateParams;

/** Starts a payment and confirms it with a named card. */
export async function pay({ paymentIntents }: Stripe, card = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  const { id } = await paymentIntents.create(PAYMENT);
  return paymentIntents.confirm(id, { payment_method: card });
}

/** Keys of the sandboxes whose events `eventIn` verifies. */
export const KEYS = {
  publishableKey: 'pk_test_unit',
  secretKey: 'sk_test_unit',
  webhookSecret: 'whsec_unit',
};

export interface Delivery {
  body: string;
  signature: string;
}

/** Starts a webhook endpoint that keeps the deliveries, in order. */
export async function startWebhookReceiver() {
  const arrived: Delivery[] = [];
  const waiting: ((delivery: Delivery) => void)[] = [];
  const statuses: number[] = [];

  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.post<{ Body: string }>('/webhook', (request, reply) => {
    const delivery = { body: request.body, signature: String(request.headers['stripe-signature']) };
    const resolve = waiting.shift();
    if (resolve) resolve(delivery);
    else arrived.push(delivery);
    return reply.code(statuses.shift() ?? 200).send();
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });

  /** Resolves with the next delivery, which may have arrived already. */
  const next = (): Promise<Delivery> => {
    const delivery = arrived.shift();
    if (delivery) return Promise.resolve(delivery);
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };

  return {
    url: `${address}/webhook`,
    /** Deliveries that `next` has not returned yet. */
    arrived,
    next,
    /** Sets the statuses of the next responses; further responses are 200. */
    respondWith(...further: number[]): void {
      statuses.push(...further);
    },
    close: () => app.close(),
  };
}

/** Verifies the signature of a delivery and returns its event. */
export function eventIn({ body, signature }: Delivery): Stripe.Event {
  return Stripe.webhooks.constructEvent(body, signature, KEYS.webhookSecret);
}
