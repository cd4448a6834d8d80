import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { aClient, aJob, renderInShell, type Handlers } from '@dps/shared-contracts/testing';
import { CLIENT_SECRET, installFakeStripe, untried } from './fake-stripe.ts';
import PayDialog from './PayDialog.tsx';

export const job = aJob({ id: 7, title: 'Levee scan', status: 'completed' });
const deployment = { demoAccounts: [], payments: { publishableKey: 'pk_test_1', sandboxScript: null } };
export const CREATE = 'POST /api/jobs/7/create-payment';
export const CONFIRM = 'POST /api/jobs/7/confirm-payment';

/** The provider's script is loaded once for a page, so all tests of a file talk to the same one. */
export const stripe = installFakeStripe();

/** Forgets what the test before has done with it. */
export function resetStripe(): void {
  Object.assign(stripe, untried(), { charges: [] });
}

/** The dialog with the page around it, which takes it away when it closes. */
function Page({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return open ? <PayDialog job={job} onClose={close} /> : null;
}

/** Shows the dialog, with a server that takes every payment unless `handlers` says otherwise. */
export function show(handlers: Handlers = {}) {
  const onClose = import.meta.jest.fn();
  const shell = renderInShell(<Page onClose={onClose} />, {
    user: aClient(),
    deployment,
    handlers: {
      [CREATE]: () => ({ clientSecret: CLIENT_SECRET }),
      [CONFIRM]: () => ({ status: 'completed' }),
      ...handlers,
    },
  });
  const confirmations = () => shell.calls.filter(({ url }) => url.endsWith('confirm-payment')).length;
  return { ...shell, onClose, confirmations };
}

/** The button that charges the card, once it can be pressed. */
export async function payButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Pay $1,250.50' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
}

/** The provider takes the money, at once or in a while. */
export const take = (status: 'succeeded' | 'processing' = 'succeeded') => {
  stripe.intent = { ...stripe.intent, status };
  return { paymentIntent: stripe.intent };
};
/** The provider declines the card. */
export const decline = () => ({
  error: { type: 'card_error', message: 'Your card was declined.', payment_intent: stripe.intent } as const,
});
