import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { texts } from '../texts.ts';

/** The result of a charge; `unknown` if the provider cannot be reached. */
export type Charge =
  | { state: 'charged' }
  | { state: 'failed'; problem: string; isInput: boolean }
  | { state: 'unknown' };

const CHARGED: ReadonlySet<PaymentIntent['status']> = new Set([
  'succeeded',
  'processing',
  'requires_capture',
]);

/** Errors after which the card may have been charged: the response was lost, or the provider failed. */
const INCONCLUSIVE: ReadonlySet<StripeError['type']> = new Set(['api_connection_error', 'api_error']);

/** Whether the money of an intent was taken or is being taken. Such an intent must not be paid again. */
export function isCharged(intent: Pick<PaymentIntent, 'status'>): boolean {
  return CHARGED.has(intent.status);
}

/**
 * Charges the card in the elements. Never rejects. If the response is lost, or another tab has paid, the status comes
 * from the provider's payment intent.
 */
export async function charge(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<Charge> {
  const { paymentIntent, error } = await confirm(stripe, elements);
  if (error?.type === 'validation_error') return failed(error);
  const intent = paymentIntent ?? error?.payment_intent ?? (await lookUp(stripe, clientSecret));
  if (intent) return isCharged(intent) ? { state: 'charged' } : failed(error);
  return error && !INCONCLUSIVE.has(error.type) ? failed(error) : { state: 'unknown' };
}

interface Confirmation {
  paymentIntent?: PaymentIntent | undefined;
  error?: StripeError | undefined;
}

/** Returns an empty result if the provider's script throws. */
async function confirm(stripe: Stripe, elements: StripeElements): Promise<Confirmation> {
  try {
    return await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    });
  } catch {
    return {};
  }
}

async function lookUp(stripe: Stripe, clientSecret: string): Promise<PaymentIntent | undefined> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent;
  } catch {
    return undefined;
  }
}

function failed(error?: StripeError): Charge {
  return {
    state: 'failed',
    problem: error?.message ?? texts.pay.failedText,
    isInput: error?.type === 'validation_error',
  };
}
