import type { PaymentIntent } from '@stripe/stripe-js';
import { askForAuthentication } from './challenge-dialog.ts';
import type { Elements } from './elements.ts';
import { IntegrationError } from './integration-error.ts';
import type { FormFields, IntentResult, SandboxApi } from './sandbox-api.ts';
import { texts } from './texts.ts';

export interface ConfirmPaymentOptions {
  elements: Elements;
  /** Needed where the elements were made without it. */
  clientSecret?: string;
  confirmParams?: { return_url?: string } & FormFields;
  redirect?: 'always' | 'if_required';
}

/** Charges the card in the elements, with an authentication where the card asks for one. Never rejects for a decline. */
export async function confirmPayment(api: SandboxApi, options: ConfirmPaymentOptions): Promise<IntentResult> {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const clientSecret = checkedSecret(options);
  if (redirect === 'always' && !confirmParams.return_url) {
    throw new IntegrationError(
      'confirmPayment needs confirmParams.return_url unless redirect is "if_required".',
    );
  }
  const invalid = elements.getElement('payment')?.validate();
  if (invalid) return { error: invalid };

  const confirmed = await api.confirm(clientSecret, { ...confirmParams, ...cardOf(elements) });
  const result = await authenticated(api, clientSecret, confirmed, elements);
  if (result.paymentIntent && redirect === 'always' && confirmParams.return_url) {
    return leaveFor(confirmParams.return_url, result.paymentIntent, clientSecret);
  }
  return result;
}

function checkedSecret({ elements, clientSecret }: ConfirmPaymentOptions): string {
  if (elements.clientSecret !== null) return elements.clientSecret;
  if (!clientSecret) throw new IntegrationError('confirmPayment needs the clientSecret of a payment intent.');
  if (!elements.submitted)
    throw new IntegrationError('elements.submit() must be called before confirmPayment().');
  return clientSecret;
}

function cardOf(elements: Elements): FormFields {
  const element = elements.getElement('payment');
  if (!element) throw new IntegrationError('There is no Payment Element to confirm with.');
  const { card, postalCode } = element.read();
  return {
    payment_method_data: {
      type: 'card',
      card: { ...card },
      billing_details: { address: { postal_code: postalCode, country: 'US' } },
    },
  };
}

async function authenticated(
  api: SandboxApi,
  clientSecret: string,
  result: IntentResult,
  { appearance }: Elements,
): Promise<IntentResult> {
  if (result.error || result.paymentIntent.status !== 'requires_action') return result;
  const outcome = await askForAuthentication(amountOf(result.paymentIntent), appearance);
  const answered = await api.answerChallenge(clientSecret, outcome);
  if (answered.error || answered.paymentIntent.status !== 'requires_payment_method') return answered;
  return failureOf(answered.paymentIntent);
}

function failureOf(intent: PaymentIntent): IntentResult {
  const { last_payment_error: failure } = intent;
  const authentication = failure?.code === 'payment_intent_authentication_failure';
  return {
    error: {
      type: 'card_error',
      ...failure,
      message: authentication ? texts.notAuthenticated : (failure?.message ?? texts.unreachable),
      payment_intent: intent,
    },
  };
}

function amountOf({ amount, currency }: PaymentIntent): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** Loads the page to return to; the answer never comes, since this page ends. */
function leaveFor(returnUrl: string, intent: PaymentIntent, clientSecret: string): Promise<never> {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', intent.status);
  location.assign(url);
  return new Promise(() => undefined);
}
