import type { PaymentIntent } from '@stripe/stripe-js';
import { openChallenge } from './challenge-dialog.ts';
import type { Elements } from './elements.ts';
import type { IntentResult, SandboxApi } from './sandbox-api.ts';
import { texts } from './texts.ts';

export interface ConfirmPaymentOptions {
  elements: Elements;
  confirmParams?: Record<string, string>;
}

/** Charges the card in the elements, after an authentication if the card requires one. Resolves for a decline too. */
export async function confirmPayment(
  api: SandboxApi,
  { elements, confirmParams = {} }: ConfirmPaymentOptions,
): Promise<IntentResult> {
  const { clientSecret, payment, appearance } = elements;
  const invalid = payment.validate();
  if (invalid) return { error: invalid };

  const confirmed = await api.confirm(clientSecret, { ...confirmParams, ...payment.read() });
  if (confirmed.error || confirmed.paymentIntent.status !== 'requires_action') return confirmed;
  const bank = confirmed.paymentIntent.next_action?.redirect_to_url?.url;
  if (bank) return leaveFor(api.addressOf(bank));
  const outcome = await openChallenge(amountOf(confirmed.paymentIntent), appearance);
  const completed = await api.completeChallenge(clientSecret, outcome);
  if (completed.error || completed.paymentIntent.status !== 'requires_payment_method') return completed;
  return failureOf(completed.paymentIntent);
}

/** Opens another page. The promise stays pending, because this page ends. */
function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
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
