import { confirmPayment, type ConfirmPaymentOptions } from './confirm-payment.ts';
import { Elements, type ElementsOptions } from './elements.ts';
import { IntegrationError } from './integration-error.ts';
import { SandboxApi } from './sandbox-api.ts';
import { texts } from './texts.ts';

/**
 * What `Stripe(publishableKey)` gives: the part of Stripe.js that the Payment Element needs.
 * @param base address of the sandbox, with a slash at the end.
 * @throws IntegrationError for anything but the key of a test.
 */
export function createStripe(publishableKey: string, base: string) {
  if (!publishableKey.startsWith('pk_test_')) {
    throw new IntegrationError('The payment sandbox takes publishable test keys (pk_test_…) only.');
  }
  const api = new SandboxApi(base, publishableKey);
  return {
    elements: (options?: ElementsOptions) => new Elements(api, options),
    confirmPayment: (options: ConfirmPaymentOptions) => confirmPayment(api, options),
    retrievePaymentIntent: (clientSecret: string) => api.retrieve(clientSecret),
    // @stripe/react-stripe-js looks for these three before it takes an object for Stripe's.
    createToken: () => notOffered('createToken'),
    createPaymentMethod: () => notOffered('createPaymentMethod'),
    confirmCardPayment: () => notOffered('confirmCardPayment'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

function notOffered(name: string) {
  return Promise.resolve({ error: { type: 'api_error', message: texts.notOffered(name) } });
}
