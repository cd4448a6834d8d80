import { fireEvent, screen, waitFor } from '@testing-library/react';
import { reply } from '@dps/shared-contracts/testing';
import { CONFIRM, payButton, resetStripe, show, stripe, take } from './show-dialog.tsx';

beforeEach(resetStripe);

describe('a payment whose money was taken before', () => {
  it.each(['succeeded', 'processing'] as const)('is confirmed and not charged again: %s', async (status) => {
    take(status);
    const { confirmations, onClose } = show();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect([stripe.calls, confirmations()]).toEqual([0, 1]);
  });
});

it('a payment that turns out to be charged after all is pursued again', async () => {
  take('processing');
  let asked = 0;
  const { confirmations, onClose } = show({
    [CONFIRM]: () =>
      (asked += 1) === 1
        ? reply(409, { code: 'payment_failed', message: 'Failed' })
        : { status: 'completed' },
  });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect([stripe.calls, confirmations()]).toEqual([0, 2]);
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
    expect(dialog.textContent).toContain(
      'Payment processed but failed to update job status. Please contact support.',
    );
    expect(dialog.textContent).toContain('Your card has been charged; do not pay again.');
    expect(dialog.textContent).toContain('That is another payment.');
    expect(dialog.textContent).toContain('r-9');
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
