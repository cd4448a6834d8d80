import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import {
  aClient,
  aJob,
  aJobDetail,
  aPayment,
  aPayoutBalance,
  aPilot,
  reply,
  type Handlers,
} from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import PaymentsPage from './PaymentsPage.tsx';

const paid = aJob({ id: 7, title: 'Levee scan', status: 'paid', budget: 125_050, pilotId: 1 });
const NO_STORED = {
  'GET /api/payments': () => [],
  'GET /api/payout-account': () => ({ state: 'ready', dueAt: null }),
  'GET /api/payouts': () => [],
  'GET /api/payouts/balance': () => aPayoutBalance(),
};
const pilotJobs = (...jobs: JobView[]) => ({ ...NO_STORED, 'GET /api/jobs/pilot/:id': () => jobs });
const clientJobs = (...jobs: JobView[]) => ({ ...NO_STORED, 'GET /api/jobs/client/:id': () => jobs });

const show = (handlers: Handlers, user = aPilot(), path = '/payments') =>
  renderInShell(<PaymentsPage />, { user, handlers, path });
const card = (name: string) => screen.getByRole('group', { name });
const exporting = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });

afterEach(() => void jest.useRealTimers());

describe('the payments page', () => {
  it('[PAYM-1, PAYM-3, PAYM-7, PAYM-15, PAYM-35, PAYM-45, PAYM-47] shows a client the columns and figures', async () => {
    const stored = { 'GET /api/payments': () => [aPayment({ jobId: 7, status: 'disputed' })] };
    show({ ...clientJobs(paid), ...stored }, aClient());
    expect((await screen.findByText('Levee scan')).title).toBe('Levee scan');
    expect(screen.getByRole('heading', { name: 'Payments', level: 1 })).toBeTruthy();
    expect(screen.getByText('Manage payments for your projects')).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Payment History' }));
    expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Job Title',
      'Date',
      'Amount',
      'Method',
      'Status',
      'Actions',
    ]);
    const source = '$1,250.50Gross, including the 30% feePaid: $0.00Disputed: $1,250.50Awaits payment: $0.00';
    await waitFor(() => expect(card('Total Earnings').textContent).toContain(source));
    expect(card('Average Payment').textContent).toContain('Paid, awaiting payment, refunded or disputed');
    expect(card('This Month').textContent).toContain('$0.00');
    expect(card('Pending').textContent).toContain('0');
  });

  it('[PAYM-2, PAYM-16, PAYM-35, PAYM-36, PAYM-37] shows a pilot the earnings, the shares and the receipts', async () => {
    const due = aJob({ id: 8, title: 'Dam crest', status: 'completed', budget: 100_000, pilotId: 1 });
    show(pilotJobs(paid, due, aJob({ id: 9 })));
    const row = await screen.findByRole('row', { name: /Dam crest/ });
    expect(row.textContent).toContain('$1,000.00Gross');
    expect(row.textContent).toContain('CompletedAwaits payment');
    expect(screen.getByRole('row', { name: /Levee scan/ }).textContent).toContain('CompletedPaid');
    expect(screen.queryByText('Roof inspection')).toBeNull();
    expect(screen.getByText('Track your earnings and payment history')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /^Receipt for/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/payments?receipt=7']);
    const total =
      '$2,250.50Gross, before the 30% feeYour share: $1,575.35Paid: $1,250.50Awaits payment: $1,000.00';
    await waitFor(() => expect(card('Total Earnings').textContent).toContain(total));
    const average = 'Gross, before the 30% feeYour share: $787.68Paid or awaiting payment';
    expect(card('Average Payment').textContent).toContain(average);
    expect(card('Pending').textContent).toContain('Awaits payment: $1,000.00 gross');
  });

  it('[PAYM-34] explains each figure in a tooltip', async () => {
    show(pilotJobs(paid));
    await screen.findByText('Levee scan');
    jest.useFakeTimers();
    for (const [label, explanation] of [
      ['Total Earnings', 'The budgets of all completed and paid jobs.'],
      [
        'This Month',
        'The budgets of the completed and paid jobs whose last change was in this calendar month.',
      ],
      ['Average Payment', 'Total earnings divided by the number of completed and paid jobs.'],
      ['Pending', 'The number of jobs that are completed and not paid yet.'],
    ] as const) {
      const button = within(card(label)).getByRole('button', { name: `About ${label}` });
      fireEvent.mouseOver(button);
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect(screen.getByRole('tooltip').textContent).toBe(explanation);
      fireEvent.mouseLeave(button);
      await act(() => jest.advanceTimersByTimeAsync(5_000));
    }
  });

  it('[PAYM-36, PAYM-44, PAYM-45] shows the state of each job until its stored payment has loaded', async () => {
    const states = [
      ['Awaits payment', 'completed', { status: 'canceled' }],
      ['Payment started', 'completed', { status: 'pending', submitted: true }],
      ['Paid', 'paid', { provider: 'manual' }],
      ['Partly refunded $50.05', 'paid', { refundedAmount: 5005 }],
      ['Refunded', 'paid', { status: 'refunded', refundedAmount: 125_050 }],
      ['Disputed', 'paid', { status: 'disputed' }],
    ] as const;
    const jobs = states.map(([title, status], id) => ({ ...paid, id, title: `Job: ${title}`, status }));
    const stored = Promise.withResolvers<unknown>();
    show({ ...pilotJobs(...jobs), 'GET /api/payments': () => stored.promise });
    const disputed = within(await screen.findByRole('row', { name: /Job: Disputed/ }));
    expect(disputed.getByText('Paid')).toBeTruthy();
    expect(screen.getByText('Loading refunds and disputes...')).toBeTruthy();
    expect(exporting().disabled).toBe(true);
    expect(card('Total Earnings').textContent).toContain('Paid before refunds and disputes: $5,002.00');
    stored.resolve(states.map(([, , facts], jobId) => aPayment({ jobId, ...facts })));
    expect(await disputed.findByText('Disputed')).toBeTruthy();
    for (const [state] of states) {
      const row = within(screen.getByRole('row', { name: (name) => name.startsWith(`Job: ${state} `) }));
      expect(row.getByText(state)).toBeTruthy();
      expect(row.getByText('Completed')).toBeTruthy();
    }
    expect(exporting().disabled).toBe(false);
    expect(screen.queryByText('Loading refunds and disputes...')).toBeNull();
    expect(card('Total Earnings').textContent).toContain(
      'Paid: $2,450.95Refunded: $1,300.55Disputed: $1,250.50',
    );
  });

  it('[PAYM-43] shows the state of the jobs if the stored payments cannot be loaded, and retries on demand', async () => {
    let fails = true;
    const { events } = show({
      ...pilotJobs(paid),
      'GET /api/payments': () =>
        fails
          ? reply(503, { code: 'unavailable', message: 'No.' })
          : [aPayment({ jobId: 7, status: 'refunded' })],
    });
    const row = within(await screen.findByRole('row', { name: /Levee scan/ }));
    const notice = 'Refunds and disputes could not be loaded. The rows may not show the latest ones.';
    expect(await screen.findByText(notice)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(row.getByText('Paid')).toBeTruthy();
    expect(exporting().disabled).toBe(false);
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row.findByText('Refunded')).toBeTruthy();
    expect(screen.queryByText(notice)).toBeNull();
  });

  it('[PAYM-31, PAYM-44] shows no figures while payments load, and a pilot without payments how to earn some', async () => {
    const jobs = Promise.withResolvers<unknown>();
    show({ ...NO_STORED, 'GET /api/jobs/pilot/:id': () => jobs.promise });
    const total = within(card('Total Earnings'));
    expect(total.queryByText('$0.00')).toBeNull();
    expect(exporting().disabled).toBe(true);
    jobs.resolve([]);
    expect(await total.findByText('$0.00')).toBeTruthy();
    expect(exporting().disabled).toBe(false);
    expect(screen.getByText('Complete some jobs to start earning payments')).toBeTruthy();
  });

  it('[ROUTE-4, PAYM-30, PAYM-32] shows a client without payments an empty history without bars', async () => {
    show(clientJobs(), aClient());
    expect(await screen.findByText('No Payments Found')).toBeTruthy();
    expect(screen.getByText('No payment history available')).toBeTruthy();
    const region = within(screen.getByRole('region', { name: 'Payments per Month' }));
    expect(region.getByText('No payments in the last 12 months')).toBeTruthy();
    expect(region.queryByRole('button')).toBeNull();
  });

  it('[PAYM-33] shows a bar for each month, its label when it has the focus, and the months as a table', async () => {
    const { events } = show(pilotJobs({ ...paid, updatedAt: new Date().toISOString() }));
    const bars = within(await screen.findByRole('list', { name: 'Earnings per Month' })).getAllByRole('img');
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date());
    expect(bars).toHaveLength(12);
    expect(bars.at(-1)?.getAttribute('aria-label')).toBe(`${month}: $1,250.50, 1 payment`);
    act(() => bars.at(-1)?.focus());
    await events.keyboard('{ArrowLeft}{Home}');
    expect(document.activeElement).toBe(bars[0]);
    await events.keyboard('{ArrowLeft}{ArrowRight}{End}');
    expect(document.activeElement).toBe(bars.at(-1));
    await events.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = screen.getByRole('table', { name: 'Earnings per Month' });
    const [, newest, ...earlier] = within(table).getAllByRole('row');
    expect(newest?.textContent).toContain('$1,250.50');
    expect(earlier).toHaveLength(11);
    await events.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(screen.getByRole('list', { name: 'Earnings per Month' })).toBeTruthy();
  });

  it('[PAYM-12, PAYM-13, PAYM-22, PAYM-49] keeps the filters in the URL, and exports nothing if no payment matches', async () => {
    const path = '/payments?date=quarter&job=3&status=nonsense';
    const { events, location } = show(pilotJobs(paid), aPilot(), path);
    await screen.findByText('Levee scan');
    const open = async (filter: string) => {
      await events.click(screen.getByRole('combobox', { name: filter }));
      return screen.getAllByRole('option').map((each) => each.textContent);
    };
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('All Status');
    expect(await open('Date')).toEqual(['All Time', 'Last Week', 'Last Month', 'Last Quarter']);
    await events.keyboard('{Escape}');
    expect(screen.getByRole('combobox', { name: 'Date' }).textContent).toBe('Last Quarter');
    expect(await open('Status')).toEqual(['All Status', 'Completed', 'Pending', 'Failed']);
    await events.click(screen.getByRole('option', { name: 'Failed' }));
    expect(location()).toBe('/payments?date=quarter&job=3&status=failed');
    expect(screen.getByText(/^All payments in this list are Completed/)).toBeTruthy();
    expect(screen.queryByText(/Complete some jobs/)).toBeNull();
    await events.click(exporting());
    expect(screen.getByRole('alertdialog', { name: 'No payments to export' })).toBeTruthy();
    await events.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await events.click(screen.getByRole('button', { name: 'Show all payments' }));
    expect(location()).toBe('/payments?job=3');
    expect(await screen.findByText('Levee scan')).toBeTruthy();
  });

  it('[PAYM-23, PAYM-29] shows the payment settings', async () => {
    const { events } = show(pilotJobs(paid));
    const opener = screen.getByRole('button', { name: 'Payment Settings' });
    await events.click(opener);
    const settings = screen.getByRole('alertdialog', { name: 'Payment Settings' });
    expect(within(settings).getByRole('button', { name: 'OK' })).toBe(document.activeElement);
    for (const line of [
      'Payment method: Stripe',
      'Auto-withdrawal: Enabled',
      'Minimum payout: $50',
      'Payout schedule: Weekly',
      'Tax documents: W-9 on file',
      'Contact support to change these settings.',
    ])
      expect(within(settings).getByText(line)).toBeTruthy();
    await events.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('[PAYM-27, PAYM-28, PAYM-50] adds the card payment and the money of the job to the details, also after a failed call', async () => {
    let fails = true;
    const payment = aPayment({ jobId: 7, transactionId: 'manual:1', provider: 'manual' });
    const { events } = show({
      ...pilotJobs(paid),
      'GET /api/jobs/7': () =>
        fails
          ? reply(503, { code: 'unavailable', message: '', requestId: 'r-1' })
          : aJobDetail({ ...paid, payment }),
    });
    await events.click(await screen.findByRole('button', { name: 'View payment for Levee scan' }));
    const details = within(screen.getByRole('alertdialog', { name: 'Payment Details' }));
    expect(await details.findByText('could not be loaded')).toBeTruthy();
    expect(details.queryByText('Your share (70%)')).toBeNull();
    fails = false;
    await events.click(details.getByRole('button', { name: 'Load again' }));
    expect(await details.findByText('Your share (70%)')).toBeTruthy();
    expect(details.getByText('received outside the platform')).toBeTruthy();
    expect(details.queryByRole('button', { name: 'Load again' })).toBeNull();
  });

  it('shows an error with the request id, and retries on demand', async () => {
    let fails = true;
    const { events } = show({
      ...NO_STORED,
      'GET /api/jobs/pilot/:id': () =>
        fails ? reply(503, { code: 'unavailable', message: 'Try again soon.', requestId: 'r-1' }) : [paid],
    });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Try again soon.');
    expect(notice.textContent).toContain('r-1');
    fails = false;
    await events.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByText('Levee scan')).toBeTruthy();
  });
});
