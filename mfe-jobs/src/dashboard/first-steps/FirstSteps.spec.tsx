import { screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, PILOT, sampleFlight, sampleJob } from '../../testing/samples.ts';
import { showClientDashboard } from '../../testing/show-client-dashboard.tsx';
import DashboardPage from '../DashboardPage.tsx';

afterEach(() => localStorage.clear());

const steps = () => screen.findByRole('region', { name: 'First steps' });
const region = () => screen.queryByRole('region', { name: 'First steps' });

describe('the first steps of a client', () => {
  it('[FIRST-1, FIRST-2, FIRST-6] lead to their pages and to the form, and stay hidden in this browser', async () => {
    const { events, unmount } = showClientDashboard([]);
    const shown = within(await steps());
    expect(shown.getByText('0 of 4 done')).toBeTruthy();
    expect(shown.getByRole('link', { name: 'Add a picture' }).getAttribute('href')).toBe('/profile');
    const form = await screen.findByRole('form', { name: 'Create Surveying Job' });
    await events.click(shown.getByRole('button', { name: 'Post your first job' }));
    await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
    await events.click(shown.getByRole('button', { name: 'Hide first steps' }));
    expect(region()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    unmount();
    showClientDashboard([]);
    await screen.findByText('No jobs posted yet');
    expect(region()).toBeNull();
  });

  it('are checked when they are done', async () => {
    showClientDashboard([sampleJob()]);
    const shown = within(await steps());
    expect(shown.getByText('1 of 4 done')).toBeTruthy();
    expect(shown.getByText('Post your first job').textContent).toBe('Post your first job, Done');
    expect(shown.queryByRole('button', { name: 'Post your first job' })).toBeNull();
  });
});

describe('the first steps of a pilot', () => {
  const show = (jobs: JobView[], flights = [sampleFlight()]) =>
    renderInShell(<DashboardPage />, {
      user: PILOT,
      path: '/',
      handlers: { 'GET /api/jobs/pilot/:id': () => jobs, 'GET /api/flight-data/pilot/:id': () => flights },
    });

  it('[FIRST-7] need no request of their own', async () => {
    const { calls } = show([assignedJob({ status: 'in-progress' })]);
    const shown = within(await steps());
    await shown.findByText('2 of 4 done');
    expect(shown.getByRole('link', { name: 'Complete a job' }).getAttribute('href')).toBe('/jobs');
    expect(calls.filter(({ url }) => url.includes('/flight-data/'))).toHaveLength(1);
  });

  it('[FIRST-5] are missing after the first job with a flight', async () => {
    show([assignedJob({ status: 'completed' })]);
    await screen.findByText('FL-101');
    expect(region()).toBeNull();
  });
});
