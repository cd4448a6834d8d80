import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import {
  aClient,
  aJob,
  aJobDetail,
  renderInShell,
  reply,
  type Handlers,
} from '@dps/shared-contracts/testing';
import { CLIENT_SECRET, installFakeStripe, untried, type FakeStripe } from './fake-stripe.ts';
import PayDialog from './PayDialog.tsx';

const job = aJob({ id: 7, title: 'Levee scan', status: 'completed' });
const deployment = { demoAccounts: [], payments: { publishableKey: 'pk_test_1', sandboxScript: null } };
const CREATE = 'POST /api/jobs/7/create-payment';
const CONFIRM = 'POST /api/jobs/7/confirm-payment';

// The provider's script is loaded once for a page, so all tests talk to the same one.
let stripe: FakeStripe;
beforeAll(() => {
  stripe = installFakeStripe();
});
beforeEach(() => {
  Object.assign(stripe, untried(), { charges: [] });
});

/** The dialog with the page around it, which takes it away when it closes. */
function Page({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return open ? <PayDialog job={job} onClose={close} /> : null;
}

function show(handlers: Handlers = {}) {
  const onClose = jest.fn();
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

async function payButton(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Pay $1,250.50' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  return button;
}

const take = (status: 'succeeded' | 'processing' = 'succeeded') => {
  stripe.intent = { ...stripe.intent, status };
  return { paymentIntent: stripe.intent };
};
const decline = () => ({
  error: { type: 'card_error', message: 'Your card was declined.', payment_intent: stripe.intent } as const,
});

describe('paying', () => {
  it('tells the server of the payment, says so and closes', async () => {
    stripe.charges = [() => take()];
    const { events, calls, onClose } = show();
    await events.click(await payButton());
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    expect(calls.at(-1)).toMatchObject({
      url: '/api/jobs/7/confirm-payment',
      body: { paymentIntentId: 'pi_1' },
    });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('charges once for two clicks in a row', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof take>>();
    stripe.charges = [() => promise];
    const { confirmations, onClose } = show();
    const button = await payButton();
    fireEvent.click(button);
    fireEvent.click(button);
    resolve(take());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect([stripe.calls, confirmations()]).toEqual([1, 1]);
  });

  it('cannot be left while the card is charged', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof take>>();
    stripe.charges = [() => promise];
    const { events, onClose } = show();
    await events.click(await payButton());
    await events.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(onClose).not.toHaveBeenCalled();
    resolve(take());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('may be left when the charge does not end; how it ends is told', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof take>>();
    stripe.charges = [() => promise];
    const { onClose } = show();
    const button = await payButton();
    jest.useFakeTimers();
    fireEvent.click(button);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText(/^This takes longer than usual\. Do not pay again/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? button);
    jest.useRealTimers();
    expect(onClose).toHaveBeenCalledTimes(1);
    resolve(take());
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('takes another card after a declined one', async () => {
    stripe.charges = [decline, () => take()];
    const { events, confirmations, onClose } = show();
    await events.click(await payButton());
    expect(await screen.findAllByText('Your card was declined.')).toHaveLength(2);
    expect(screen.getByText('Payment Failed')).toBeTruthy();
    expect(confirmations()).toBe(0);
    await events.click(await payButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('goes on when the answer to a charge that succeeded was lost', async () => {
    stripe.charges = [
      () => {
        take();
        return { error: { type: 'api_connection_error', message: 'The network was lost.' } };
      },
    ];
    const { events, onClose } = show();
    await events.click(await payButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('Payment Failed')).toBeNull();
  });

  it('goes on when another tab has paid meanwhile', async () => {
    stripe.charges = [
      () => {
        const { paymentIntent } = take();
        const message = 'This PaymentIntent has already succeeded.';
        return { error: { type: 'invalid_request_error', message, payment_intent: paymentIntent } as const };
      },
    ];
    const { events, onClose } = show();
    await events.click(await payButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('Payment Failed')).toBeNull();
  });
});

describe('a payment whose money was taken before', () => {
  it.each(['succeeded', 'processing'] as const)('is confirmed and not charged again: %s', async (status) => {
    take(status);
    const { confirmations, onClose } = show();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect([stripe.calls, confirmations()]).toEqual([0, 1]);
  });
});

describe('the payment is not known to the server yet', () => {
  const answering = (...answers: (() => unknown)[]) => {
    let asked = 0;
    return () => answers[Math.min((asked += 1), answers.length) - 1]?.();
  };
  const busy = () => reply(503, { code: 'unavailable', message: 'Busy' });
  const processing = () => reply(202, { status: 'processing' });
  const completed = () => ({ status: 'completed' });

  it('says so while the provider is busy, and asks again until it is done', async () => {
    stripe.charges = [() => take('processing')];
    const { events, onClose } = show({ [CONFIRM]: answering(processing, completed) });
    await events.click(await payButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Processing' });
    expect(dialog.textContent).toContain('The job is marked as paid as soon as it arrives.');
    expect(screen.queryByText('Payment Successful')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.getByText('Payment Successful')).toBeTruthy();
  });

  it('says what is safe when the server cannot be reached after the charge, and offers to check, not to pay', async () => {
    stripe.charges = [() => take()];
    const { events, onClose } = show({ [CONFIRM]: answering(busy, completed) });
    await events.click(await payButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    expect(dialog.textContent).toContain(
      'Payment processed but failed to update job status. Please contact support.',
    );
    expect(dialog.textContent).toContain('Your card has been charged; do not pay again.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(stripe.calls).toBe(1);
  });

  it('asks at once when the network is back', async () => {
    stripe.charges = [() => take()];
    const { events, onClose } = show({ [CONFIRM]: answering(busy, completed) });
    await events.click(await payButton());
    await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), { timeout: 1_000 });
  });

  it('may be closed; how it ended is told all the same, and nothing else is closed by it', async () => {
    stripe.charges = [() => take()];
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { events, onClose } = show({ [CONFIRM]: () => promise });
    await events.click(await payButton());
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Processing...'));
    await events.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    resolve(completed());
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('says that asking again does not help, with the number to report', async () => {
    stripe.charges = [() => take()];
    const { events, onClose } = show({
      [CONFIRM]: () =>
        reply(409, { code: 'payment_mismatch', message: 'That is another payment.', requestId: 'r-9' }),
    });
    await events.click(await payButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    expect(dialog.textContent).toContain('r-9');
    expect(
      screen.getByText('Payment processed but failed to update job status. Please contact support.'),
    ).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('nobody can say whether the card was charged', () => {
  const lose = () => {
    stripe.reachable = false;
    return { error: { type: 'api_connection_error', message: 'The network was lost.' } as const };
  };

  it.each([
    ['the network is lost', lose],
    [
      'the provider’s script breaks down',
      () => {
        stripe.reachable = false;
        return Promise.reject(new Error('broken'));
      },
    ],
  ])('%s: says so, and the server finds out', async (_what, charge) => {
    stripe.charges = [charge];
    let answers = 0;
    const confirm = () =>
      (answers += 1) === 1 ? reply(503, { code: 'unavailable', message: 'Busy' }) : { status: 'completed' };
    const { events, onClose } = show({ [CONFIRM]: confirm });
    await events.click(await payButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    expect(dialog.textContent).toContain('Your card may have been charged; do not pay again.');
    expect(dialog.textContent).not.toContain('Payment processed');
    await events.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('offers the form again once the server knows that no money was taken', async () => {
    stripe.charges = [lose, () => take()];
    const confirm = () => {
      if (stripe.intent.status === 'succeeded') return { status: 'completed' };
      stripe.reachable = true;
      return reply(409, { code: 'payment_failed', message: 'The payment failed.' });
    };
    const { events, onClose } = show({ [CONFIRM]: confirm });
    await events.click(await payButton());
    expect(await screen.findAllByText('Your card was not charged. You can try again.')).toHaveLength(2);
    await events.click(await payButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});

describe('there is nothing to pay with, or for', () => {
  it('says that the job was paid elsewhere meanwhile', async () => {
    const { events, onClose } = show({
      [CREATE]: () => reply(409, { code: 'payment_not_due', message: 'This job cannot be paid now.' }),
      'GET /api/jobs/7': () => aJobDetail({ ...job, status: 'paid' }),
    });
    expect(await screen.findByText('This job has been paid already. Nothing was charged now.')).toBeTruthy();
    expect(screen.queryByText('Payment Setup Failed')).toBeNull();
    await events.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('begins anew when the provider’s form does not appear', async () => {
    stripe.form = 'loaderror';
    const { events } = show();
    expect(
      await screen.findByText('The payment provider could not show its form. Nothing was charged.'),
    ).toBeTruthy();
    stripe.form = 'ready';
    await events.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await payButton()).toBeTruthy();
  });

  it('shows the amount that the provider will charge, whatever the list said', async () => {
    stripe.intent = { ...stripe.intent, amount: 99_900 };
    show();
    expect(await screen.findByRole('button', { name: 'Pay $999.00' })).toBeTruthy();
    const dialog = screen.getByRole('dialog', { name: 'Secure Payment' });
    expect(dialog.textContent).toContain('Levee scan');
    expect(dialog.textContent).not.toContain('$1,250.50');
  });
});

it('charges nothing when the dialog closes while it is set up', async () => {
  const { promise, resolve } = Promise.withResolvers<{ clientSecret: string }>();
  const { events, confirmations } = show({ [CREATE]: () => promise });
  expect(await screen.findByText('Please wait while we prepare your payment...')).toBeTruthy();
  take();
  await events.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  resolve({ clientSecret: CLIENT_SECRET });
  await promise;
  expect([stripe.calls, confirmations()]).toEqual([0, 0]);
});

it('says why a payment cannot be set up, and tries again', async () => {
  let answers = 0;
  const create = () =>
    (answers += 1) === 1
      ? reply(503, { code: 'provider_unavailable', message: 'The payment provider cannot be reached.' })
      : { clientSecret: CLIENT_SECRET };
  const { events } = show({ [CREATE]: create });
  expect(await screen.findByText('The payment provider cannot be reached.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Payment Setup Failed' })).toBeTruthy();
  expect(screen.getByText('Failed to initialize payment. Please try again.')).toBeTruthy();
  await events.click(screen.getByRole('button', { name: /try again|retry/i }));
  expect(await payButton()).toBeTruthy();
});
