import { act, screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import { aClient, aJob, aJobDetail, aPayment, aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import PaymentsPage from './PaymentsPage.tsx';

const paid = aJob({ id: 7, title: 'Levee scan', status: 'paid', budget: 1250.5, pilotId: 1 });
const NO_STORED = { 'GET /api/payments': () => [] };
const pilotJobs = (...jobs: JobView[]) => ({ ...NO_STORED, 'GET /api/jobs/pilot/:id': () => jobs });
const clientJobs = (...jobs: JobView[]) => ({ ...NO_STORED, 'GET /api/jobs/client/:id': () => jobs });

describe('the payments page', () => {
  it('[PAYM-1, PAYM-3, PAYM-7, PAYM-15, PAYM-47] shows the header, the cards and the columns', async () => {
    renderInShell(<PaymentsPage />, {
      user: aClient(),
      handlers: clientJobs(paid),
    });
    expect((await screen.findByText('Levee scan')).title).toBe('Levee scan');
    expect(screen.getByRole('heading', { name: 'Payments', level: 1 })).toBeTruthy();
    expect(screen.getByText('Manage payments for your projects')).toBeTruthy();
    for (const card of ['Total Earnings', 'This Month', 'Average Payment', 'Pending']) {
      expect(screen.getByRole('group', { name: card })).toBeTruthy();
    }
    const table = within(screen.getByRole('table', { name: 'Payment History' }));
    expect(table.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Job Title',
      'Date',
      'Amount',
      'Method',
      'Status',
      'Actions',
    ]);
  });

  it.each([
    ['Status', ['All Status', 'Completed', 'Pending', 'Failed']],
    ['Date', ['All Time', 'Last Week', 'Last Month', 'Last Quarter']],
  ])('[PAYM-12, PAYM-13] offers the filter %s', async (filter, choices) => {
    const { events } = renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs(paid) });
    await events.click(screen.getByRole('combobox', { name: filter }));
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(choices);
  });

  it.each([
    ['Total Earnings', 'The budgets of all completed and paid jobs.'],
    [
      'This Month',
      'The budgets of the completed and paid jobs whose last change was in this calendar month.',
    ],
    ['Average Payment', 'Total earnings divided by the number of completed and paid jobs.'],
    ['Pending', 'The number of jobs that are completed and not paid yet.'],
  ])('[PAYM-34] explains each figure in a tooltip: %s', async (label, explanation) => {
    const { events } = renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs(paid) });
    await events.hover(screen.getByRole('button', { name: `About ${label}` }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(explanation);
  });

  it.each([
    [
      'Total Earnings',
      'Gross, before the 30% feeYour share: $1,575.35Paid: $1,250.50Awaits payment: $1,000.00',
    ],
    ['Average Payment', 'Gross, before the 30% feeYour share: $787.68Paid or awaiting payment'],
    ['Pending', 'Awaits payment: $1,000.00 gross'],
  ])('[PAYM-35, PAYM-36] reads below %s whether it is gross, and what is paid', async (label, source) => {
    const due = aJob({ id: 8, title: 'Dam crest', status: 'completed', budget: 1000, pilotId: 1 });
    renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs(paid, due) });
    const row = await screen.findByRole('row', { name: /Dam crest/ });
    expect(row.textContent).toContain('$1,000.00Gross');
    expect(row.textContent).toContain('CompletedAwaits payment');
    expect(screen.getByRole('row', { name: /Levee scan/ }).textContent).toContain('CompletedPaid');
    const card = screen.getByRole('group', { name: label });
    await waitFor(() => expect(card.textContent).toContain(source));
  });

  it.each([
    ['Awaits payment', 'completed', aPayment({ jobId: 7, status: 'canceled' })],
    ['Payment started', 'completed', aPayment({ jobId: 7, status: 'pending' })],
    ['Paid', 'paid', aPayment({ jobId: 7, provider: 'manual' })],
    ['Partly refunded $50.05', 'paid', aPayment({ jobId: 7, refundedAmount: 50.05 })],
    ['Refunded', 'paid', aPayment({ jobId: 7, status: 'refunded', refundedAmount: 1250.5 })],
    ['Disputed', 'paid', aPayment({ jobId: 7, status: 'disputed' })],
  ] as const)(
    '[PAYM-36] reads "%s" below the status of a row, from the stored payment',
    async (state, status, payment) => {
      const handlers = { ...clientJobs({ ...paid, status }), 'GET /api/payments': () => [payment] };
      renderInShell(<PaymentsPage />, { user: aClient(), handlers });
      const row = within(await screen.findByRole('row', { name: /Levee scan/ }));
      expect(await row.findByText(state)).toBeTruthy();
      expect(row.getByText('Completed')).toBeTruthy();
    },
  );

  it('[PAYM-44] shows the state of the jobs and no export while the stored payments load', async () => {
    const stored = Promise.withResolvers<unknown>();
    const handlers = { ...pilotJobs(paid), 'GET /api/payments': () => stored.promise };
    renderInShell(<PaymentsPage />, { user: aPilot(), handlers });
    const row = within(await screen.findByRole('row', { name: /Levee scan/ }));
    expect(row.getByText('Paid')).toBeTruthy();
    expect(screen.getByText('Loading refunds and disputes...')).toBeTruthy();
    const exporting = screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });
    expect(exporting.disabled).toBe(true);
    stored.resolve([aPayment({ jobId: 7, status: 'disputed' })]);
    expect(await row.findByText('Disputed')).toBeTruthy();
    expect(exporting.disabled).toBe(false);
    expect(screen.queryByText('Loading refunds and disputes...')).toBeNull();
  });

  it.each([
    ['is not known', 404, 'not_found'],
    ['fails', 503, 'unavailable'],
  ])(
    '[PAYM-43] shows the state of the jobs if the call %s, and tries again on demand',
    async (_case, status, code) => {
      let fails = true;
      const { events } = renderInShell(<PaymentsPage />, {
        user: aPilot(),
        handlers: {
          ...pilotJobs(paid),
          'GET /api/payments': () =>
            fails ? reply(status, { code, message: 'No.' }) : [aPayment({ jobId: 7, status: 'refunded' })],
        },
      });
      const row = within(await screen.findByRole('row', { name: /Levee scan/ }));
      const notice = 'Refunds and disputes could not be loaded. The rows may not show the latest ones.';
      expect(await screen.findByText(notice)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(row.getByText('Paid')).toBeTruthy();
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false);
      fails = false;
      await events.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await row.findByText('Refunded')).toBeTruthy();
      expect(screen.queryByText(notice)).toBeNull();
    },
  );

  it('[PAYM-46] shows the totals and the latest payments while all payments load', async () => {
    const jobs = Promise.withResolvers<unknown>();
    const older = { ...paid, id: 6, title: 'Dam crest', updatedAt: '2026-01-02T12:00:00.000Z' };
    const { calls } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: {
        'GET /api/jobs/pilot/:id': () => jobs.promise,
        'GET /api/payments': () => [aPayment({ jobId: 7, refundedAmount: 50.05 })],
        'GET /api/payments/summary': () => ({
          months: [
            {
              month: '2026-01',
              count: 9,
              paidCount: 8,
              amount: 9000,
              paidAmount: 8000,
              refundedAmount: 50.05,
              disputedAmount: 400,
            },
          ],
          first: [paid],
          payments: [aPayment({ jobId: 7, refundedAmount: 50.05 })],
        }),
      },
    });
    const row = await screen.findByRole('row', { name: /Levee scan/ });
    expect(row.textContent).toContain('Partly refunded $50.05');
    const total = screen.getByRole('group', { name: 'Total Earnings' });
    await waitFor(() =>
      expect(total.textContent).toContain('Paid: $7,549.95Refunded: $50.05Disputed: $400.00'),
    );
    expect(screen.getByText('Loading more payments...')).toBeTruthy();
    const exporting = screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });
    expect(exporting.disabled).toBe(true);
    const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(calls.map(({ url }) => url)).toContain(`/api/payments/summary?timeZone=${zone}`);
    jobs.resolve([paid, older]);
    expect(await screen.findByText('Dam crest')).toBeTruthy();
    expect(screen.queryByText('Loading more payments...')).toBeNull();
    await waitFor(() => expect(total.textContent).toContain('Paid: $2,450.95'));
    expect(exporting.disabled).toBe(false);
  });

  it('[PAYM-45] shows a disputed payment apart from what is paid', async () => {
    const handlers = {
      ...clientJobs(paid),
      'GET /api/payments': () => [aPayment({ jobId: 7, status: 'disputed' })],
    };
    renderInShell(<PaymentsPage />, { user: aClient(), handlers });
    const total = screen.getByRole('group', { name: 'Total Earnings' });
    const source = 'Paid: $0.00Disputed: $1,250.50Awaits payment: $0.00';
    await waitFor(() => expect(total.textContent).toContain(source));
    expect(total.textContent).toContain('$1,250.50Gross, including the 30% fee');
    const average = screen.getByRole('group', { name: 'Average Payment' });
    expect(average.textContent).toContain('Paid, awaiting payment, refunded or disputed');
  });

  it('[PAYM-45] subtracts refunds from what is paid, and names the sum while they load', async () => {
    const stored = Promise.withResolvers<unknown>();
    const handlers = { ...pilotJobs(paid), 'GET /api/payments': () => stored.promise };
    renderInShell(<PaymentsPage />, { user: aPilot(), handlers });
    await screen.findByText('Levee scan');
    const total = screen.getByRole('group', { name: 'Total Earnings' });
    expect(total.textContent).toContain('Paid before refunds and disputes: $1,250.50');
    stored.resolve([aPayment({ jobId: 7, refundedAmount: 50.05 })]);
    await waitFor(() => expect(total.textContent).toContain('Paid: $1,200.45Refunded: $50.05'));
  });

  it('[PAYM-35] shows a client the full budgets with the fee in them', async () => {
    renderInShell(<PaymentsPage />, { user: aClient(), handlers: clientJobs(paid) });
    await screen.findByText('Levee scan');
    const total = screen.getByRole('group', { name: 'Total Earnings' });
    const source = 'Gross, including the 30% feePaid: $1,250.50Awaits payment: $0.00';
    await waitFor(() => expect(total.textContent).toContain(source));
  });

  it('[PAYM-31] shows a pilot without payments how to earn some', async () => {
    renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs() });
    expect(await screen.findByText('Complete some jobs to start earning payments')).toBeTruthy();
  });

  it('[PAYM-2, PAYM-16] shows the earnings of a pilot', async () => {
    renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs(paid, aJob({ id: 8 })) });
    const row = await screen.findByRole('row', { name: /Levee scan/ });
    expect(row.textContent).toContain('$1,250.50');
    expect(screen.getByText('Track your earnings and payment history')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Total Earnings' }).textContent).toContain('$1,250.50');
    expect(screen.queryByText('Roof inspection')).toBeNull();
  });

  it('[ROUTE-4, PAYM-30, PAYM-32] shows a client without payments an empty history', async () => {
    renderInShell(<PaymentsPage />, { user: aClient(), handlers: clientJobs() });
    expect(await screen.findByText('No Payments Found')).toBeTruthy();
    expect(screen.getByText('No payment history available')).toBeTruthy();
  });

  it('[PAYM-44] shows no figures and disables the export while the payments load', async () => {
    const jobs = Promise.withResolvers<unknown>();
    renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: { ...NO_STORED, 'GET /api/jobs/pilot/:id': () => jobs.promise },
    });
    const total = within(screen.getByRole('group', { name: 'Total Earnings' }));
    const exporting = screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });
    expect(total.queryByText('$0.00')).toBeNull();
    expect(exporting.disabled).toBe(true);
    jobs.resolve([]);
    expect(await total.findByText('$0.00')).toBeTruthy();
    expect(exporting.disabled).toBe(false);
  });

  it('[PAYM-33] shows a bar for each month, and its label when it has the focus', async () => {
    const { events } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: pilotJobs({ ...paid, updatedAt: new Date().toISOString() }),
    });
    const chart = await screen.findByRole('list', { name: 'Earnings per Month' });
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date());
    const bars = within(chart).getAllByRole('img');
    expect(bars).toHaveLength(12);
    expect(bars.at(-1)?.getAttribute('aria-label')).toBe(`${month}: $1,250.50, 1 payment`);
    act(() => bars.at(-1)?.focus());
    await events.keyboard('{ArrowLeft}{Home}');
    expect(document.activeElement).toBe(bars[0]);
    await events.keyboard('{ArrowLeft}{ArrowRight}{End}');
    expect(document.activeElement).toBe(bars.at(-1));
  });

  it('[PAYM-33] shows the months as a table', async () => {
    const { events } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: pilotJobs({ ...paid, updatedAt: new Date().toISOString() }),
    });
    await events.click(await screen.findByRole('button', { name: 'Show as table' }));
    const table = screen.getByRole('table', { name: 'Earnings per Month' });
    const [, newest, ...earlier] = within(table).getAllByRole('row');
    expect(newest?.textContent).toContain('$1,250.50');
    expect(earlier).toHaveLength(11);
    await events.click(screen.getByRole('button', { name: 'Show as chart' }));
    expect(screen.getByRole('list', { name: 'Earnings per Month' })).toBeTruthy();
  });

  it('shows no bars when there are no payments', async () => {
    renderInShell(<PaymentsPage />, { user: aClient(), handlers: clientJobs() });
    const region = within(screen.getByRole('region', { name: 'Payments per Month' }));
    expect(await region.findByText('No payments in the last 12 months')).toBeTruthy();
    expect(region.queryByRole('button')).toBeNull();
  });

  it('keeps the filters in the URL', async () => {
    const { events, location } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      path: '/payments?date=quarter&job=3&status=nonsense',
      handlers: pilotJobs(paid),
    });
    await screen.findByText('Levee scan');
    expect(screen.getByRole('combobox', { name: 'Date' }).textContent).toBe('Last Quarter');
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('All Status');
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    await events.click(screen.getByRole('option', { name: 'Pending' }));
    expect(location()).toBe('/payments?date=quarter&job=3&status=pending');
    await events.click(screen.getByRole('button', { name: 'Show all payments' }));
    expect(location()).toBe('/payments?job=3');
    expect(await screen.findByText('Levee scan')).toBeTruthy();
  });

  it('[PAYM-23, PAYM-29] shows the payment settings', async () => {
    const { events } = renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs(paid) });
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
    ]) {
      expect(within(settings).getByText(line)).toBeTruthy();
    }
    await events.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('[PAYM-22, PAYM-49] shows an alert when no payment matches the filters of the export', async () => {
    const { events } = renderInShell(<PaymentsPage />, { user: aPilot(), handlers: pilotJobs(paid) });
    await screen.findByText('Levee scan');
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    await events.click(screen.getByRole('option', { name: 'Failed' }));
    expect(screen.getByText(/^All payments of this list are Completed/)).toBeTruthy();
    expect(screen.queryByText(/Complete some jobs/)).toBeNull();
    await events.click(screen.getByRole('button', { name: 'Export' }));
    expect(screen.getByRole('alertdialog', { name: 'No payments to export' })).toBeTruthy();
  });

  it('[PAYM-27, PAYM-28] adds the state of the card payment to the details', async () => {
    const payment = aPayment({ jobId: 7, transactionId: 'manual:1', provider: 'manual' });
    const { events } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: { ...pilotJobs(paid), 'GET /api/jobs/7': () => aJobDetail({ ...paid, payment }) },
    });
    await events.click(await screen.findByRole('button', { name: 'View payment for Levee scan' }));
    const details = screen.getByRole('alertdialog', { name: 'Payment Details' });
    expect(await within(details).findByText('received outside the platform')).toBeTruthy();
  });

  it('[PAYM-50] shows the money of the job in the details, also after the first call has failed', async () => {
    let fails = true;
    const { events } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: {
        ...pilotJobs(paid),
        'GET /api/jobs/7': () =>
          fails ? reply(503, { code: 'unavailable', message: '', requestId: 'r-1' }) : aJobDetail(paid),
      },
    });
    await events.click(await screen.findByRole('button', { name: 'View payment for Levee scan' }));
    const details = within(screen.getByRole('alertdialog', { name: 'Payment Details' }));
    expect(await details.findByText('could not be loaded')).toBeTruthy();
    expect(details.queryByText('Your share (70%)')).toBeNull();
    fails = false;
    await events.click(details.getByRole('button', { name: 'Load again' }));
    expect(await details.findByText('Your share (70%)')).toBeTruthy();
    expect(details.queryByRole('button', { name: 'Load again' })).toBeNull();
  });

  it('shows an error with the request id, and retries on demand', async () => {
    let fails = true;
    const { events } = renderInShell(<PaymentsPage />, {
      user: aPilot(),
      handlers: {
        ...NO_STORED,
        'GET /api/jobs/pilot/:id': () =>
          fails ? reply(503, { code: 'unavailable', message: 'Try again soon.', requestId: 'r-1' }) : [paid],
      },
    });
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Try again soon.');
    expect(notice.textContent).toContain('r-1');
    fails = false;
    await events.click(screen.getByRole('button', { name: /again|retry/i }));
    expect(await screen.findByText('Levee scan')).toBeTruthy();
  });
});
