import { screen, waitFor, within } from '@testing-library/react';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, CLIENT, jobDetail, PILOT, sampleJob } from '../testing/samples.ts';
import JobsPage from './JobsPage.tsx';

const roof = assignedJob({ id: 1, title: 'Roof' });
const field = assignedJob({ id: 2, title: 'Vineyard', status: 'paid' });
const showPilot = (path = '/jobs') =>
  renderInShell(<JobsPage />, {
    user: PILOT,
    path,
    handlers: {
      'GET /api/jobs/pilot/:id': () => [roof, field],
      'GET /api/jobs/:id': () => jobDetail(roof),
    },
  });
const rows = () => screen.getAllByRole('row').length - 1;

describe('the jobs page', () => {
  it('[JOBS-1, JOBS-4, JOBS-13, JOBS-17] searches and filters the jobs of a pilot', async () => {
    const { events } = showPilot();
    expect(screen.getByRole('heading', { name: 'My Jobs', level: 1 })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create New Job' })).toBeNull();
    await screen.findByText('Roof');
    expect(rows()).toBe(2);
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    expect(screen.getAllByRole('option')).toHaveLength(6);
    await events.click(screen.getByRole('option', { name: 'Paid' }));
    expect(rows()).toBe(1);
    await events.type(screen.getByLabelText('Search jobs'), 'roof');
    expect(screen.getByText('No jobs found matching your criteria.')).toBeTruthy();
  });

  it('[JOBS-16] opens the dialog of a job', async () => {
    const { events, location } = showPilot();
    const row = await screen.findByRole('row', { name: /Roof/ });
    await events.click(within(row).getByRole('button', { name: 'View' }));
    expect(await screen.findByRole('slider', { name: 'Progress' })).toBeTruthy();
    expect(location()).toBe('/jobs?job=1');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/jobs');
    expect(document.activeElement).toBe(within(row).getByRole('button', { name: 'View' }));
  });

  it('opens the job in the URL, and removes it from the URL on close', async () => {
    const { events, location } = showPilot('/jobs?job=1');
    expect(await screen.findByRole('dialog', { name: 'Roof' })).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/jobs');
  });

  it.each(['99', 'x', ''])(
    '[JOBS-19] shows a toast for job "%s" in the URL, which is not in the list',
    async (job) => {
      const { location } = showPilot(`/jobs?job=${job}`);
      expect((await screen.findByRole('alert')).textContent).toContain('Failed to load job details');
      await waitFor(() => expect(location()).toBe('/jobs'));
      expect(screen.getAllByRole('alert')).toHaveLength(1);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('lets a client pay from the dialog of a job', async () => {
    const done = sampleJob({ id: 3, status: 'completed' });
    const { events, location } = renderInShell(<JobsPage />, {
      user: CLIENT,
      path: '/jobs?job=3',
      handlers: { 'GET /api/jobs/client/:id': () => [done], 'GET /api/jobs/:id': () => jobDetail(done) },
    });
    await events.click(await screen.findByRole('button', { name: 'Mark as Paid' }));
    expect(await screen.findByRole('group', { name: 'payments.pay-dialog' })).toBeTruthy();
    expect(location()).toBe('/jobs');
  });

  it('[JOBS-1, JOBS-17, FORM-3] lets a client post a job', async () => {
    const { events } = renderInShell(<JobsPage />, {
      user: CLIENT,
      path: '/jobs',
      handlers: { 'GET /api/jobs/client/:id': () => [sampleJob()] },
    });
    expect(screen.getByRole('heading', { name: 'Posted Jobs', level: 1 })).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Create New Job' }));
    await screen.findByRole('form', { name: 'Create Surveying Job' });
    expect(screen.getByRole('dialog', { name: 'Create Surveying Job' })).toBeTruthy();
    await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Site Survey',
      'Property Aerial',
      'Crop Analysis',
      'Infrastructure',
      'Environmental',
      'Mapping',
    ]);
  });

  it('[JOBS-18] lets a client edit a job, from its row and from its dialog', async () => {
    const job = sampleJob({ id: 3, title: 'Roof' });
    const { events, location } = renderInShell(<JobsPage />, {
      user: CLIENT,
      path: '/jobs?job=3',
      handlers: { 'GET /api/jobs/client/:id': () => [job], 'GET /api/jobs/:id': () => jobDetail(job) },
    });
    await events.click(await screen.findByRole('button', { name: 'Edit Job' }));
    expect(await screen.findByRole('form', { name: 'Edit Job' })).toBeTruthy();
    expect(location()).toBe('/jobs?edit=3');
    await events.click(screen.getByRole('button', { name: 'Close' }));
    expect(location()).toBe('/jobs');
    const opener = await screen.findByRole('button', { name: 'Edit Roof' });
    await events.click(opener);
    expect(await screen.findByLabelText('Job Title')).toHaveProperty('value', 'Roof');
  });
});
