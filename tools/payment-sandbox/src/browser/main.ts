import { confirmPayment, type ConfirmPaymentOptions } from './confirm-payment.ts';
import { Elements, type ElementsOptions } from './payment-element.ts';
import { SandboxApi } from './sandbox-api.ts';

const script = document.currentScript;

// The API is next to the script; without an address of the script, it is where the gateway proxies it.
const base =
  script instanceof HTMLScriptElement && script.src !== ''
    ? new URL('.', script.src).href
    : `${location.origin}/payment-sandbox/`;

/** Implements the part of Stripe.js that the page uses. */
function createStripe(publishableKey: string) {
  const api = new SandboxApi(base, publishableKey);
  return {
    elements: (options: ElementsOptions) => new Elements(api, options),
    confirmPayment: (options: ConfirmPaymentOptions) => confirmPayment(api, options),
    retrievePaymentIntent: (clientSecret: string) => api.retrieve(clientSecret),
    // @stripe/react-stripe-js checks for these three before it accepts an object as Stripe's.
    createToken: notSupported,
    createPaymentMethod: notSupported,
    confirmCardPayment: notSupported,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

function notSupported() {
  const message = 'The payment sandbox does not support this method.';
  return Promise.resolve({ error: { type: 'api_error', message } });
}

// @stripe/stripe-js compares the name of the release with its own.
const version = 'endive';

Object.assign(window, { Stripe: Object.assign(createStripe, { version }) });
