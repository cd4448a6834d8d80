import type { PaymentIntent, StripeError } from '@stripe/stripe-js';

type Intent = Pick<PaymentIntent, 'id' | 'status' | 'amount'>;
type Failure = Omit<Partial<StripeError>, 'payment_intent'> & { payment_intent?: Intent };
type Answer = { paymentIntent: Intent } | { error: Failure };

/** The provider's script in tests: one intent, and what a click on Pay does with it. */
export interface FakeStripe {
  intent: Intent;
  /** Answers each call to charge the card, in order; the last one again and again. */
  charges: (() => Answer | Promise<Answer>)[];
  /** How often the card was charged or tried. */
  calls: number;
  /** Whether the provider answers when it is asked for the intent. */
  reachable: boolean;
  /** When the latest charge leaves the page for the provider's. */
  redirect: string | null;
  /** What becomes of the form. */
  form: 'ready' | 'loaderror';
}

export const CLIENT_SECRET = 'pi_1_secret_1';

/** An intent that has not been tried yet, with a provider that works. */
export const untried = (): Omit<FakeStripe, 'charges'> => ({
  intent: { id: 'pi_1', status: 'requires_payment_method', amount: 125_050 },
  calls: 0,
  reachable: true,
  redirect: null,
  form: 'ready',
});

function paymentElement(fake: FakeStripe) {
  const listeners = new Map<string, () => void>();
  return {
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
    mount: () => queueMicrotask(() => listeners.get(fake.form)?.()),
    update: () => undefined,
    destroy: () => undefined,
  };
}

/** Stands in for `window.Stripe`; the payment has not been tried yet. */
export function installFakeStripe(): FakeStripe {
  const fake: FakeStripe = { ...untried(), charges: [] };
  const stripe = {
    elements: () => ({ create: () => paymentElement(fake), getElement: () => null, update: () => undefined }),
    confirmPayment: ({ redirect }: { redirect: string }) => {
      fake.redirect = redirect;
      const charge = fake.charges[Math.min(fake.calls, fake.charges.length - 1)];
      fake.calls += 1;
      return Promise.resolve(charge?.());
    },
    retrievePaymentIntent: () =>
      Promise.resolve(
        fake.reachable
          ? { paymentIntent: fake.intent }
          : { error: { type: 'api_connection_error', message: 'The network was lost.' } },
      ),
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
  };
  // The version that @stripe/stripe-js is for; it warns of any other.
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
  return fake;
}
