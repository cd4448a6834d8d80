import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { aJobDetail, reply } from '@dps/shared-contracts/testing';
import { CLIENT_SECRET } from './fake-stripe.ts';
import { CREATE, decline, job, payButton, resetStripe, show, stripe, take } from './show-dialog.tsx';

beforeEach(resetStripe);

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
    expect(stripe.redirect).toBe('if_required');
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
    expect(dialog.textContent).toContain('Complete payment for this drone surveying job');
    expect(dialog.textContent).toContain('Levee scan');
    expect(dialog.textContent).not.toContain('$1,250.50');
  });
});

it('charges nothing when the dialog closes while it is set up', async () => {
  const { promise, resolve } = Promise.withResolvers<{ clientSecret: string }>();
  const { events, confirmations } = show({ [CREATE]: () => promise });
  expect(await screen.findByText('Please wait while we prepare your payment...')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Setting up Payment' })).toBeTruthy();
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
