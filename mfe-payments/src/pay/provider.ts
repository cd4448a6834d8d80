import { loadStripe } from '@stripe/stripe-js/pure';
import type { Appearance, PaymentIntent, Stripe } from '@stripe/stripe-js';
import type { ColorScheme } from '@dps/contract';
import { readDeployment } from '@dps/contract/client';

/** Timeout of the provider's script and of its calls, in milliseconds: some networks drop requests without an error. */
const TIMEOUT_MS = 10_000;
/** The script that `loadStripe` would load. It would wait for a script that never responds, also at the next attempt. */
const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';

/** The provider's script could not be loaded: the device or the network blocks it, or the provider is down. */
export class ProviderMissing extends Error {}
/** The provider has not responded within the timeout. */
export class ProviderSilent extends Error {}

/** Settles as the promise does. Rejects if it is still pending after the timeout. */
function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ProviderSilent('No response within 10 seconds')), TIMEOUT_MS);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** Runs a script if it matches its integrity hash. Removes the script element after a failure, and after the timeout. */
async function runScript(address: string, integrity: string): Promise<void> {
  const script = document.createElement('script');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.src = address;
  script.integrity = integrity;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)));
  document.head.append(script);
  try {
    await withTimeout(promise);
  } catch (error) {
    script.remove();
    throw error;
  }
}

async function load(): Promise<Stripe> {
  const { publishableKey, sandboxScript, sandboxIntegrity = '' } = readDeployment().payments;
  if (!window.Stripe) await runScript(sandboxScript ?? STRIPE_SCRIPT, sandboxScript ? sandboxIntegrity : '');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The payment provider has no script');
  return stripe;
}

let loading: Promise<Stripe> | undefined;

/**
 * Loads the provider's script at the first payment. Rejects with `ProviderMissing` or `ProviderSilent`; the next call then
 * retries.
 */
export function paymentProvider(): Promise<Stripe> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    if (cause instanceof ProviderSilent) throw cause;
    throw new ProviderMissing('The payment provider’s script could not be loaded', { cause });
  });
  return loading;
}

/** Reads the payment intent from the provider, whose amount is the one that is charged. */
export async function readIntent(stripe: Stripe, clientSecret: string): Promise<PaymentIntent> {
  const { paymentIntent, error } = await withTimeout(stripe.retrievePaymentIntent(clientSecret));
  if (!paymentIntent) throw new Error(error.message);
  return paymentIntent;
}

/** Returns the current colors and fonts of the theme. The provider's form is in a frame and does not inherit them. */
export function paymentAppearance(scheme: ColorScheme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const text = getComputedStyle(document.body);
  const color = (name: string) => style.getPropertyValue(`--dps-palette-${name}`).trim();
  const variables = {
    colorPrimary: color('primary-main'),
    colorBackground: color('background-paper'),
    colorText: color('text-primary'),
    colorTextSecondary: color('text-secondary'),
    colorDanger: color('error-main'),
    fontFamily: text.fontFamily,
    fontSizeBase: text.fontSize,
  };
  const defined = Object.entries(variables).filter(([, value]) => value !== '');
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: { ...Object.fromEntries(defined), borderRadius: '8px' },
  };
}
