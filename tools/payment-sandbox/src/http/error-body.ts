import { docUrl, presentPaymentIntent, type Viewer } from '../payment-intents/payment-intent.view.ts';
import { presentPaymentMethod } from '../payment-methods/payment-method.view.ts';
import type { ApiError } from './api-error.ts';

/** The body that answers a failed call: Stripe's error object, with the intent as its viewer may see it. */
export function errorBody({ details, intent }: ApiError, viewer: Viewer) {
  const failedWith = details.type === 'card_error' ? intent?.lastError?.paymentMethod : null;
  return {
    error: {
      ...details,
      ...(details.code ? { doc_url: docUrl(details.code) } : {}),
      ...(intent ? { payment_intent: presentPaymentIntent(intent, viewer) } : {}),
      ...(failedWith ? { payment_method: presentPaymentMethod(failedWith) } : {}),
    },
  };
}
