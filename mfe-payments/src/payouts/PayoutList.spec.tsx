import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { aPayout, aPayoutBalance, aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import PaymentsPage from '../history/PaymentsPage.tsx';

const show = (handlers: Handlers, path = '/payments') =>
  renderInShell(<PaymentsPage />, {
    user: aPilot(),
    path,
    handlers: {
      'GET /api/jobs/pilot/:id': () => [],
      'GET /api/payments': () => [],
      'GET /api/payout-account': () => ({ state: 'nothing', dueAt: null }),
      'GET /api/payouts': () => [],
      'GET /api/payouts/balance': () => aPayoutBalance(),
      ...handlers,
    },
  });

describe('the payouts on the payments page', () => {
  it('[PAYOUT-11] have three figures, what waits, and a list with the jobs of each', async () => {
    const jobs = [1, 2, 3, 4].map((id) => ({ id, title: `Roof ${id}`, amount: 10_000 }));
    show({
      'GET /api/payouts': () => [aPayout({ id: 9, amount: 40_000, jobs })],
      'GET /api/payouts/balance': () => aPayoutBalance({ onTheWayAmount: 40_000, waitingAmount: 7000 }),
    });
    const row = await screen.findByRole('row', { name: /Nov 27, 2026/ });
    expect(row.textContent).toContain('On the way, arrives on Dec 4, 2026');
    expect(within(row).getByText('Roof 3')).toBeTruthy();
    expect(within(row).getByText('and 1 more job')).toBeTruthy();
    const region = screen.getByRole('region', { name: 'Payouts' }).textContent;
    for (const figure of ['Available$0.00', 'On the way$400.00', 'Waits for your payout account$70.00'])
      expect(region).toContain(figure);
    const link = within(row).getByRole('link', { name: 'Statement of the payout of Nov 27, 2026' });
    expect(link.getAttribute('href')).toBe('/payments?payout=9');
  });

  it('say that there are none yet', async () => {
    show({});
    expect(await screen.findByText(/^No payouts yet/)).toBeTruthy();
  });

  it('show an error, and can be loaded again', async () => {
    let isDown = true;
    const { events } = show({
      'GET /api/payouts': () => (isDown ? reply(503, { code: 'unavailable', message: 'Down' }) : []),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Down');
    isDown = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^No payouts yet/)).toBeTruthy();
  });
});

describe('the statement of a payout', () => {
  it('[PAYOUT-12] has the parties, the shares of the jobs and the sum, and is printed', async () => {
    const print = jest.spyOn(globalThis, 'print').mockReturnValue(undefined);
    const { jobs } = aPayout();
    const returned = { id: 2, title: 'Levee scan', amount: -7535 };
    const { events } = show(
      { 'GET /api/payouts': () => [aPayout({ amount: 80_000, jobs: [...jobs, returned] })] },
      '/payments?payout=1',
    );
    const sheet = (await screen.findByRole('region', { name: 'Payout Statement' })).textContent;
    for (const fact of [
      'Issued byDrone Pilot Surveyslocalhost',
      'PilotDemo Pilotpilot@example.test',
      'Roof inspection#DPS-2024-001$875.35',
      'Levee scan#DPS-2024-002Refunded or disputed after an earlier payout-$75.35',
      'Sum$800.00',
    ])
      expect(sheet).toContain(fact);
    expect(screen.getByRole('link', { name: 'All payments' }).getAttribute('href')).toBe('/payments');
    await events.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    print.mockRestore();
  });

  it('[PAYOUT-12] of a failed payout has the reason and no arrival', async () => {
    const failed = { status: 'failed', failureCode: 'account_closed', failureMessage: 'Closed.' } as const;
    show({ 'GET /api/payouts': () => [aPayout(failed)] }, '/payments?payout=1');
    const sheet = (await screen.findByRole('region', { name: 'Payout Statement' })).textContent;
    expect(sheet).toContain('StateFailed: Closed. Check your bank account in the Stripe dashboard');
    expect(sheet).not.toContain('Arrival');
  });

  it('[PAYOUT-12] of another pilot, or of none, does not exist', async () => {
    show({ 'GET /api/payouts': () => [aPayout({ id: 2 })] }, '/payments?payout=1');
    expect(await screen.findByText('No such payout')).toBeTruthy();
  });
});
