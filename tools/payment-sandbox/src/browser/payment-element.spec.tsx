import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Appearance, Stripe as StripeJs } from '@stripe/stripe-js';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startSandbox, stripeScript, type Sandbox } from '../index.ts';
import { checkExpiry, checkNumber, formatExpiry, formatNumber } from './card-checks.ts';

configure({ asyncUtilTimeout: 10_000 });

let sandbox: Sandbox;
let stripeJs: StripeJs | null;

beforeAll(async () => {
  // jsdom has no constructed style sheets.
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      replaceSync(): void {}
    },
  });
  sandbox = await startSandbox();
  proxyLikeGateway();
  const script = document.createElement('script');
  script.textContent = await stripeScript();
  document.head.append(script);
  stripeJs = await loadStripe(sandbox.keys.publishableKey);
});
afterAll(() => sandbox.close());

/** Sends the page's calls under /payment-sandbox to the sandbox, as the gateway does. */
function proxyLikeGateway(): void {
  const outside = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new Request(input).url.replace(`${location.origin}/payment-sandbox`, sandbox.url);
    return init?.body instanceof URLSearchParams ? outside(url, posted(init.body)) : outside(url, init);
  };
}

/** Returns a form as a request for Node, which does not accept jsdom's classes. */
function posted(form: URLSearchParams): RequestInit {
  const headers = {
    authorization: `Bearer ${sandbox.keys.secretKey}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  return { method: 'POST', headers, body: form.toString() };
}

/** Creates a payment intent of 1,250 dollars, as a server does. */
async function createIntent(): Promise<{ id: string; client_secret: string }> {
  const form = new URLSearchParams({ amount: '125000', currency: 'usd' });
  const response = await fetch(`${sandbox.url}/v1/payment_intents`, posted(form));
  return response.json();
}

function Pay() {
  const stripe = useStripe();
  const elements = useElements();
  const [outcome, setOutcome] = useState('');
  const [ready, setReady] = useState(false);
  const pay = async () => {
    if (!stripe || !elements) return;
    const { error, paymentIntent } = await stripe.confirmPayment({ elements, redirect: 'if_required' });
    setOutcome(error ? `${error.type} ${error.code}: ${error.message}` : paymentIntent.status);
  };
  return (
    <>
      <form
        id="payment"
        onSubmit={(event) => {
          event.preventDefault();
          void pay();
        }}
      >
        <PaymentElement onReady={() => setReady(true)} onChange={() => setOutcome('')} />
        <p>{ready ? 'ready' : 'loading'}</p>
        <output>{outcome}</output>
      </form>
      <button type="submit" form="payment">
        Pay
      </button>
    </>
  );
}

async function renderPay(appearance: Appearance = {}) {
  const { client_secret: clientSecret } = await createIntent();
  const options = { clientSecret, appearance };
  const pageWith = (change: { appearance?: Appearance }) => (
    <Elements stripe={stripeJs} options={{ ...options, ...change }}>
      <Pay />
    </Elements>
  );
  const view = render(pageWith({}));
  await screen.findByText('ready');
  const host = [...view.container.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot);
  const form = host?.shadowRoot?.querySelector('form');
  if (!host || !form) throw new Error('There is no form in a shadow tree.');
  const restyle = (change: Appearance) => view.rerender(pageWith({ appearance: change }));
  return { host, restyle, fields: within(form) };
}

it('replaces Stripe.js for the official loader and components, shows incomplete fields, reports changes, and pays by Enter with a button outside the form', async () => {
  const { fields } = await renderPay();
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  const error = 'validation_error incomplete_number: Your card number is incomplete.';
  expect(await screen.findByText(error)).toBeTruthy();
  expect(fields.getByLabelText('Card number').getAttribute('aria-invalid')).toBe('true');
  expect(fields.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Your card number is incomplete.',
    "Your card's expiration date is incomplete.",
    "Your card's security code is incomplete.",
    'Your ZIP code is incomplete.',
  ]);
  const type = (label: string, value: string) =>
    fireEvent.input(fields.getByLabelText(label), { target: { value } });
  type('Card number', '4242424242424241');
  expect(screen.queryByText(error)).toBeNull();
  expect(fields.getByText('Your card number is invalid.')).toBeTruthy();
  type('Card number', '4242424242424242');
  expect(fields.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  type('Expiration date', '1234');
  type('Security code', '123');
  type('ZIP code', '94107');
  fireEvent.keyDown(fields.getByLabelText('ZIP code'), { key: 'Enter' });
  expect(await screen.findByText('succeeded')).toBeTruthy();
});

it('applies the appearance of the page and its changes', async () => {
  const { host, restyle } = await renderPay({ theme: 'night', variables: { colorPrimary: '#5CC2A7' } });
  expect(host.style.getPropertyValue('--colorPrimary')).toBe('#5CC2A7');
  restyle({ theme: 'stripe', variables: { colorPrimary: '#0F5C4D' } });
  expect(host.style.getPropertyValue('--colorPrimary')).toBe('#0F5C4D');
});

it('reports a load error for a canceled intent', async () => {
  const { id, client_secret: clientSecret } = await createIntent();
  await fetch(`${sandbox.url}/v1/payment_intents/${id}/cancel`, posted(new URLSearchParams()));
  const errors: (string | undefined)[] = [];
  render(
    <Elements stripe={stripeJs} options={{ clientSecret }}>
      <PaymentElement onLoadError={({ error }) => errors.push(error.code)} />
    </Elements>,
  );
  await waitFor(() => expect(errors).toEqual(['payment_intent_unexpected_state']));
});

it.each([
  [formatNumber('4242-4242 4242x42'), '4242 4242 4242 42'],
  [formatExpiry('1'), '1'],
  [formatExpiry('12 / '), '12'],
  [formatExpiry('123'), '12 / 3'],
  [checkNumber('4242 4242 4242 424'), 'incomplete_number'],
  [checkExpiry('12 / 3'), 'incomplete_expiry'],
  [checkExpiry('13 / 34'), 'incomplete_expiry'],
  [checkExpiry('10 / 26', new Date(2026, 10, 1)), 'invalid_expiry_year_past'],
  [checkExpiry('11 / 26', new Date(2026, 10, 30)), null],
])('formats and checks card details: %s', (actual, expected) => {
  expect(actual).toBe(expected);
});
