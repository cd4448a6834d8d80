import { screen, waitFor, within } from '@testing-library/react';
import { formatDay, localDay, type JobView, type UserView } from '@dps/shared-contracts';
import { renderInShell } from '@dps/shared-contracts/testing';
import { assignedJob, CLIENT, PILOT } from '../testing/samples.ts';
import SchedulePage from './SchedulePage.tsx';

const now = new Date();
const inDays = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9, 30);
const onDay = (days: number) => ({
  deadline: `${localDay(inDays(days))}T00:00:00.000Z`,
  deadlineHasTime: false,
});

function show(jobs: JobView[], user: UserView = PILOT) {
  return renderInShell(<SchedulePage />, {
    user,
    path: '/schedule',
    handlers: { 'GET /api/jobs/pilot/:id': () => jobs, 'GET /api/jobs/client/:id': () => jobs },
  });
}

describe('the schedule', () => {
  it('lists what is to come, soonest first', async () => {
    show([
      assignedJob({ id: 1, title: 'Later', ...onDay(3) }),
      assignedJob({ id: 2, title: 'Past', ...onDay(-1) }),
      assignedJob({ id: 3, title: 'Sooner', deadline: inDays(2).toISOString(), deadlineHasTime: true }),
    ]);
    expect(screen.getByRole('heading', { name: 'Schedule', level: 1 })).toBeTruthy();
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      `SoonerPendingClient Project${formatDay(localDay(inDays(2)))}9:30 AM · 2 hoursAustin, TX`,
      `LaterPendingClient Project${formatDay(localDay(inDays(3)))}TBD · 2 hoursAustin, TX`,
    ]);
  });

  it.each([
    [
      PILOT,
      'No jobs scheduled at the moment. Check the Browse Jobs page for new opportunities.',
      '/browse-jobs',
    ],
    [CLIENT, "You don't have any scheduled jobs. Create a new job posting to get started.", '/'],
  ])('tells $role what to do while nothing is scheduled', async (user, text, href) => {
    show([], user);
    expect(await screen.findByText('No Upcoming Jobs')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe(href);
  });

  it('calls a job of a client theirs', async () => {
    show([assignedJob(onDay(1))], CLIENT);
    expect(await screen.findByText('Your Project')).toBeTruthy();
  });

  it('calls no day free before it knows the jobs', async () => {
    const jobs = Promise.withResolvers<unknown>();
    renderInShell(<SchedulePage />, {
      user: PILOT,
      handlers: { 'GET /api/jobs/pilot/:id': () => jobs.promise },
    });
    const calendar = screen.getByRole<HTMLButtonElement>('button', { name: 'View Calendar' });
    expect(calendar.disabled).toBe(true);
    jobs.resolve([]);
    await waitFor(() => expect(calendar.disabled).toBe(false));
  });

  it('has a calendar of 35 days with the jobs of the chosen one', async () => {
    const { events } = show([assignedJob({ title: 'Roof', ...onDay(0) })]);
    await screen.findByText('Roof');
    await events.click(screen.getByRole('button', { name: 'View Calendar' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Schedule Calendar' }));
    expect(dialog.getAllByRole('cell')).toHaveLength(35);
    const today = formatDay(localDay(now));
    expect(dialog.getByRole('heading', { name: `Jobs for ${today}` })).toBeTruthy();
    const marked = dialog.getByRole('button', { name: `${today}, 1 job` });
    expect(marked.getAttribute('aria-pressed')).toBe('true');
    expect(dialog.getByRole('listitem').textContent).toContain('Roof');

    const other = new Date(now.getFullYear(), now.getMonth(), now.getDate() === 1 ? 2 : 1);
    const otherDay = formatDay(localDay(other));
    await events.click(dialog.getByRole('button', { name: otherDay }));
    expect(dialog.getByRole('heading', { name: `Jobs for ${otherDay}` })).toBeTruthy();
    expect(dialog.getByText('No jobs scheduled for this date')).toBeTruthy();
  });
});
