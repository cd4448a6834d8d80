import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aClient, aJob, renderInShell, reply, type Handlers } from '@dps/shared-contracts/testing';
import { CLIENT_SECRET, installFakeStripe, type FakeStripe } from './fake-stripe.ts';
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
  Object.assign(stripe, { intent: { id: 'pi_1', status: 'requires_payment_method' }, charges: [], calls: 0 });
});

function show(handlers: Handlers = {}) {
  const onClose = jest.fn();
  const shell = renderInShell(<PayDialog job={job} onClose={onClose} />, {
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
  stripe.intent = { id: 'pi_1', status };
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

  it('calls nothing successful that the provider is still busy with', async () => {
    stripe.charges = [() => take('processing')];
    const { events, onClose } = show({ [CONFIRM]: () => ({ status: 'processing' }) });
    await events.click(await payButton());
    expect(await screen.findByText('Payment Processing')).toBeTruthy();
    expect(screen.queryByText('Payment Successful')).toBeNull();
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

  it('can be tried again when the provider’s script breaks down', async () => {
    stripe.charges = [() => Promise.reject(new Error('broken')), () => take()];
    const { events, onClose } = show();
    await events.click(await payButton());
    expect(await screen.findAllByText('The payment was not completed. Please try again.')).toHaveLength(2);
    await events.click(await payButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
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

it('offers to check again, not to pay again, when the confirmation fails', async () => {
  stripe.charges = [() => take()];
  let answers = 0;
  const confirm = () =>
    (answers += 1) === 1 ? reply(503, { code: 'unavailable', message: 'Busy' }) : { status: 'completed' };
  const { events, onClose } = show({ [CONFIRM]: confirm });
  await events.click(await payButton());
  const again = await screen.findByRole('button', { name: 'Check again' });
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  await events.click(again);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(stripe.calls).toBe(1);
});

it('charges nothing when the dialog closes while it is set up', async () => {
  const { promise, resolve } = Promise.withResolvers<{ clientSecret: string }>();
  const { unmount, confirmations } = show({ [CREATE]: () => promise });
  expect(await screen.findByText('Please wait while we prepare your payment...')).toBeTruthy();
  take();
  unmount();
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
  expect(screen.getByText('Payment Setup Failed')).toBeTruthy();
  await events.click(screen.getByRole('button', { name: /try again|retry/i }));
  expect(await payButton()).toBeTruthy();
});
