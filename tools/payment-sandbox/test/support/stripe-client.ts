import { Stripe } from 'stripe';
import { SANDBOX_KEYS, type Sandbox } from '../../src/index.ts';

/** Stripe's own library, pointed at a sandbox in the way that it offers for stand-ins. */
export function stripeClient(sandbox: Sandbox, key: string = SANDBOX_KEYS.secretKey): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** Parameters of a payment that a server can confirm by itself. */
export const PAYMENT = {
  amount: 125_000,
  currency: 'usd',
  metadata: { jobId: '7', paymentId: '3' },
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Stripe.PaymentIntentCreateParams;

/** The error that a call fails with; fails itself when the call succeeds. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('The call succeeded.');
}

/** The id of the charge that took an intent's money. */
export function chargeIdOf({ latest_charge: charge }: Stripe.PaymentIntent): string {
  if (charge === null) throw new Error('The intent has not been charged.');
  return typeof charge === 'string' ? charge : charge.id;
}
