import { createStripe } from './stripe.ts';

const script = document.currentScript;

// Beside the API when the script's address is known, else where the gateway puts it.
const base =
  script instanceof HTMLScriptElement && script.src !== ''
    ? new URL('.', script.src).href
    : `${location.origin}/payment-sandbox/`;

// The name of the release of Stripe.js that this stands in for; @stripe/stripe-js compares it with its own.
const version = 'endive';

const Stripe = (publishableKey: string) => createStripe(publishableKey, base);

Object.assign(window, { Stripe: Object.assign(Stripe, { version }) });
