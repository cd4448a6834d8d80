import { integrityOf } from '@dps/release/store/integrity';
import type { Deployment } from '@dps/contract';
import { paths } from '@dps/contract';
import { startSandbox, stripeScript, type Sandbox } from '@dps/payment-sandbox';

/** Keys of an account at the real payment provider. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Payment settings of the product. */
export interface Payments {
  /** Environment variables of the API. */
  environment: Record<string, string>;
  deployment: Deployment['payments'];
  /** Absent with the real provider. */
  sandbox?: Sandbox;
  close(): Promise<void>;
}

interface PaymentOptions {
  stripe?: StripeKeys | undefined;
  stateFile: string;
  /** `http://127.0.0.1:4201` */
  api: string;
  /** Returns the port at which the API reaches the sandbox. */
  via: (port: number) => Promise<number>;
  onError: (error: unknown) => void;
}

/** Configures the real provider if its keys are given. Otherwise starts a local payment sandbox. */
export async function openPayments({
  stripe,
  stateFile,
  api,
  via,
  onError,
}: PaymentOptions): Promise<Payments> {
  if (stripe)
    return {
      environment: { STRIPE_SECRET_KEY: stripe.secretKey, STRIPE_WEBHOOK_SECRET: stripe.webhookSecret },
      deployment: { publishableKey: stripe.publishableKey, sandboxScript: null },
      close: async () => undefined,
    };
  const sandbox = await startSandbox({ stateFile, webhookUrl: api + paths.paymentWebhook(), onError });
  return {
    environment: {
      STRIPE_SECRET_KEY: sandbox.keys.secretKey,
      STRIPE_WEBHOOK_SECRET: sandbox.keys.webhookSecret,
      STRIPE_API_BASE: `http://127.0.0.1:${await via(sandbox.port)}`,
      ALLOW_PAYMENT_SANDBOX: 'true',
    },
    deployment: {
      publishableKey: sandbox.keys.publishableKey,
      sandboxScript: '/payment-sandbox/stripe.js',
      sandboxIntegrity: integrityOf(await stripeScript()),
    },
    sandbox,
    close: () => sandbox.close(),
  };
}
