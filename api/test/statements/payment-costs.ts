import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { openPayment, signatureOf } from '../support/payments.ts';
import { direct, job, type Call, type Cost, type World } from './world.ts';

/** Creates a job in review that is paid by card, without an event to the API. */
async function paidIntent(world: World): Promise<{ id: number; paymentIntentId: string }> {
  const { id } = await job(world, 'review');
  const paymentIntentId = await openPayment(world.owner, id);
  await world.server.payByCard(paymentIntentId);
  return { id, paymentIntentId };
}

/** The webhook call for such a payment. */
async function eventOf(world: World): Promise<Call> {
  const { paymentIntentId } = await paidIntent(world);
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: paymentIntentId } },
  });
  const signature = signatureOf(body, Math.floor(Date.now() / 1000));
  return () => world.anonymous.send('POST', paths.paymentWebhook(), body, { 'stripe-signature': signature });
}

/** The calls of payments. */
export const PAYMENT_COSTS: readonly Cost[] = [
  {
    route: 'POST /api/jobs/:id/create-payment',
    when: 'the first',
    statements: 10,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      return () => world.owner.client.post(paths.createPayment(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/create-payment',
    when: 'in a second tab',
    statements: 6,
    prepare: async (world) => {
      const { id } = await job(world, 'review');
      await openPayment(world.owner, id);
      return () => world.owner.client.post(paths.createPayment(id));
    },
  },
  {
    route: 'POST /api/jobs/:id/confirm-payment',
    statements: 11,
    prepare: async (world) => {
      const { id, paymentIntentId } = await paidIntent(world);
      return () => world.owner.client.post(paths.confirmPayment(id), { paymentIntentId });
    },
  },
  {
    route: 'GET /api/payments/summary',
    statements: 3,
    prepare: direct(({ owner }) => owner.client.get(paths.paymentSummary())),
  },
  {
    route: 'GET /api/payments',
    statements: 2,
    prepare: async (world) => {
      await paidIntent(world);
      return () => world.owner.client.get(paths.payments());
    },
  },
  {
    route: 'POST /api/payments/webhook',
    when: 'the first time',
    statements: 10,
    prepare: eventOf,
  },
  {
    route: 'POST /api/payments/webhook',
    when: 'a duplicate',
    statements: 1,
    prepare: async (world) => {
      const again = await eventOf(world);
      await again();
      return again;
    },
  },
];
