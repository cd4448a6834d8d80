import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { texts } from '../texts.ts';

/** What a click on Pay came to: the payment intent whose money was taken or is being taken, or why there is none. */
export type Charge = { paymentIntentId: string } | { problem: string; isInput: boolean };

const CHARGED: ReadonlySet<PaymentIntent['status']> = new Set([
  'succeeded',
  'processing',
  'requires_capture',
]);

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
  try {
    const { paymentIntent, error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.href },
    });
    if (error?.type === 'validation_error') return failed(error);
    const intent = paymentIntent ?? error.payment_intent ?? (await lookUp(stripe, clientSecret));
    return intent && isCharged(intent) ? { paymentIntentId: intent.id } : failed(error);
  } catch {
    return failed();
  }
}

async function lookUp(stripe: Stripe, clientSecret: string): Promise<PaymentIntent | undefined> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return paymentIntent;
}

function failed(error?: StripeError): Charge {
  return { problem: error?.message ?? texts.pay.failedText, isInput: error?.type === 'validation_error' };
}
