import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Appearance, Stripe as StripeJs } from '@stripe/stripe-js';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startSandbox, stripeScript, type Sandbox } from '../index.ts';

configure({ asyncUtilTimeout: 10_000 });

let sandbox: Sandbox;
let stripeJs: StripeJs | null;

beforeAll(async () => {
  fillGapsOfJsdom();
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

/** Reads an intent as a server does. */
async function retrieveIntent(id: string): Promise<unknown> {
  const { headers = {} } = posted(new URLSearchParams());
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${id}`, { headers });
  return response.json();
}

function fillGapsOfJsdom(): void {
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      replaceSync(): void {}
    },
  });
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <PaymentElement onReady={() => setReady(true)} />
      <p>{ready ? 'ready' : 'loading'}</p>
      <button type="submit">Pay</button>
      <output>{outcome}</output>
    </form>
  );
}

const pay = () => userEvent.click(screen.getByRole('button', { name: 'Pay' }));
/** Waits for the outcome of a payment. */
const outcome = (text: string | RegExp) => screen.findByText(text, { selector: 'output' });

/** Finds an element in the shadow trees under a parent. */
function shadowOf(parent: ParentNode, selector: string): HTMLElement {
  const hosts = [...parent.querySelectorAll('div')];
  const found = hosts.map((host) => host.shadowRoot?.querySelector<HTMLElement>(selector)).find(Boolean);
  if (!found) throw new Error(`There is no ${selector} in a shadow tree.`);
  return found;
}

async function renderPay(appearance: Appearance = {}) {
  const { id, client_secret: clientSecret } = await createIntent();
  const options = { clientSecret, appearance };
  const view = render(
    <Elements stripe={stripeJs} options={options}>
      <Pay />
    </Elements>,
  );
  await screen.findByText('ready');
  const fields = within(shadowOf(view.container, 'form'));
  return { id, options, view, fields };
}

type Fields = Awaited<ReturnType<typeof renderPay>>['fields'];

/** Types key by key; user-event does not support shadow trees. */
function type(fields: Fields, label: string, text: string): void {
  const input = fields.getByLabelText<HTMLInputElement>(label);
  for (const key of text) fireEvent.input(input, { target: { value: input.value + key } });
}

function fillIn(fields: Fields, number: string): void {
  type(fields, 'Card number', number);
  type(fields, 'Expiration date', '1234');
  type(fields, 'Security code', '123');
  type(fields, 'ZIP code', '94107');
}

it('replaces Stripe.js for the official loader and components, and pays with a card', async () => {
  const { id, fields } = await renderPay();
  expect(fields.getByText('Payment sandbox: no real money moves. Try 4242 4242 4242 4242.')).toBeTruthy();
  expect(fields.getByLabelText('Card number').getAttribute('autocomplete')).toBe('cc-number');
  fillIn(fields, '4242424242424242');
  expect(fields.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  fireEvent.keyDown(fields.getByLabelText('ZIP code'), { key: 'Enter' });
  expect(await outcome('succeeded')).toBeTruthy();
  expect(await retrieveIntent(id)).toMatchObject({ status: 'succeeded' });
});

it('shows incomplete fields and returns the first error', async () => {
  const { id, fields } = await renderPay();
  await pay();
  expect(await outcome('validation_error incomplete_number: Your card number is incomplete.')).toBeTruthy();
  const number = fields.getByLabelText('Card number');
  expect(number.getAttribute('aria-invalid')).toBe('true');
  expect(fields.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Your card number is incomplete.',
    "Your card's expiration date is incomplete.",
    "Your card's security code is incomplete.",
    'Your ZIP code is incomplete.',
  ]);
  expect(await retrieveIntent(id)).toMatchObject({ last_payment_error: null });
  type(fields, 'Card number', '424242424242424');
  expect(fields.queryByText('Your card number is invalid.')).toBeNull();
  type(fields, 'Card number', '1');
  expect(fields.getByText('Your card number is invalid.')).toBeTruthy();
});

it('does not charge a card whose authentication Escape closes, and charges it when it is completed', async () => {
  const { fields } = await renderPay();
  fillIn(fields, '4000002500003155');
  await pay();
  const dialog = await waitFor(() => shadowOf(document.body, 'dialog'));
  expect(within(dialog).getByText(/\$1,250\.00/)).toBeTruthy();
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  const refusal =
    'invalid_request_error payment_intent_authentication_failure: We are unable to authenticate your';
  expect(await outcome(new RegExp(`^${refusal}`))).toBeTruthy();
  expect(dialog.isConnected).toBe(false);
  await pay();
  const next = await waitFor(() => shadowOf(document.body, 'dialog'));
  await userEvent.click(within(next).getByRole('button', { name: 'Complete authentication' }));
  expect(await outcome('succeeded')).toBeTruthy();
});

it('applies the appearance of the page and its changes', async () => {
  const { options, view } = await renderPay({ theme: 'night', variables: { colorPrimary: '#5CC2A7' } });
  const root = shadowOf(view.container, 'form').getRootNode();
  if (!(root instanceof ShadowRoot) || !(root.host instanceof HTMLElement)) throw new Error('no shadow tree');
  const { style } = root.host;
  expect(style.getPropertyValue('--colorPrimary')).toBe('#5CC2A7');
  const appearance = { theme: 'stripe', variables: { colorPrimary: '#0F5C4D' } } as const;
  view.rerender(
    <Elements stripe={stripeJs} options={{ ...options, appearance }}>
      <Pay />
    </Elements>,
  );
  expect(style.getPropertyValue('--colorPrimary')).toBe('#0F5C4D');
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
