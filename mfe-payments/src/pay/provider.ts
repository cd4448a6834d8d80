import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { readDeployment } from '@dps/shared-contracts/client';

/** Runs a script of the deployment once; its failure is an error and leaves no dead tag behind. */
function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    });
    document.head.append(script);
  });
}

async function load(): Promise<Stripe> {
  const { publishableKey, sandboxScript } = readDeployment().payments;
  if (sandboxScript) await runScript(sandboxScript);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('The payment provider offered no script');
  return stripe;
}

let loading: Promise<Stripe> | undefined;

/** The card payment provider's script, loaded when somebody first pays; a failure is forgotten, so that a retry can work. */
export function paymentProvider(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
