import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { texts } from '../texts.ts';

/** Why the provider took no money, apart from the input and the card. */
export type Refusal = 'canceled' | 'unreachable' | 'other';

/**
 * The result of a charge. `failed`: the problem is a text for the user. `refused`: the provider took no money, and its reason
 * is for developers. `unknown`: the provider cannot be reached.
 */
export type Charge =
  | { state: 'charged' }
  | { state: 'failed'; problem: string; isInput: boolean }
  | { state: 'refused'; cause: Refusal }
  | { state: 'unknown' };

const CHARGED: ReadonlySet<PaymentIntent['status']> = new Set([
  'succeeded',
  'processing',
  'requires_capture',
]);

/** Errors after which the card may have been charged: the response was lost, or the provider failed. */
const INCONCLUSIVE: ReadonlySet<StripeError['type']> = new Set(['api_connection_error', 'api_error']);

/** Errors whose messages are for users: those about the input and the card. Others concern the code, the keys or the intent. */
const FOR_USERS: ReadonlySet<StripeError['type']> = new Set(['card_error', 'validation_error']);
/** The cardholder was not authenticated. The provider counts it as a request that is not valid, with a message for users. */
const NOT_AUTHENTICATED = 'payment_intent_authentication_failure';

/** Whether the money of an intent was taken or is being taken. Such an intent must not be paid again. */
export function isCharged(intent: Pick<PaymentIntent, 'status'>): boolean {
  return CHARGED.has(intent.status);
}

interface ChargeOptions {
  clientSecret: string;
  /** The job of the address to which a bank returns the user, if the payment requires its page. */
  jobId: number;
}

/**
 * Charges the card in the elements. Never rejects. If the response is lost, or another tab has paid, the status comes
 * from the provider's payment intent.
 */
export async function charge(
  stripe: Stripe,
  elements: StripeElements,
  { clientSecret, jobId }: ChargeOptions,
): Promise<Charge> {
  const { paymentIntent, error } = await confirm(stripe, elements, jobId);
  if (error?.type === 'validation_error') return notCharged(error);
  const intent = paymentIntent ?? error?.payment_intent ?? (await lookUp(stripe, clientSecret));
  if (intent) return isCharged(intent) ? { state: 'charged' } : notCharged(error, intent);
  return error && !INCONCLUSIVE.has(error.type) ? notCharged(error) : { state: 'unknown' };
}

interface Confirmation {
  paymentIntent?: PaymentIntent | undefined;
  error?: StripeError | undefined;
}

/** Returns an empty result if the provider's script throws. */
async function confirm(stripe: Stripe, elements: StripeElements, jobId: number): Promise<Confirmation> {
  try {
    return await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: `${location.origin}/payments?result=${jobId}` },
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

function refusalOf(error?: StripeError, intent?: PaymentIntent): Refusal {
  if (intent?.status === 'canceled') return 'canceled';
  return error?.type === 'api_connection_error' ? 'unreachable' : 'other';
}

function notCharged(error?: StripeError, intent?: PaymentIntent): Charge {
  if (!error || !(FOR_USERS.has(error.type) || error.code === NOT_AUTHENTICATED))
    return { state: 'refused', cause: refusalOf(error, intent) };
  return {
    state: 'failed',
    problem: error.message ?? texts.pay.failedText,
    isInput: error.type === 'validation_error',
  };
}
