import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserView } from '@dps/contract';
import { aClient, aJobDetail, aPayment, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { endUserWork } from '@dps/contract/user';
import { renderInShell } from '@dps/ui/testing';
import PaymentsPage from '../history/PaymentsPage.tsx';

const job = aJobDetail({
  id: 7,
  title: 'Levee scan',
  status: 'paid',
  pilotId: 1,
  pilot: { name: 'Demo Pilot' },
  updatedAt: '2026-11-19T12:00:00.000Z',
  payment: aPayment({ jobId: 7, refundedAmount: 5005, refundedAt: '2026-11-20T12:00:00.000Z' }),
});

function show(user: UserView, detail: unknown = job, handlers: Handlers = {}, receipt = '7') {
  return renderInShell(<PaymentsPage />, {
    user,
    path: `/payments?receipt=${receipt}`,
    handlers: { 'GET /api/jobs/7': () => detail, ...handlers },
  });
}
const sheet = () => screen.findByRole('region', { name: 'Payment Receipt' });

describe('the receipt page', () => {
  it('[PAYM-38, PAYM-41] shows a client the parties, the payment and the money of the job, and prints them', async () => {
    const print = jest.spyOn(globalThis, 'print').mockReturnValue(undefined);
    const { events } = show(aClient());
    const text = (await sheet()).textContent;
    for (const fact of [
      'Issued byDrone Pilot Surveyslocalhost',
      'ClientDemo Clientclient@example.test',
      'PilotDemo Pilot',
      'Payment ID7',
      'DateNov 19, 2026',
      'JobLevee scan#DPS-2024-007',
      'Job locationDenver, CO',
      'Paid byVisa ending in 4242',
      'Card paymentreceived, $50.05 of it refunded',
      'Transaction IDpi_1',
      "Budget$1,250.50Fee (30%)$375.15Pilot's share (70%)$875.35",
      'Charged$1,250.50Nov 19, 2026, Visa ending in 4242Refunded$50.05Nov 20, 2026',
      'Thank you for your business!',
    ])
      expect(text).toContain(fact);
    await events.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    print.mockRestore();
  });

  it('[PAYM-39] shows a pilot the own share and email address, not those of the client', async () => {
    const payment = aPayment({ provider: 'manual', transactionId: 'manual:1', cardBrand: null });
    show(aPilot(), { ...job, payment });
    const text = (await sheet()).textContent;
    expect(text).toContain('PilotDemo Pilotpilot@example.test');
    expect(text).toContain('Your share (70%)$875.35');
    expect(text).toContain('Paid byOutside the platform');
    expect(text).not.toContain('client@example.test');
  });

  it.each([
    ['is not paid', { ...job, status: 'completed', payment: null }],
    ['has a payment that the user may not see', { ...job, payment: null }],
  ])('[PAYM-40] explains that a job that %s has no receipt', async (_what, detail) => {
    show(aClient(), detail);
    expect(await screen.findByText('No receipt yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All payments' }).getAttribute('href')).toBe('/payments');
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  it('[PAYM-40] shows an error for a job of other users, and retries', async () => {
    const failure = { code: 'not_found', message: 'Not found', requestId: 'r-3' };
    let hidden = true;
    const { events } = show(aClient(), null, {
      'GET /api/jobs/7': () => (hidden ? reply(404, failure) : job),
    });
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByText(/r-3/)).toBeTruthy();
    hidden = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sheet()).toBeTruthy();
  });

  it.each(['0', '1e3'])('[PAYM-37] shows all payments for the receipt %j', async (receipt) => {
    show(aClient(), job, { 'GET /api/jobs/client/:id': () => [job] }, receipt);
    expect(await screen.findByRole('row', { name: /Levee scan/ })).toBeTruthy();
  });
});

describe('the result of a payment at the page of a bank', () => {
  const open = { ...job, status: 'completed' as const, payment: aPayment({ jobId: 7, status: 'pending' }) };
  const CONFIRM = 'POST /api/jobs/7/confirm-payment';

  // The status of an open payment is still polled.
  afterEach(endUserWork);

  function returnFromBank(user: UserView, confirm: () => unknown, detail: () => unknown = () => open) {
    const shell = renderInShell(
      <main>
        <PaymentsPage />
      </main>,
      { user, path: '/payments?result=7', handlers: { 'GET /api/jobs/7': detail, [CONFIRM]: confirm } },
    );
    const confirmations = () => shell.calls.filter(({ url }) => url.endsWith('confirm-payment'));
    return { ...shell, confirmations };
  }
  const completed = () => ({ status: 'completed' });

  it('[PAY-18] is confirmed by the server, and shows the receipt', async () => {
    let isPaid = false;
    const confirm = () => {
      isPaid = true;
      return completed();
    };
    const { confirmations } = returnFromBank(aClient(), confirm, () => (isPaid ? job : open));
    expect((await sheet()).textContent).toContain('Levee scan');
    expect(screen.getByText('Payment Successful')).toBeTruthy();
    expect(confirmations().map(({ body }) => body)).toEqual([{ paymentIntentId: 'pi_1' }]);
  });

  it('[PAY-19] is the receipt of a paid job, without another confirmation', async () => {
    const { confirmations } = returnFromBank(aClient(), completed, () => job);
    await sheet();
    expect(confirmations()).toEqual([]);
  });

  it('[PAY-18] says that no money was taken, and offers to pay', async () => {
    const { events } = returnFromBank(aClient(), () =>
      reply(409, { code: 'payment_failed', message: 'The payment failed.' }),
    );
    const [notice] = await screen.findAllByRole('alert');
    expect(notice?.textContent).toContain('Your card was not charged. You can try again.');
    await events.click(screen.getByRole('button', { name: 'Pay' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('shows a payment that the provider still processes', async () => {
    const { confirmations } = returnFromBank(aClient(), () => reply(202, { status: 'processing' }));
    const page = within(screen.getByRole('main'));
    expect(await page.findByText(/^The payment is being processed/)).toBeTruthy();
    expect(page.getByText(/You can leave this page without losing the payment/)).toBeTruthy();
    await waitFor(() => expect(confirmations()).toHaveLength(1));
  });

  it('confirms nothing for a pilot', async () => {
    const { confirmations } = returnFromBank(aPilot(), completed);
    expect(await screen.findByText('No receipt yet')).toBeTruthy();
    expect(confirmations()).toEqual([]);
  });
});
