import { screen, within } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { assignedJob, jobDetail, sampleJob } from '../../testing/samples.ts';
import { inRow, row, showClientDashboard, table } from '../../testing/show-client-dashboard.tsx';

const figure = (name: string) =>
  within(screen.getByRole('group', { name })).getByText(/\d/, { selector: '[translate]' }).closest('p')
    ?.textContent;

describe('the client dashboard', () => {
  it('[ROLE-2, CDASH-1, CDASH-2, CDASH-18] shows the figures of the posted jobs', async () => {
    showClientDashboard([
      sampleJob({ id: 1, status: 'pending' }),
      assignedJob({ id: 2, status: 'in-progress' }),
      assignedJob({ id: 3, status: 'completed', budget: 1000 }),
      assignedJob({ id: 4, status: 'paid', budget: 250.5 }),
    ]);
    await table();
    await screen.findByText('Paid');
    expect(screen.getByRole('heading', { name: 'Client Dashboard', level: 1 })).toBeTruthy();
    expect(figure('Active Projects')).toBe('2');
    expect(figure('Completed')).toBe('1');
    expect(figure('Total Invested')).toBe('$1,250.50Full budgets, paid or not yet');
  });

  it.each([
    ['Active Projects', 'Your jobs that are pending or in progress'],
    ['Completed', 'Your jobs that are completed and not paid yet'],
    ['Total Invested', 'The budgets of your completed and paid jobs, all time'],
  ])('[CDASH-17] explains each figure in a tooltip: %s', async (label, explanation) => {
    const { events } = showClientDashboard([]);
    await events.hover(screen.getByRole('button', { name: `About ${label}` }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(explanation);
  });

  it('[CDASH-7, CDASH-9] shows the columns of posted jobs, and Unassigned for an open job', async () => {
    showClientDashboard([sampleJob()]);
    expect((await row('Warehouse')).textContent).toContain('Unassigned');
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Job Title',
      'Type',
      'Budget',
      'Pilot',
      'Status',
      'Progress',
      'Actions',
    ]);
  });

  it('[CDASH-19] links a paid job to its receipt, next to the disabled payment', async () => {
    showClientDashboard([assignedJob({ id: 5, status: 'paid' })]);
    const paid = within(await row('Warehouse'));
    expect(paid.getByRole<HTMLButtonElement>('button', { name: 'Pending' }).disabled).toBe(true);
    const link = paid.getByRole('link', { name: 'Receipt for Warehouse roof inspection' });
    expect(link.getAttribute('href')).toBe('/payments?receipt=5');
  });

  it('[CDASH-8, CDASH-9] shows a row for each posted job', async () => {
    showClientDashboard([assignedJob({ status: 'in-progress', progress: 85, budget: 1250.5 })]);
    const cells = within(await row('Warehouse')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'Warehouse roof inspectionAustin, TX',
      'Property Inspection',
      '$1,250.50',
      'Assigned',
      'In Progress',
      '85%',
      'ViewPending',
    ]);
  });

  it.each(['review', 'completed', 'paid'] as const)(
    '[CDASH-10] shows no percentage of a %s job, in its row and in its dialog',
    async (status) => {
      const job = assignedJob({ status, progress: 0 });
      const { events } = showClientDashboard([job], { 'GET /api/jobs/:id': () => jobDetail(job) });
      expect(within(await row('Warehouse')).getByText('No longer reported')).toBeTruthy();
      await events.click(await inRow('Warehouse', 'View'));
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByText('No longer reported')).toBeTruthy();
      await dialog.findByText('Completed Jobs');
      expect(screen.queryByText('0%')).toBeNull();
      expect(screen.queryByRole('progressbar', { hidden: true })).toBeNull();
    },
  );

  it.each([
    ['pending', 'Pending', true],
    ['in-progress', 'Pending', true],
    ['review', 'Pay', false],
    ['completed', 'Pay', false],
    ['paid', 'Pending', true],
  ] as const)(
    '[CDASH-11, CDASH-12] labels the pay button of a %s job %s',
    async (status, label, disabled) => {
      showClientDashboard([assignedJob({ status })]);
      expect((await inRow('Warehouse', label)).disabled).toBe(disabled);
    },
  );

  it('[CDASH-13] opens and closes the payment of a job', async () => {
    const { events } = showClientDashboard([assignedJob({ status: 'review' })]);
    await events.click(await inRow('Warehouse', 'Pay'));
    await events.click(screen.getByRole('button', { name: 'Leave payment of Warehouse roof inspection' }));
    expect(screen.queryByRole('group', { name: 'payments.pay-dialog' })).toBeNull();
  });

  it('[CDASH-14, CDASH-16, LIST-8] deletes an open job after a confirmation', async () => {
    let jobs = [sampleJob()];
    const { events, calls } = showClientDashboard([], {
      'GET /api/jobs/client/:id': () => jobs,
      'DELETE /api/jobs/:id': () => {
        jobs = [];
        return reply(204);
      },
    });
    await events.click(await inRow('Warehouse', 'Delete Warehouse roof inspection'));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/"Warehouse roof inspection" and its attachments/)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await events.click(question.getByRole('button', { name: 'Delete Job' }));
    expect(await screen.findByText('No jobs posted yet')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'DELETE')?.url).toBe('/api/jobs/1');
  });

  it('[CDASH-15] disables the delete button of an accepted job', async () => {
    showClientDashboard([assignedJob()]);
    expect((await inRow('Warehouse', 'Delete Warehouse roof inspection')).disabled).toBe(true);
  });

  it('[CDASH-6] scrolls to the form', async () => {
    let scrolled = 0;
    Element.prototype.scrollIntoView = () => (scrolled += 1);
    const { events } = showClientDashboard([]);
    await screen.findByRole('form', { name: 'Create Surveying Job' });
    await events.click(screen.getByRole('button', { name: 'Create New Job' }));
    expect(scrolled).toBe(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Job Title'));
  });
});
