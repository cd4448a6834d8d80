import { Stripe } from 'stripe';
import type { Config } from '../../../platform/config/config.ts';

/** Maximum idle time of a call, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Returns a client of the provider, or of the payment sandbox if one is configured. It retries no call. */
export function stripeClient({ secretKey, apiBase }: Config['stripe']): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    // The client retries instead, with the same key.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiBase && sandboxAddress(apiBase)),
  });
}

function sandboxAddress(base: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === 'https:';
  return { host: hostname, port: port || (secure ? 443 : 80), protocol: secure ? 'https' : 'http' };
}
