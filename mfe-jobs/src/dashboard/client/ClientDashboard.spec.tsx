import { screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/shared-contracts';
import { reply, type Handlers } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import {
  assignedJob,
  CLIENT,
  jobDetail,
  pilotFigures,
  sampleFile,
  sampleFlight,
  sampleJob,
} from '../../testing/samples.ts';
import DashboardPage from '../DashboardPage.tsx';

function show(jobs: JobView[], handlers: Handlers = {}) {
  return renderInShell(<DashboardPage />, {
    user: CLIENT,
    handlers: {
      'GET /api/jobs/client/:id': () => jobs,
      'GET /api/pilots/:id': () => pilotFigures(),
      ...handlers,
    },
    widget: (request) => (
      <div role="group" aria-label={request.name}>
        {request.name === 'payments.pay-dialog' && (
          <button onClick={request.props.onClose}>{`Leave payment of ${request.props.job.title}`}</button>
        )}
        {request.name === 'flight-data.record-list' && `${request.props.records.length} flights`}
      </div>
    ),
  });
}
const figure = (name: string) =>
  within(screen.getByRole('group', { name })).getByText(/\d/, { selector: 'p' }).textContent;
const table = () => screen.findByRole('table', { name: 'Your Posted Jobs' });
const row = async (text: string) => within(await table()).findByRole('row', { name: new RegExp(text) });
const inRow = async (text: string, name: string) =>
  within(await row(text)).getByRole<HTMLButtonElement>('button', { name });

describe('the client dashboard', () => {
  it('shows the figures of the posted jobs', async () => {
    show([
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
  ])('explains each figure in a tooltip: %s', async (label, explanation) => {
    const { events } = show([]);
    await events.hover(screen.getByRole('button', { name: `About ${label}` }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(explanation);
  });

  it('shows the columns of posted jobs, and Unassigned for an open job', async () => {
    show([sampleJob()]);
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

  it('links a paid job to its receipt, next to the disabled payment', async () => {
    show([assignedJob({ id: 5, status: 'paid' })]);
    const paid = within(await row('Warehouse'));
    expect(paid.getByRole<HTMLButtonElement>('button', { name: 'Pending' }).disabled).toBe(true);
    const link = paid.getByRole('link', { name: 'Receipt for Warehouse roof inspection' });
    expect(link.getAttribute('href')).toBe('/payments?receipt=5');
  });

  it('shows a row for each posted job', async () => {
    show([assignedJob({ status: 'in-progress', progress: 85, budget: 1250.5 })]);
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
    'shows no percentage of a %s job, in its row and in its dialog',
    async (status) => {
      const job = assignedJob({ status, progress: 0 });
      const { events } = show([job], { 'GET /api/jobs/:id': () => jobDetail(job) });
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
  ] as const)('labels the pay button of a %s job %s', async (status, label, disabled) => {
    show([assignedJob({ status })]);
    expect((await inRow('Warehouse', label)).disabled).toBe(disabled);
  });

  it('opens and closes the payment of a job', async () => {
    const { events } = show([assignedJob({ status: 'review' })]);
    await events.click(await inRow('Warehouse', 'Pay'));
    await events.click(screen.getByRole('button', { name: 'Leave payment of Warehouse roof inspection' }));
    expect(screen.queryByRole('group', { name: 'payments.pay-dialog' })).toBeNull();
  });

  it('deletes an open job after a confirmation', async () => {
    let jobs = [sampleJob()];
    const { events, calls } = show([], {
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

  it('disables the delete button of an accepted job', async () => {
    show([assignedJob()]);
    expect((await inRow('Warehouse', 'Delete Warehouse roof inspection')).disabled).toBe(true);
  });

  it('scrolls to the form', async () => {
    let scrolled = 0;
    Element.prototype.scrollIntoView = () => (scrolled += 1);
    const { events } = show([]);
    await screen.findByRole('form', { name: 'Create Surveying Job' });
    await events.click(screen.getByRole('button', { name: 'Create New Job' }));
    expect(scrolled).toBe(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Job Title'));
  });
});

describe('the dialog of a posted job', () => {
  async function open(job: JobView, given: Partial<JobDetailView> = {}) {
    const shell = show([job], { 'GET /api/jobs/:id': () => jobDetail(job, given) });
    await shell.events.click(await inRow('Warehouse', 'View'));
    await screen.findByText('File Attachments');
    return { ...shell, dialog: screen.getByRole('dialog', { name: 'Warehouse roof inspection' }) };
  }

  it('shows facts, pilot and flights', async () => {
    const job = assignedJob({ status: 'in-progress', progress: 40, budget: 1250.5 });
    const { dialog } = await open(job, { flightData: [sampleFlight()] });
    for (const part of [
      'Property Inspection',
      'In Progress',
      "Budget$1,250.50Fee (30%)$375.15Pilot's share (70%)$875.35ChargedNot yetRefundedNothing",
      'Dec 31, 2026',
      'Austin, TX',
      '40%',
      'Assigned (Robin Vance)',
      'Photographs of every seam.',
      '1 flights',
    ]) {
      expect(dialog.textContent).toContain(part);
    }
    expect(within(dialog).queryByRole('slider')).toBeNull();
    expect(within(dialog).queryByRole('button', { name: 'Upload Data' })).toBeNull();
  });

  it('is in the URL, where the edit form replaces it', async () => {
    const { events, location } = await open(sampleJob());
    expect(location()).toBe('/?job=1');
    await events.click(screen.getByRole('button', { name: 'Edit Job' }));
    expect(await screen.findByRole('form', { name: 'Edit Job' })).toBeTruthy();
    expect(location()).toBe('/?edit=1');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('shows the specified texts without files', async () => {
    const { dialog } = await open(sampleJob());
    expect(within(dialog).getByText('No attachments available')).toBeTruthy();
    expect(within(dialog).getByText('File attachment feature coming soon')).toBeTruthy();
    expect(dialog.textContent).toContain('Unassigned');
  });

  it('lists the files', async () => {
    const { dialog } = await open(sampleJob(), { attachments: [sampleFile()] });
    expect(within(dialog).getByText('aerial.jpg')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'View', description: /^aerial\.jpg/ })).toBeTruthy();
    expect(within(dialog).queryByText('No attachments available')).toBeNull();
  });

  it('shows why the details failed, and retries', async () => {
    let fails = true;
    const job = sampleJob();
    const { events } = show([job], {
      'GET /api/jobs/:id': () =>
        fails ? reply(503, { code: 'unavailable', message: 'Try again soon.' }) : jobDetail(job),
    });
    await events.click(await inRow('Warehouse', 'View'));
    const findText = (text: string) => within(screen.getByRole('dialog')).findByText(text);
    expect(await findText('Try again soon.')).toBeTruthy();
    // The dialog and the toast both show the text.
    expect(await screen.findAllByText('Failed to load job details')).toHaveLength(2);
    expect(screen.getByText('Error')).toBeTruthy();
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findText('File Attachments')).toBeTruthy();
  });

  it('offers Edit until the job is paid, and Delete until it is accepted', async () => {
    const offered = (dialog: HTMLElement) =>
      within(dialog)
        .getAllByRole('button')
        .map((each) => each.textContent)
        .filter((text) => text.endsWith('Job'));
    const posted = await open(sampleJob());
    expect(offered(posted.dialog)).toEqual(['Delete Job', 'Edit Job']);
    await posted.events.click(within(posted.dialog).getByRole('button', { name: 'Delete Job' }));
    expect(await screen.findByRole('alertdialog', { name: 'Delete this job?' })).toBeTruthy();
    posted.unmount();
    const accepted = await open(assignedJob({ status: 'review' }));
    expect(offered(accepted.dialog)).toEqual(['Edit Job']);
    accepted.unmount();
    const paid = await open(assignedJob({ status: 'paid' }));
    expect(offered(paid.dialog)).toEqual([]);
  });

  it('removes the pilot from a pending job after a confirmation', async () => {
    let job = assignedJob({ progress: 40 });
    const { events, calls } = show([], {
      'GET /api/jobs/client/:id': () => [job],
      'GET /api/jobs/:id': () => jobDetail(job),
      'POST /api/jobs/:id/release': () => (job = sampleJob()),
    });
    await events.click(await inRow('Warehouse', 'View'));
    await events.click(await screen.findByRole('button', { name: 'Remove Pilot' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Remove the pilot from this job?' }),
    );
    expect(question.getByText(/^Robin Vance loses the job/)).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await events.click(question.getByRole('button', { name: 'Remove Pilot' }));
    expect(await screen.findByText('Other pilots can accept the job again.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.url).toBe('/api/jobs/1/release');
    expect(await within(await row('Warehouse')).findByText('Unassigned')).toBeTruthy();
  });

  it('reports that the pilot could not be removed', async () => {
    const { events } = show([assignedJob()], {
      'GET /api/jobs/:id': () => jobDetail(assignedJob()),
      'POST /api/jobs/:id/release': () => reply(500, 'down'),
    });
    await events.click(await inRow('Warehouse', 'View'));
    await events.click(await screen.findByRole('button', { name: 'Remove Pilot' }));
    const question = within(screen.getByRole('alertdialog'));
    await events.click(question.getByRole('button', { name: 'Remove Pilot' }));
    expect(await screen.findByText('Failed to remove the pilot. Please try again.')).toBeTruthy();
  });

  it('does not offer to remove the pilot once the work has started', async () => {
    const { dialog } = await open(assignedJob({ status: 'in-progress' }));
    expect(within(dialog).queryByRole('button', { name: 'Remove Pilot' })).toBeNull();
  });

  it('opens the payment of a completed job with Mark as Paid', async () => {
    const { events, dialog } = await open(assignedJob({ status: 'completed' }));
    await events.click(within(dialog).getByRole('button', { name: 'Mark as Paid' }));
    expect(screen.getByRole('group', { name: 'payments.pay-dialog' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
