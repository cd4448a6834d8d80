import { fireEvent, screen, waitFor } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import {
  CONFIRM,
  findPayButton,
  resetStripe,
  showPayDialog,
  stripe,
  acceptCard,
} from '../testing/show-pay-dialog.tsx';

beforeEach(resetStripe);

describe('a job with a charged payment', () => {
  it.each(['succeeded', 'processing'] as const)(
    'confirms the payment and does not charge again: %s',
    async (status) => {
      acceptCard(status);
      const { confirmations, onClose } = showPayDialog();
      await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
      expect([stripe.calls, confirmations()]).toEqual([0, 1]);
    },
  );
});

it('checks the status again when the provider still processes a payment that was reported as failed', async () => {
  acceptCard('processing');
  let calls = 0;
  const { confirmations, onClose } = showPayDialog({
    [CONFIRM]: () =>
      (calls += 1) === 1
        ? reply(409, { code: 'payment_failed', message: 'Failed' })
        : { status: 'completed' },
  });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect([stripe.calls, confirmations()]).toEqual([0, 2]);
});

describe('a charge that the server has not confirmed', () => {
  const respond = (...responses: (() => unknown)[]) => {
    let calls = 0;
    return () => responses[Math.min((calls += 1), responses.length) - 1]?.();
  };
  const busy = () => reply(503, { code: 'unavailable', message: 'Busy' });
  const processing = () => reply(202, { status: 'processing' });
  const completed = () => ({ status: 'completed' });

  it('shows "Payment Processing" and polls until the payment is completed', async () => {
    stripe.charges = [() => acceptCard('processing')];
    const { events, onClose } = showPayDialog({ [CONFIRM]: respond(processing, completed) });
    await events.click(await findPayButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Processing' });
    expect(dialog.textContent).toContain('The job is marked as paid as soon as it arrives.');
    expect(screen.queryByText('Payment Successful')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.getByText('Payment Successful')).toBeTruthy();
  });

  it('offers to check again and not to pay when the server is unavailable after the charge', async () => {
    stripe.charges = [() => acceptCard()];
    const { events, onClose } = showPayDialog({ [CONFIRM]: respond(busy, completed) });
    await events.click(await findPayButton());
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

  it('checks again as soon as the network is back', async () => {
    stripe.charges = [() => acceptCard()];
    const { events, onClose } = showPayDialog({ [CONFIRM]: respond(busy, completed) });
    await events.click(await findPayButton());
    await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1), { timeout: 1_000 });
  });

  it('shows the result as a toast after the dialog is closed', async () => {
    stripe.charges = [() => acceptCard()];
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { events, onClose } = showPayDialog({ [CONFIRM]: () => promise });
    await events.click(await findPayButton());
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Processing...'));
    await events.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    resolve(completed());
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows the request id when the server rejects the payment', async () => {
    stripe.charges = [() => acceptCard()];
    const { events, onClose } = showPayDialog({
      [CONFIRM]: () =>
        reply(409, { code: 'payment_mismatch', message: 'That is another payment.', requestId: 'r-9' }),
    });
    await events.click(await findPayButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    expect(dialog.textContent).toContain(
      'Payment processed but failed to update job status. Please contact support.',
    );
    expect(dialog.textContent).toContain('Your card has been charged; do not pay again.');
    expect(dialog.textContent).toContain('That is another payment.');
    expect(dialog.textContent).toContain('r-9');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a charge with an unknown result', () => {
  const loseConnection = () => {
    stripe.reachable = false;
    return { error: { type: 'api_connection_error', message: 'The network was lost.' } as const };
  };

  it.each([
    ['the connection is lost', loseConnection],
    [
      'the provider’s script throws',
      () => {
        stripe.reachable = false;
        return Promise.reject(new Error('broken'));
      },
    ],
  ])('warns that the card may have been charged when %s', async (_cause, charge) => {
    stripe.charges = [charge];
    let calls = 0;
    const confirm = () =>
      (calls += 1) === 1 ? reply(503, { code: 'unavailable', message: 'Busy' }) : { status: 'completed' };
    const { events, onClose } = showPayDialog({ [CONFIRM]: confirm });
    await events.click(await findPayButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    expect(dialog.textContent).toContain('Your card may have been charged; do not pay again.');
    expect(dialog.textContent).not.toContain('Payment processed');
    await events.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('offers the form again when the server reports that no money was taken', async () => {
    stripe.charges = [loseConnection, () => acceptCard()];
    const confirm = () => {
      if (stripe.intent.status === 'succeeded') return { status: 'completed' };
      stripe.reachable = true;
      return reply(409, { code: 'payment_failed', message: 'The payment failed.' });
    };
    const { events, onClose } = showPayDialog({ [CONFIRM]: confirm });
    await events.click(await findPayButton());
    expect(await screen.findAllByText('Your card was not charged. You can try again.')).toHaveLength(2);
    await events.click(await findPayButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});
