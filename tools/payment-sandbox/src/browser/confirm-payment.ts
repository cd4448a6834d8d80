import type { PaymentIntent } from '@stripe/stripe-js';
import type { Elements } from './elements.ts';
import type { IntentResult, SandboxApi } from './sandbox-api.ts';
import { texts } from './texts.ts';
import { applyAppearance, styledShadow, type Appearance } from './appearance.ts';
import { DIALOG_STYLES } from './styles.ts';

/**
 * Opens a modal dialog in which the payer chooses the outcome of the authentication. It is in the browser's top layer,
 * so it works above dialogs of the page that trap the focus. Escape fails the authentication.
 */
function openChallenge(amount: string, appearance: Appearance): Promise<'complete' | 'fail'> {
  const host = document.createElement('div');
  applyAppearance(host, appearance);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'question');
  const title = Object.assign(document.createElement('h2'), {
    id: 'title',
    textContent: texts.challenge.title,
  });
  const question = Object.assign(document.createElement('p'), {
    id: 'question',
    textContent: texts.challenge.question(amount),
  });
  const complete = button(texts.challenge.complete, 'primary');
  const fail = button(texts.challenge.fail, '');
  const actions = document.createElement('div');
  actions.className = 'actions';
  actions.append(complete, fail);
  dialog.append(title, question, actions);
  styledShadow(host, DIALOG_STYLES).append(dialog);
  document.body.append(host);
  dialog.showModal();
  complete.focus();

  return new Promise((resolve) => {
    const end = (outcome: 'complete' | 'fail') => {
      dialog.close();
      host.remove();
      resolve(outcome);
    };
    complete.addEventListener('click', () => end('complete'));
    fail.addEventListener('click', () => end('fail'));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end('fail');
    });
  });
}

function button(label: string, className: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { type: 'button', textContent: label, className });
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
