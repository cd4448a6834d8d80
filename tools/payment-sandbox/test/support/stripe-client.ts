import { Stripe } from 'stripe';
import type { Sandbox } from '../../src/index.ts';

/** Returns Stripe's own client for a sandbox. */
export function stripeClient(
  { port, keys }: Sandbox,
  { key = keys.secretKey, ...config }: Stripe.StripeConfig & { key?: string } = {},
): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}

/** Parameters of a payment that a server can confirm. */
export const PAYMENT = {
  amount: 125_000,
  currency: 'usd',
  metadata: { jobId: '7', paymentId: '3' },
  allowed_payment_method_types: ['card'],
} satisfies Stripe.PaymentIntentCreateParams;

/** Returns the error of a call. @throws Error if the call succeeds. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}
