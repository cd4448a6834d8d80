import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { keepCalls, type CallKeeper } from '@dps/contract/client';
import { aJobDetail, reply } from '@dps/contract/testing';
import { CLIENT_SECRET } from '../testing/fake-stripe.ts';
import {
  CREATE,
  declineCard,
  job,
  findPayButton,
  resetStripe,
  showPayDialog,
  stripe,
  acceptCard,
} from '../testing/show-pay-dialog.tsx';

beforeEach(resetStripe);
afterEach(() => void jest.useRealTimers());

describe('paying', () => {
  it('[PAY-5, PAY-8, PAY-9, FIELD-14] confirms the payment to the server, shows a toast and closes; no call waits for the network', async () => {
    const keep = jest.fn<CallKeeper>((call, make) => make(call));
    keepCalls(keep);
    stripe.charges = [() => acceptCard()];
    const { events, calls, onClose } = showPayDialog();
    await events.click(await findPayButton());
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    expect(
      calls.find(({ method, url }) => method === 'POST' && url.endsWith('confirm-payment')),
    ).toMatchObject({ url: '/api/jobs/7/confirm-payment', body: { paymentIntentId: 'pi_1' } });
    expect(stripe.redirect).toBe('if_required');
    expect(onClose).toHaveBeenCalledTimes(1);
    keepCalls(undefined);
    expect(keep).not.toHaveBeenCalled();
  });

  it('[PAY-6] charges once if clicked twice, and can be closed only if the charge takes long', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof acceptCard>>();
    stripe.charges = [() => promise];
    const { confirmations, onClose } = showPayDialog();
    const button = await findPayButton();
    jest.useFakeTimers();
    fireEvent.click(button);
    fireEvent.click(button);
    await act(() => jest.advanceTimersByTimeAsync(19_000));
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(onClose).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(/^This takes longer than usual\. Do not pay again/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? button);
    jest.useRealTimers();
    expect(onClose).toHaveBeenCalledTimes(1);
    resolve(acceptCard());
    expect(await screen.findByText('Payment Successful')).toBeTruthy();
    expect([stripe.calls, confirmations(), onClose.mock.calls.length]).toEqual([1, 1, 1]);
  });

  it('[PAY-7, PAY-24] accepts another card after a declined one, whose message disappears while the client types', async () => {
    stripe.charges = [declineCard, () => acceptCard()];
    const { events, confirmations, onClose } = showPayDialog();
    await events.click(await findPayButton());
    expect(await screen.findAllByText('Your card was declined.')).toHaveLength(2);
    expect(screen.getByText('Payment Failed')).toBeTruthy();
    expect(confirmations()).toBe(0);
    act(stripe.type);
    expect(screen.getAllByText('Your card was declined.')).toHaveLength(1);
    await events.click(await findPayButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it.each([
    ['whose response was lost', { type: 'api_connection_error', message: 'The network was lost.' }],
    [
      'that another tab has made',
      {
        type: 'invalid_request_error',
        message: 'This PaymentIntent has already succeeded.',
        payment_intent: { id: 'pi_1', status: 'succeeded', amount: 125_050 },
      },
    ],
  ] as const)('confirms a charge %s', async (_which, error) => {
    stripe.charges = [
      () => {
        acceptCard();
        return { error };
      },
    ];
    const { events, onClose } = showPayDialog();
    await events.click(await findPayButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('Payment Failed')).toBeNull();
  });
});

describe('the setup of the payment', () => {
  it('reports a job that was already paid elsewhere', async () => {
    const { events, onClose } = showPayDialog({
      [CREATE]: () => reply(409, { code: 'payment_not_due', message: 'This job cannot be paid now.' }),
      'GET /api/jobs/7': () => aJobDetail({ ...job, status: 'paid' }),
    });
    expect(await screen.findByText('This job is already paid. Your card was not charged.')).toBeTruthy();
    expect(screen.queryByText('Payment Setup Failed')).toBeNull();
    await events.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('loads the provider’s form again after it failed', async () => {
    stripe.form = 'loaderror';
    const { events } = showPayDialog();
    expect(
      await screen.findByText('The payment form could not be displayed. Nothing was charged.'),
    ).toBeTruthy();
    stripe.form = 'ready';
    await events.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await findPayButton()).toBeTruthy();
  });

  it('[PAY-2, PAY-3, PAY-23] shows the amount of the provider, not the amount of the list, and that paying accepts the work', async () => {
    stripe.intent = { ...stripe.intent, amount: 99_900 };
    showPayDialog();
    expect(await screen.findByRole('button', { name: 'Pay $999.00' })).toBeTruthy();
    const dialog = screen.getByRole('dialog', { name: 'Secure Payment' });
    expect(dialog.textContent).toContain('Complete payment for this drone surveying job');
    expect(dialog.textContent).toContain('Levee scan');
    expect(dialog.textContent).toContain('Paying accepts the work.');
    expect(dialog.textContent).toContain("Fee (30%)$299.70Pilot's share (70%)$699.30ChargedNot yet");
    expect(dialog.textContent).not.toContain('$1,250.50');
  });
});

it('[PAY-1] charges nothing when the dialog closes during the setup', async () => {
  const { promise, resolve } = Promise.withResolvers<{ clientSecret: string }>();
  const { events, confirmations } = showPayDialog({ [CREATE]: () => promise });
  expect(await screen.findByText('Please wait while we prepare your payment...')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Setting up Payment' })).toBeTruthy();
  acceptCard();
  await events.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  resolve({ clientSecret: CLIENT_SECRET });
  await promise;
  expect([stripe.calls, confirmations()]).toEqual([0, 0]);
});

it('[PAY-4] shows why the setup failed, and retries it', async () => {
  let calls = 0;
  const create = () =>
    (calls += 1) === 1
      ? reply(503, { code: 'provider_unavailable', message: 'The payment provider cannot be reached.' })
      : { clientSecret: CLIENT_SECRET };
  const { events } = showPayDialog({ [CREATE]: create });
  expect(await screen.findByText('The payment provider cannot be reached.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Payment Setup Failed' })).toBeTruthy();
  expect(screen.getByText('Failed to initialize payment. Please try again.')).toBeTruthy();
  await events.click(screen.getByRole('button', { name: /try again|retry/i }));
  expect(await findPayButton()).toBeTruthy();
});
