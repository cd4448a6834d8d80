import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { aJobDetail, aPayment, reply } from '@dps/contract/testing';
import { endUserWork } from '@dps/contract/user';
import {
  CONFIRM,
  declineCard,
  findPayButton,
  job,
  READ,
  resetStripe,
  showPayDialog,
  stripe,
  acceptCard,
} from '../testing/show-pay-dialog.tsx';

beforeEach(resetStripe);
afterEach(() => void jest.useRealTimers());

it('[PAY-12] confirms a charged payment and does not charge again', async () => {
  acceptCard();
  const { confirmations, onClose } = showPayDialog();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect([stripe.calls, confirmations()]).toEqual([0, 1]);
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

  /** Charges the card while no time passes. */
  async function payWithoutTime(...responses: (() => unknown)[]) {
    stripe.charges = [() => acceptCard('processing')];
    const shell = showPayDialog({ [CONFIRM]: respond(...responses) });
    const button = await findPayButton();
    jest.useFakeTimers();
    fireEvent.click(button);
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await pass(0);
    return { ...shell, pass };
  }

  it('[PAY-13] shows "Payment Processing" and polls until the payment is completed, also after the dialog is closed', async () => {
    const { onClose, pass } = await payWithoutTime(processing, completed);
    const dialog = screen.getByRole('dialog', { name: 'Payment Processing' });
    expect(dialog.textContent).toContain('The job is marked as paid as soon as it arrives.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Payment Successful')).toBeNull();
    await pass(2_000);
    expect(screen.getByText('Payment Successful')).toBeTruthy();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('[PAY-10, PAY-11] checks again on demand and when the network is back, and offers no payment, if the server is unavailable', async () => {
    const { confirmations, onClose, pass } = await payWithoutTime(busy, busy, completed);
    const dialog = screen.getByRole('dialog', { name: 'Payment Confirmation Failed' });
    expect(dialog.textContent).toContain(
      'Payment processed but failed to update job status. Please contact support.',
    );
    expect(dialog.textContent).toContain('Your card has been charged; do not pay again.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await pass(0);
    expect(confirmations()).toBe(2);
    fireEvent(window, new Event('online'));
    await pass(0);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(stripe.calls).toBe(1);
  });

  it('shows the request id when the server rejects the payment', async () => {
    stripe.charges = [() => acceptCard()];
    const { events, onClose } = showPayDialog({
      [CONFIRM]: () =>
        reply(409, { code: 'payment_mismatch', message: 'That is another payment.', requestId: 'r-9' }),
    });
    await events.click(await findPayButton());
    const dialog = await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    for (const text of [
      'Payment processed but failed to update job status. Please contact support.',
      'Your card has been charged; do not pay again.',
      'That is another payment.',
      'r-9',
    ])
      expect(dialog.textContent).toContain(text);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a charge with an unknown result', () => {
  const loseConnection = () => {
    stripe.reachable = false;
    return { error: { type: 'api_connection_error', message: 'The network was lost.' } as const };
  };

  it.each([
    ['the connection is lost', false],
    ['the provider’s script throws', true],
  ])('warns that the card may have been charged when %s', async (_cause, throws) => {
    stripe.charges = [
      () => (throws ? Promise.reject(new Error('broken')).finally(loseConnection) : loseConnection()),
    ];
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

describe('a charge that the provider refuses for another reason than the card', () => {
  const FOR_DEVELOPERS = 'You cannot confirm this PaymentIntent because it has a status of canceled.';
  const refuse =
    (
      status: 'canceled' | 'requires_payment_method',
      type: 'invalid_request_error' | 'api_connection_error' = 'invalid_request_error',
    ) =>
    () => ({ error: { type, message: FOR_DEVELOPERS, payment_intent: { ...stripe.intent, status } } });
  const paidBy = (provider: 'manual' | 'stripe') =>
    aJobDetail({ ...job, status: 'paid', payment: aPayment({ jobId: 7, provider }) });
  const taken =
    'The pilot has recorded that this job was paid outside the platform. Your card was not charged.';

  it.each([
    ['recorded money', 'canceled', paidBy('manual'), taken],
    ['another payment', 'canceled', paidBy('stripe'), 'This job is already paid. Your card was not charged.'],
    [
      'a job that is no longer due',
      'requires_payment_method',
      aJobDetail({ ...job, status: 'in-progress' }),
      'This job cannot be paid now. Your card was not charged.',
    ],
  ] as const)('[PAY-16] explains %s and does not offer to pay', async (_what, status, after, text) => {
    let current = aJobDetail(job);
    stripe.charges = [
      () => {
        current = after;
        return refuse(status)();
      },
    ];
    const { events, onClose } = showPayDialog({ [READ]: () => current });
    await events.click(await findPayButton());
    const dialog = await screen.findByRole('dialog', { name: 'Secure Payment' });
    await waitFor(() => expect(dialog.textContent).toContain(text));
    expect(screen.queryByText(FOR_DEVELOPERS)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    await events.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      'canceled',
      'The payment was cancelled. Your card was not charged. You can try again.',
      'invalid_request_error',
    ],
    ['requires_payment_method', 'The payment was not completed. Please try again.', 'invalid_request_error'],
    [
      'requires_payment_method',
      'The payment provider could not be reached. Your card was not charged. Check your connection and try again.',
      'api_connection_error',
    ],
  ] as const)('[PAY-16] offers a new form while the job is due: %s', async (status, text, type) => {
    stripe.charges = [refuse(status, type), () => acceptCard()];
    const { events, calls, onClose } = showPayDialog();
    await events.click(await findPayButton());
    expect(await screen.findAllByText(text)).toHaveLength(2);
    expect(screen.queryByText(FOR_DEVELOPERS)).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('create-payment'))).toHaveLength(2);
    await events.click(await findPayButton());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('shows the message of the provider if the cardholder is not authenticated', async () => {
    const message = 'We are unable to authenticate your payment method.';
    const code = 'payment_intent_authentication_failure';
    stripe.charges = [
      () => ({ error: { type: 'invalid_request_error', code, message, payment_intent: stripe.intent } }),
    ];
    const { events } = showPayDialog();
    await events.click(await findPayButton());
    expect(await screen.findAllByText(message)).toHaveLength(2);
  });

  it('[PAY-17] follows the events of the job while the form is open', async () => {
    let current = aJobDetail({ ...job, status: 'review' });
    const { changeJobs } = showPayDialog({ [READ]: () => current });
    await findPayButton();
    current = paidBy('manual');
    act(changeJobs);
    expect(await screen.findByText(taken)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('does not mistake the event of the own charge for another payment', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof acceptCard>>();
    let current = aJobDetail(job);
    stripe.charges = [() => promise];
    const { events, calls, changeJobs, onClose } = showPayDialog({ [READ]: () => current });
    await events.click(await findPayButton());
    current = paidBy('stripe');
    act(changeJobs);
    await waitFor(() => expect(calls.filter(({ url }) => url === '/api/jobs/7')).toHaveLength(2));
    expect(screen.queryByText(/^This job is already paid/)).toBeNull();
    resolve(acceptCard());
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(screen.getByText('Payment Successful')).toBeTruthy();
  });
});

describe('a payment whose user leaves', () => {
  it('[PAY-22] is neither confirmed nor shown to the next user', async () => {
    stripe.charges = [() => acceptCard()];
    const { events, confirmations } = showPayDialog({
      [CONFIRM]: () => reply(503, { code: 'unavailable', message: 'Busy' }),
    });
    await events.click(await findPayButton());
    await screen.findByRole('dialog', { name: 'Payment Confirmation Failed' });
    const toasts = screen.getAllByText('Payment Confirmation Failed').length;
    act(endUserWork);
    await act(async () => void fireEvent(window, new Event('online')));
    expect(confirmations()).toBe(1);
    expect(screen.getAllByText('Payment Confirmation Failed')).toHaveLength(toasts);
  });

  it('[PAY-22] shows no result of the provider', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof declineCard>>();
    stripe.charges = [() => promise];
    const { events, calls } = showPayDialog();
    await events.click(await findPayButton());
    act(endUserWork);
    await act(async () => resolve(declineCard()));
    expect(screen.queryByText('Payment Failed')).toBeNull();
    expect(calls.filter(({ url }) => url.endsWith('create-payment'))).toHaveLength(1);
  });
});
