import { screen, waitFor, within } from '@testing-library/react';
import type { FlightRecordView, JobView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, PILOT, sampleFlight } from '../../testing/samples.ts';
import DashboardPage from '../DashboardPage.tsx';
import { PilotDashboard } from './PilotDashboard.tsx';

function show(jobs: JobView[], flights: FlightRecordView[] = [], handlers: Handlers = {}, path = '/') {
  return renderInShell(<DashboardPage />, {
    user: PILOT,
    path,
    handlers: {
      'GET /api/jobs/pilot/:id': () => jobs,
      'GET /api/flight-data/pilot/:id': () => flights,
      ...handlers,
    },
  });
}
const figure = (name: string) =>
  within(screen.getByRole('group', { name })).getByText(/\d/, { selector: '[translate]' }).closest('p')
    ?.textContent;
const table = () => screen.findByRole('table', { name: 'Active Jobs' });
const row = async (text: string) => within(await table()).findByRole('row', { name: new RegExp(text) });

describe('the pilot dashboard', () => {
  it('[PDASH-1] shows its subtitle', () => {
    show([]);
    expect(screen.getByText('Manage your drone operations efficiently')).toBeTruthy();
  });

  it('[ROLE-2, PDASH-4, PDASH-27] shows the figures of jobs and flights', async () => {
    const jobs = [
      assignedJob({ id: 1, status: 'paid', budget: 1000 }),
      assignedJob({ id: 2, status: 'completed', budget: 250.5 }),
      assignedJob({ id: 3, status: 'review' }),
      assignedJob({ id: 4, status: 'in-progress' }),
    ];
    show(jobs, [sampleFlight({ duration: 90 }), sampleFlight({ id: 12, duration: 30 })]);
    await row('#DPS-2024-004');
    expect(screen.getByRole('heading', { name: 'Pilot Dashboard', level: 1 })).toBeTruthy();
    expect(figure('Completed Jobs')).toBe('2');
    expect(figure('Pending Jobs')).toBe('1');
    expect(figure('Flight Hours')).toBe('2.0From your flight records');
    expect(figure('Monthly Earnings')).toBe('$875.35Your 70% share, paid or not yet');
  });

  it.each([
    ['Completed Jobs', 'Your jobs that are completed or paid'],
    ['Pending Jobs', 'Your jobs that are pending or in review'],
    ['Flight Hours', 'The durations of your recorded flights, in hours'],
    ['Monthly Earnings', '70% of the budgets of all your completed or paid jobs, all time'],
  ])('[PDASH-26] explains each figure in a tooltip: %s', async (label, explanation) => {
    const { events } = show([]);
    await events.hover(screen.getByRole('button', { name: `About ${label}` }));
    expect((await screen.findByRole('tooltip')).textContent).toBe(explanation);
  });

  it('[PDASH-10] shows a row for each job', async () => {
    show([assignedJob({ id: 7, status: 'in-progress', budget: 1250.5 })]);
    const cells = within(await row('#DPS-2024-007')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'Warehouse roof inspection#DPS-2024-007',
      'Ada Hill',
      'Property Inspection',
      'Austin, TX',
      '$1,250.50',
      'In Progress',
      'Dec 31, 2026',
      'ViewUpdate',
    ]);
  });

  it('[PDASH-11] filters by status', async () => {
    const { events } = show([
      assignedJob({ id: 1, title: 'Roof' }),
      assignedJob({ id: 2, title: 'Quarry', status: 'review' }),
    ]);
    await row('Roof');
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All Status',
      'Pending',
      'In Progress',
      'Review',
      'Completed',
    ]);
    await events.click(screen.getByRole('option', { name: 'Review' }));
    expect(await row('Quarry')).toBeTruthy();
    expect(screen.queryByText('Roof')).toBeNull();
  });

  it('[PDASH-12] keeps the filter and the open job in the URL', async () => {
    const jobs = [
      assignedJob({ id: 1, title: 'Roof' }),
      assignedJob({ id: 2, title: 'Quarry', status: 'review' }),
    ];
    const { events, location } = show(jobs, [], {}, '/?status=review');
    const quarry = await row('Quarry');
    expect(screen.queryByText('Roof')).toBeNull();
    await events.click(within(quarry).getByRole('button', { name: 'View' }));
    expect(await screen.findByRole('dialog', { name: 'Quarry' })).toBeTruthy();
    expect(location()).toBe('/?status=review&job=2');
    await events.keyboard('{Escape}');
    await waitFor(() => expect(location()).toBe('/?status=review'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    await events.click(screen.getByRole('option', { name: 'Completed' }));
    await waitFor(() => expect(location()).toBe('/?status=completed'));
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await row('Roof')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('ignores the status paid in the URL', async () => {
    const { location } = show([assignedJob({ title: 'Roof' })], [], {}, '/?status=paid');
    expect(await row('Roof')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/'));
  });

  it('[PDASH-13, PDASH-14, LIST-8] advances a job with Update, and shows its new status', async () => {
    let status: JobView['status'] = 'in-progress';
    const { events, calls } = show([], [], {
      'GET /api/jobs/pilot/:id': () => [assignedJob({ id: 5, status })],
      'PATCH /api/jobs/:id': () => {
        status = 'review';
        return assignedJob({ id: 5, status });
      },
    });
    await events.click(within(await row('#DPS-2024-005')).getByRole('button', { name: /^Update/ }));
    const button = await screen.findByRole('button', { name: 'With Client' });
    expect(button).toHaveProperty('disabled', true);
    expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
      url: '/api/jobs/5',
      body: { status: 'review' },
    });
  });

  it('[PDASH-15] shows the current status when Update fails because of a conflict', async () => {
    let status: JobView['status'] = 'pending';
    const { events } = show([], [], {
      'GET /api/jobs/pilot/:id': () => [assignedJob({ status })],
      'PATCH /api/jobs/:id': () => {
        status = 'in-progress';
        return reply(409, { code: 'status_conflict', message: 'The job has moved on', requestId: 'r1' });
      },
    });
    await events.click(within(await row('Pending')).getByRole('button', { name: /^Update/ }));
    expect(await row('In Progress')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    // The job already has the status, so there is nothing to send again.
    expect(screen.queryByText('Not saved.')).toBeNull();
  });

  it('[PDASH-16, PDASH-17] shows a loading text, and a link to open jobs when there are none', async () => {
    show([]);
    expect(screen.getByText('Loading jobs...')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Find your first job' });
    expect(link.getAttribute('href')).toBe('/browse-jobs');
  });

  it('[PDASH-18] offers a retry when the jobs fail to load', async () => {
    let broken = true;
    const { events } = show([], [], {
      'GET /api/jobs/pilot/:id': () => (broken ? reply(503, 'down') : [assignedJob()]),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The jobs could not be loaded');
    broken = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Warehouse roof inspection')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[PDASH-23] lists three flights and links to all flights', async () => {
    const flights = [1, 2, 3, 4].map((id) => sampleFlight({ id, flightNumber: `FL-10${id}`, notes: null }));
    show([], flights);
    const recent = within(screen.getByRole('region', { name: 'Recent Flight Data' }));
    const items = await recent.findAllByRole('listitem');
    expect(items).toHaveLength(3);
    expect(items[0]?.textContent).toMatch(/^FL-101Flight operation42 min/);
    const all = recent.getByRole('link', { name: 'View All Flight Data →' });
    expect(all.getAttribute('href')).toBe('/flight-data');
  });

  it('[PDASH-22] shows an empty state without flights', async () => {
    show([]);
    expect(await screen.findByText('No flight data available')).toBeTruthy();
  });

  it('[PDASH-24, PDASH-25] shows the conditions', () => {
    show([]);
    const conditions = screen.getByRole('region', { name: 'Current Conditions' }).textContent;
    for (const part of [
      '72°F',
      'Clear Skies',
      '8 mph',
      '10+ miles',
      'Perfect for flying',
      'Excellent flying conditions',
    ]) {
      expect(conditions).toContain(part);
    }
  });

  it('[PDASH-2, PDASH-3] links to the open jobs, and reloads the page with Quick Update', async () => {
    let reloads = 0;
    const { events } = renderInShell(<PilotDashboard onQuickUpdate={() => (reloads += 1)} />, {
      user: PILOT,
      handlers: { 'GET /api/jobs/pilot/:id': () => [], 'GET /api/flight-data/pilot/:id': () => [] },
    });
    const browse = screen.getByRole('link', { name: 'Browse Available Jobs' });
    expect(browse.getAttribute('href')).toBe('/browse-jobs');
    await events.click(screen.getByRole('button', { name: 'Quick Update' }));
    await waitFor(() => expect(reloads).toBe(1));
  });
});
