import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { readDeployment } from '@dps/shared-contracts/client';
import { within } from './within.ts';

/** A network that swallows the script without a word must not keep anybody waiting longer than this, in milliseconds. */
const SCRIPT_WITHIN_MS = 20_000;

/** The provider's script could not be loaded: it is blocked on this device or network, or the provider is down. */
export class ProviderMissing extends Error {}

/**
 * Runs a script of the deployment once, and only as the deployment vouches for it; its failure is an error and leaves no
 * dead tag behind.
 */
function runScript(address: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.integrity = integrity;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    });
    document.head.append(script);
  });
}

async function load(): Promise<Stripe> {
  const { publishableKey, sandboxScript, sandboxIntegrity = '' } = readDeployment().payments;
  if (sandboxScript) await runScript(sandboxScript, sandboxIntegrity);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The payment provider offered no script');
  return stripe;
}

let loading: Promise<Stripe> | undefined;

/**
 * The card payment provider's script, loaded when somebody first pays; a failure is forgotten, so that a retry can work.
 * Rejects with ProviderMissing.
 */
export function paymentProvider(): Promise<Stripe> {
  loading ??= within(SCRIPT_WITHIN_MS, load()).catch((cause: unknown) => {
    loading = undefined;
    throw new ProviderMissing('The payment provider’s script could not be loaded', { cause });
  });
  return loading;
}
