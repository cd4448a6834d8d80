import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { texts } from '../texts.ts';

/**
 * What a click on Pay came to: the money was taken or is being taken; it was not, and why; or nobody can say, because
 * the provider cannot be reached.
 */
export type Charge =
  { state: 'charged' } | { state: 'failed'; problem: string; isInput: boolean } | { state: 'unknown' };

const CHARGED: ReadonlySet<PaymentIntent['status']> = new Set([
  'succeeded',
  'processing',
  'requires_capture',
]);

/** Errors after which the card may have been charged all the same: the answer was lost, or the provider broke down. */
const SILENCE: ReadonlySet<StripeError['type']> = new Set(['api_connection_error', 'api_error']);

/** Whether the money of an intent was taken, or is being taken: nobody may pay it again. */
export function isCharged(intent: Pick<PaymentIntent, 'status'>): boolean {
  return CHARGED.has(intent.status);
}

/**
 * Charges the card in the elements. Never rejects: an answer that was lost on its way, or a payment that another tab has
 * made meanwhile, is looked up before anybody is told that it failed.
 */
export async function charge(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<Charge> {
  const { paymentIntent, error } = await confirmed(stripe, elements);
  if (error?.type === 'validation_error') return failed(error);
  const intent = paymentIntent ?? error?.payment_intent ?? (await lookUp(stripe, clientSecret));
  if (intent) return isCharged(intent) ? { state: 'charged' } : failed(error);
  return error && !SILENCE.has(error.type) ? failed(error) : { state: 'unknown' };
}

interface Confirmed {
  paymentIntent?: PaymentIntent | undefined;
  error?: StripeError | undefined;
}

/** A script that breaks down is as silent as a provider that cannot be reached. */
async function confirmed(stripe: Stripe, elements: StripeElements): Promise<Confirmed> {
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
