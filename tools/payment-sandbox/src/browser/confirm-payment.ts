import type { PaymentIntent } from '@stripe/stripe-js';
import type { Elements } from './payment-element.ts';
import type { IntentResult, SandboxApi } from './sandbox-api.ts';
import { applyAppearance, element, styledShadow, type Appearance } from './styles.ts';
import { texts, VALIDATION_MESSAGES } from './texts.ts';

/**
 * Opens a modal dialog in which the payer chooses the outcome of the authentication. It is in the browser's top layer,
 * so it works above dialogs of the page that trap the focus. Escape fails the authentication.
 */
function openChallenge(amount: string, appearance: Appearance): Promise<'complete' | 'fail'> {
  const host = document.createElement('div');
  applyAppearance(host, appearance);
  const { title, question, complete, fail } = texts.challenge;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'question');
  const completion = element('button', { textContent: complete, className: 'primary' });
  const failure = element('button', { textContent: fail });
  const actions = element('div', { className: 'actions' });
  actions.append(completion, failure);
  dialog.append(
    element('h2', { id: 'title', textContent: title }),
    element('p', { id: 'question', textContent: question(amount) }),
    actions,
  );
  styledShadow(host).append(dialog);
  document.body.append(host);
  dialog.showModal();
  completion.focus();

  return new Promise((resolve) => {
    const end = (outcome: 'complete' | 'fail') => {
      host.remove();
      resolve(outcome);
    };
    completion.addEventListener('click', () => end('complete'));
    failure.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', () => end('fail'));
  });
}

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
  const code = payment.form.validate();
  if (code) return { error: { type: 'validation_error', code, message: VALIDATION_MESSAGES[code] } };

  const confirmed = await api.post(clientSecret, 'confirm', { ...confirmParams, ...payment.form.read() });
  if (confirmed.error || confirmed.paymentIntent.status !== 'requires_action') return confirmed;
  const bank = confirmed.paymentIntent.next_action?.redirect_to_url?.url;
  if (bank) return leaveFor(api.addressOf(bank));
  const outcome = await openChallenge(amountOf(confirmed.paymentIntent), appearance);
  const completed = await api.post(clientSecret, 'challenge', { outcome });
  if (completed.error || completed.paymentIntent.status !== 'requires_payment_method') return completed;
  const { last_payment_error: failure } = completed.paymentIntent;
  const message = texts.notAuthenticated;
  const type = 'invalid_request_error';
  return { error: { type, ...failure, message, payment_intent: completed.paymentIntent } };
}

/** Opens another page. The promise stays pending, because this page ends. */
function leaveFor(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
}

function amountOf({ amount, currency }: PaymentIntent): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}
