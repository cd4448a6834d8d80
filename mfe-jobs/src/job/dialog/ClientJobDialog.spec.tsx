import { screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/contract';
import { reply } from '@dps/contract/testing';
import { assignedJob, jobDetail, sampleFile, sampleFlight, sampleJob } from '../../testing/samples.ts';
import { inRow, row, showClientDashboard } from '../../testing/show-client-dashboard.tsx';

describe('the dialog of a posted job', () => {
  async function open(job: JobView, given: Partial<JobDetailView> = {}) {
    const shell = showClientDashboard([job], { 'GET /api/jobs/:id': () => jobDetail(job, given) });
    await shell.events.click(await inRow('Warehouse', 'View'));
    await screen.findByText('File Attachments');
    return { ...shell, dialog: screen.getByRole('dialog', { name: 'Warehouse roof inspection' }) };
  }

  it('[CJOB-1, CJOB-2, CJOB-11] shows facts, pilot and flights', async () => {
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

  it('[CJOB-3] shows the specified texts without files', async () => {
    const { dialog } = await open(sampleJob());
    expect(within(dialog).getByText('No attachments available')).toBeTruthy();
    expect(within(dialog).getByText('File attachment feature coming soon')).toBeTruthy();
    expect(dialog.textContent).toContain('Unassigned');
  });

  it('[CJOB-4] lists the files', async () => {
    const { dialog } = await open(sampleJob(), { attachments: [sampleFile()] });
    expect(within(dialog).getByText('aerial.jpg')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'View', description: /^aerial\.jpg/ })).toBeTruthy();
    expect(within(dialog).queryByText('No attachments available')).toBeNull();
  });

  it('[CJOB-5] shows why the details failed, and retries', async () => {
    let fails = true;
    const job = sampleJob();
    const { events } = showClientDashboard([job], {
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

  it('[CDASH-14, CJOB-6, CJOB-7] offers Edit until the job is paid, and Delete until it is accepted', async () => {
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

  it('[CJOB-9, CJOB-10] removes the pilot from a pending job after a confirmation', async () => {
    let job = assignedJob({ progress: 40 });
    const { events, calls } = showClientDashboard([], {
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
    const { events } = showClientDashboard([assignedJob()], {
      'GET /api/jobs/:id': () => jobDetail(assignedJob()),
      'POST /api/jobs/:id/release': () => reply(500, 'down'),
    });
    await events.click(await inRow('Warehouse', 'View'));
    await events.click(await screen.findByRole('button', { name: 'Remove Pilot' }));
    const question = within(screen.getByRole('alertdialog'));
    await events.click(question.getByRole('button', { name: 'Remove Pilot' }));
    expect(await screen.findByText('Failed to remove the pilot. Please try again.')).toBeTruthy();
  });

  it('[CJOB-9] does not offer to remove the pilot once the work has started', async () => {
    const { dialog } = await open(assignedJob({ status: 'in-progress' }));
    expect(within(dialog).queryByRole('button', { name: 'Remove Pilot' })).toBeNull();
  });

  it('[CJOB-8] opens the payment of a completed job with Mark as Paid', async () => {
    const { events, dialog } = await open(assignedJob({ status: 'completed' }));
    await events.click(within(dialog).getByRole('button', { name: 'Mark as Paid' }));
    expect(screen.getByRole('group', { name: 'payments.pay-dialog' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
