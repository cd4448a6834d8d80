import { screen, waitFor, within } from '@testing-library/react';
import { JOB_STATUSES } from '@dps/contract';
import { reply } from '@dps/contract/testing';
import { assignedJob, jobDetail, sampleJob } from '../../testing/samples.ts';
import { figure, inRow, row, showClientDashboard } from '../../testing/show-client-dashboard.tsx';

describe('the client dashboard', () => {
  it('[ROLE-2, CDASH-1, CDASH-2, CDASH-7, CDASH-8, CDASH-9, CDASH-10, CDASH-18] shows figures, and a row for each posted job', async () => {
    showClientDashboard([
      sampleJob({ id: 9, title: 'Open' }),
      sampleJob({ id: 10, title: 'Waiting', publishedAt: null }),
      ...JOB_STATUSES.map((status, at) =>
        assignedJob({ id: at + 1, title: `Roof ${status}`, status, progress: 85, budget: 100_000 + 50 * at }),
      ),
    ]);
    await row('Roof paid');
    expect(screen.getByRole('heading', { name: 'Client Dashboard', level: 1 })).toBeTruthy();
    expect(figure('Active Projects')).toBe('41 in review');
    expect(figure('Completed')).toBe('11 paid');
    expect(figure('Total Invested')).toBe('$2,003.50Full budgets, paid or not yetView payments');
    expect(screen.getByRole('link', { name: 'View payments' }).getAttribute('href')).toBe('/payments');
    const headers = screen.getAllByRole('columnheader').map((each) => each.textContent);
    expect(headers.join()).toBe('Job Title,Type,Budget,Pilot,Status,Progress,Actions');
    const cells = async (title: string) =>
      within(await row(title))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .join('|');
    const inspection = (title: string) => `${title}Austin, TX|Property Inspection`;
    expect(await cells('Open')).toBe(`${inspection('Open')}|$1,200.00|Unassigned|Pending|0%|ViewPending`);
    expect(await cells('Waiting')).toContain('Austin, TXWaits for your confirmed email|');
    expect(await cells('Roof in-progress')).toBe(
      `${inspection('Roof in-progress')}|$1,000.50|Assigned|In Progress|85%|ViewPending`,
    );
    for (const status of ['review', 'completed', 'paid']) {
      expect(await cells(`Roof ${status}`)).toContain('No longer reported');
      expect(within(await row(`Roof ${status}`)).queryByText('85%')).toBeNull();
    }
  });

  it('[CDASH-11, CDASH-12, CDASH-13, CDASH-15, CDASH-19, PCARD-1] offers payment and receipt by status, and the pilot of an accepted job, which cannot be deleted', async () => {
    const jobs = JOB_STATUSES.map((status, at) =>
      assignedJob({ id: at + 1, title: `Roof ${status}`, status }),
    );
    const { calls, events } = showClientDashboard(jobs, {
      'GET /api/jobs/:id': () => jobDetail(jobs[2] ?? assignedJob()),
    });
    await row('Roof paid');
    const buttons = [];
    for (const status of JOB_STATUSES) {
      const pay = within(await row(`Roof ${status}`)).getByRole('button', { name: /^Pay$|^Pending$/ });
      buttons.push(`${pay.textContent}${pay.hasAttribute('disabled') ? ', disabled' : ''}`);
    }
    expect(buttons).toEqual(['Pending, disabled', 'Pending, disabled', 'Pay', 'Pay', 'Pending, disabled']);
    expect((await inRow('Roof pending', 'Delete Roof pending')).disabled).toBe(true);
    const link = screen.getByRole('link', { name: 'Receipt for Roof paid' });
    expect(link.getAttribute('href')).toBe('/payments?receipt=5');
    await events.click(await inRow('Roof review', 'Assigned'));
    const card = within(await screen.findByRole('dialog', { name: 'Pilot' }));
    expect(await card.findByText('Robin Vance')).toBeTruthy();
    expect(calls.filter(({ url }) => url === '/api/pilots/7')).toHaveLength(1);
    await events.click(card.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await events.click(await inRow('Roof review', 'Pay'));
    await events.click(await screen.findByRole('button', { name: 'Leave payment of Roof review' }));
    expect(screen.queryByRole('group', { name: 'payments.pay-dialog' })).toBeNull();
  });

  it('[CDASH-6, CDASH-17, FIRST-1, FIRST-2, FIRST-6] explains each figure, and leads a new user to the form until the steps are hidden', async () => {
    let scrolled = 0;
    Element.prototype.scrollIntoView = () => (scrolled += 1);
    const { events, unmount } = showClientDashboard([]);
    for (const [label, explanation] of [
      ['Active Projects', 'Your jobs that are pending or in progress'],
      ['Completed', 'Your jobs that are completed and not paid yet'],
      ['Total Invested', 'The budgets of your completed and paid jobs, all time'],
    ] as const) {
      await events.hover(screen.getByRole('button', { name: `About ${label}` }));
      expect(await screen.findByRole('tooltip', { name: explanation })).toBeTruthy();
    }
    await screen.findByRole('form', { name: 'Create Surveying Job' });
    await events.click(screen.getByRole('button', { name: 'Create New Job' }));
    expect(scrolled).toBe(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Job Title'));
    const steps = within(screen.getByRole('region', { name: 'First steps' }));
    expect(steps.getByText('0 of 4 done')).toBeTruthy();
    expect(steps.getByRole('link', { name: 'Add a picture' }).getAttribute('href')).toBe('/profile');
    await events.click(steps.getByRole('button', { name: 'Post your first job' }));
    expect(scrolled).toBe(2);
    await events.click(steps.getByRole('button', { name: 'Hide first steps' }));
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    unmount();
    showClientDashboard([]);
    await screen.findByText('No jobs posted yet');
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    localStorage.clear();
  });

  it('[CDASH-14, CDASH-16, LIST-8] shows the first step as done, and deletes the open job after a confirmation', async () => {
    let jobs = [sampleJob()];
    const { events, calls } = showClientDashboard([], {
      'GET /api/jobs/client/:id': () => jobs,
      'DELETE /api/jobs/:id': () => {
        jobs = [];
        return reply(204);
      },
    });
    await events.click(await inRow('Warehouse', 'Delete Warehouse roof inspection'));
    const steps = within(screen.getByRole('region', { name: 'First steps' }));
    expect(steps.getByText('1 of 4 done')).toBeTruthy();
    expect(steps.getByText('Post your first job').textContent).toBe('Post your first job, Done');
    expect(steps.queryByRole('button', { name: 'Post your first job' })).toBeNull();
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/"Warehouse roof inspection" and its attachments/)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await events.click(question.getByRole('button', { name: 'Delete Job' }));
    expect(await screen.findByText('No jobs posted yet')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'DELETE')?.url).toBe('/api/jobs/1');
  });
});
