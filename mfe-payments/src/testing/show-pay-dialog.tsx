import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { aClient, aJob, aJobDetail, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { CLIENT_SECRET, installFakeStripe, unpaid } from './fake-stripe.ts';
import PayDialog from '../pay/PayDialog.tsx';

export const job = aJob({ id: 7, title: 'Levee scan', status: 'completed' });
const deployment = { demoAccounts: [], payments: { publishableKey: 'pk_test_1', sandboxScript: null } };
export const CREATE = 'POST /api/jobs/7/create-payment';
export const CONFIRM = 'POST /api/jobs/7/confirm-payment';
export const READ = 'GET /api/jobs/7';

/** All tests of a file share it, since a page loads the provider's script once. */
export const stripe = installFakeStripe();

export function resetStripe(): void {
  Object.assign(stripe, unpaid(), { charges: [] });
}

/** A page that removes the dialog when it closes. */
function Page({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return open ? <PayDialog job={job} onClose={close} /> : null;
}

/** Renders the dialog with a server that accepts the payment; `handlers` override its responses. */
export function showPayDialog(handlers: Handlers = {}) {
  const onClose = import.meta.jest.fn();
  const shell = renderInShell(<Page onClose={onClose} />, {
    user: aClient(),
    deployment,
    handlers: {
      [CREATE]: () => ({ clientSecret: CLIENT_SECRET }),
      [CONFIRM]: () => ({ status: 'completed' }),
      [READ]: () => aJobDetail(job),
      ...handlers,
    },
  });
  const confirmations = () => shell.calls.filter(({ url }) => url.endsWith('confirm-payment')).length;
  return { ...shell, onClose, confirmations };
}

/** Resolves with the button that charges the card when it is enabled. */
export async function findPayButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Pay $1,250.50' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
}

/** Returns the response to a successful charge. */
export const acceptCard = (status: 'succeeded' | 'processing' = 'succeeded') => {
  stripe.intent = { ...stripe.intent, status };
  return { paymentIntent: stripe.intent };
};
/** Returns the response to a declined card. */
export const declineCard = () => ({
  error: { type: 'card_error', message: 'Your card was declined.', payment_intent: stripe.intent } as const,
});
