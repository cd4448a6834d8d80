import { screen, waitFor, within } from '@testing-library/react';
import type { FlightRecordView, JobView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, PILOT, sampleFlight } from '../../testing/samples.ts';
import { figure } from '../../testing/show-client-dashboard.tsx';
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
const row = async (text: string) => {
  const table = within(await screen.findByRole('table', { name: 'Active Jobs' }));
  return table.findByRole('row', { name: new RegExp(text) });
};

describe('the pilot dashboard', () => {
  it('[ROLE-2, PDASH-1, PDASH-4, PDASH-10, PDASH-23, PDASH-24, PDASH-25, PDASH-27, PDASH-35] shows figures, jobs, flights and conditions', async () => {
    const jobs = [
      assignedJob({ id: 1, status: 'paid', budget: 100_000 }),
      assignedJob({ id: 2, status: 'completed', budget: 25_050 }),
      assignedJob({ id: 3, status: 'review' }),
      assignedJob({ id: 7, status: 'in-progress', budget: 125_050 }),
    ];
    const flights = [1, 2, 3, 4].map((id) => sampleFlight({ id, flightNumber: `FL-10${id}`, duration: 30 }));
    show(jobs, flights);
    const cells = within(await row('#DPS-2024-007')).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent).join('|')).toBe(
      'Warehouse roof inspection#DPS-2024-007|Ada Hill|Property Inspection|Austin, TX|$1,250.50You get $875.35|' +
        'In Progress|Dec 31, 2026|ViewUpdate to Review',
    );
    expect(screen.getByRole('heading', { name: 'Pilot Dashboard', level: 1 })).toBeTruthy();
    expect(screen.getByText('Manage your drone operations efficiently')).toBeTruthy();
    expect(figure('Completed Jobs')).toBe('2');
    expect(figure('Pending Jobs')).toBe('1');
    expect(figure('Flight Hours')).toBe('2.0From your flight records');
    expect(figure('Monthly Earnings')).toBe('$875.35Your 70% share, paid or not yet');
    const recent = within(screen.getByRole('region', { name: 'Recent Flight Data' }));
    const items = await recent.findAllByRole('listitem');
    expect(items).toHaveLength(3);
    expect(items[0]?.textContent).toMatch(/^FL-101Flight operation30 min/);
    const all = recent.getByRole('link', { name: 'View All Flight Data →' });
    expect(all.getAttribute('href')).toBe('/flight-data');
    const conditions = screen.getByRole('region', { name: 'Current Conditions' }).textContent;
    const parts =
      'Sample, not your site|72°F|Clear Skies|8 mph|10+ miles|Perfect for flying|Excellent flying conditions';
    for (const part of parts.split('|')) expect(conditions).toContain(part);
    // The user has completed a job and logged a flight.
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  });

  it('[FIRST-5, FIRST-7, FIRST-9] shows the first steps with one request of their own, for the payout account', async () => {
    const { calls } = show([assignedJob({ status: 'in-progress' })], [sampleFlight()], {
      'GET /api/payout-account': () => ({ state: 'needs-information', dueAt: '2026-12-11T12:00:00.000Z' }),
    });
    const steps = within(await screen.findByRole('region', { name: 'First steps' }));
    await steps.findByText('2 of 5 done');
    expect(await steps.findByText('Stripe needs more information by Dec 11, 2026.')).toBeTruthy();
    expect(steps.getByRole('link', { name: 'Set up payouts' }).getAttribute('href')).toBe('/payments');
    expect(steps.getByRole('link', { name: 'Complete a job' }).getAttribute('href')).toBe('/jobs');
    expect(calls.filter(({ url }) => url.includes('/flight-data/'))).toHaveLength(1);
  });

  it('[PDASH-16, PDASH-17, PDASH-22, PDASH-26] shows a loading text, empty states, and a tooltip of each figure', async () => {
    const { events } = show([]);
    expect(screen.getByText('Loading jobs...')).toBeTruthy();
    const link = await screen.findByRole('link', { name: 'Find your first job' });
    expect(link.getAttribute('href')).toBe('/browse-jobs');
    expect(await screen.findByText('No flight data available')).toBeTruthy();
    for (const [label, explanation] of [
      ['Completed Jobs', 'Your jobs that are completed or paid'],
      ['Pending Jobs', 'Your jobs that are pending or in review'],
      ['Flight Hours', 'The durations of your recorded flights, in hours'],
      ['Monthly Earnings', '70% of the budgets of all your completed or paid jobs, all time'],
    ] as const) {
      await events.hover(screen.getByRole('button', { name: `About ${label}` }));
      expect(await screen.findByRole('tooltip', { name: explanation })).toBeTruthy();
    }
  });

  it('[PDASH-11, PDASH-12] filters by status, and keeps the filter and the open job in the URL', async () => {
    const roof = assignedJob({ id: 1, title: 'Roof' });
    const jobs = [roof, assignedJob({ id: 2, title: 'Quarry', status: 'review' })];
    // The dashboard has no filter for paid jobs.
    const { events, location } = show(jobs, [], {}, '/?status=paid');
    expect(await row('Roof')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/'));
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    const options = screen.getAllByRole('option').map((option) => option.textContent);
    expect(options.join()).toBe('All Status,Pending,In Progress,Review,Completed');
    await events.click(screen.getByRole('option', { name: 'Review' }));
    const quarry = await row('Quarry');
    expect(screen.queryByText('Roof')).toBeNull();
    await events.click(within(quarry).getByRole('button', { name: 'View' }));
    expect(await screen.findByRole('dialog', { name: 'Quarry' })).toBeTruthy();
    expect(location()).toBe('/?status=review&job=2');
    await events.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location()).toBe('/?status=review');
    await events.click(screen.getByRole('combobox', { name: 'Status' }));
    await events.click(screen.getByRole('option', { name: 'Completed' }));
    await waitFor(() => expect(location()).toBe('/?status=completed'));
    await events.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await row('Roof')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/'));
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
