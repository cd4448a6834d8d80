import type { PaymentIntent, StripeError } from '@stripe/stripe-js';

type Intent = Pick<PaymentIntent, 'id' | 'status' | 'amount'>;
type Failure = Omit<Partial<StripeError>, 'payment_intent'> & { payment_intent?: Intent };
type Confirmation = { paymentIntent: Intent } | { error: Failure };

/** The provider's script in tests, with one payment intent. */
export interface FakeStripe {
  intent: Intent;
  /** The results of successive charges; the last one repeats. */
  charges: (() => Confirmation | Promise<Confirmation>)[];
  /** The number of charges, including failed ones. */
  calls: number;
  /** Whether the provider returns the intent. */
  reachable: boolean;
  /** The `redirect` option of the latest charge. */
  redirect: string | null;
  /** The event that the form emits after it is mounted. */
  form: 'ready' | 'loaderror';
  /** Reports a change of the card fields. */
  type: () => void;
}

export const CLIENT_SECRET = 'pi_1_secret_1';

/** An unpaid intent of a provider that works. */
export const unpaid = (): Omit<FakeStripe, 'charges' | 'type'> => ({
  intent: { id: 'pi_1', status: 'requires_payment_method', amount: 125_050 },
  calls: 0,
  reachable: true,
  redirect: null,
  form: 'ready',
});

function paymentElement(fake: FakeStripe) {
  const listeners = new Map<string, () => void>();
  fake.type = () => listeners.get('change')?.();
  return {
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
    mount: () => queueMicrotask(() => listeners.get(fake.form)?.()),
    update: () => undefined,
    destroy: () => undefined,
  };
}

/** Replaces `window.Stripe` by a fake with an unpaid intent. */
export function installFakeStripe(): FakeStripe {
  const fake: FakeStripe = { ...unpaid(), charges: [], type: () => undefined };
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
  // @stripe/stripe-js warns about any other version.
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'endive' }) });
  return fake;
}
