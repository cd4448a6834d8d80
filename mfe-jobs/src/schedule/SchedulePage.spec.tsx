import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { formatDay, localDay, type JobView, type UserView } from '@dps/contract';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, CLIENT, PILOT } from '../testing/samples.ts';
import SchedulePage from './SchedulePage.tsx';

const now = new Date();
const inDays = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9, 30);
const onDay = (days: number) => ({
  deadline: `${localDay(inDays(days))}T00:00:00.000Z`,
  deadlineHasTime: false,
});

function show(jobs: JobView[], user: UserView = PILOT, path = '/schedule') {
  return renderInShell(<SchedulePage />, {
    user,
    path,
    handlers: { 'GET /api/jobs/pilot/:id': () => jobs, 'GET /api/jobs/client/:id': () => jobs },
  });
}

describe('the schedule', () => {
  it('[SCHED-1, SCHED-4, SCHED-5, SCHED-6, SCHED-22] lists upcoming jobs, earliest first', async () => {
    show([
      assignedJob({ id: 1, title: 'Later', ...onDay(3) }),
      assignedJob({ id: 2, title: 'Past', ...onDay(-1) }),
      assignedJob({ id: 3, title: 'Sooner', deadline: inDays(2).toISOString(), deadlineHasTime: true }),
    ]);
    expect(screen.getByRole('heading', { name: 'Schedule', level: 1 })).toBeTruthy();
    expect(screen.getByText('Manage your upcoming flight missions')).toBeTruthy();
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      `SoonerPendingClient Project${formatDay(localDay(inDays(2)))}9:30 AM · 2 hoursAustin, TX`,
      `LaterPendingClient Project${formatDay(localDay(inDays(3)))}TBD · 2 hoursAustin, TX`,
    ]);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sooner' });
    expect([link.getAttribute('href'), link.title]).toEqual(['/jobs?job=3', 'Sooner']);
  });

  it.each([
    [
      PILOT,
      'No jobs scheduled at the moment. Check the Browse Jobs page for new opportunities.',
      '/browse-jobs',
    ],
    [CLIENT, "You don't have any scheduled jobs. Create a new job posting to get started.", '/jobs?new=1'],
  ])(
    '[SCHED-7, SCHED-8, SCHED-9] shows a $role the next step once the jobs have loaded and nothing is scheduled',
    async (user, text, href) => {
      show([], user);
      expect(screen.queryByText('No Upcoming Jobs')).toBeNull();
      expect(screen.getByRole('button', { name: 'View Calendar' })).toHaveProperty('disabled', true);
      expect(await screen.findByText('No Upcoming Jobs')).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.getByRole('link').getAttribute('href')).toBe(href);
    },
  );

  it('[SCHED-5] labels the jobs of a client Your Project', async () => {
    show([assignedJob(onDay(1))], CLIENT);
    expect(await screen.findByText('Your Project')).toBeTruthy();
  });

  it('[SCHED-3] starts a new day at midnight', async () => {
    jest.useFakeTimers({ now: new Date(2026, 10, 20, 23, 59), advanceTimers: true });
    show([
      assignedJob({ id: 1, title: 'Today', deadline: '2026-11-20T00:00:00.000Z' }),
      assignedJob({ id: 2, title: 'Tomorrow', deadline: '2026-11-21T00:00:00.000Z' }),
    ]);
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    act(() => jest.advanceTimersByTime(60_000));
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Tomorrow/),
    ]);
    jest.useRealTimers();
  });
});

describe('the calendar of the schedule', () => {
  const todayText = formatDay(localDay(now));
  const dayOfMonth = (day: number) => new Date(now.getFullYear(), now.getMonth(), day);
  const nameOf = (day: number) => formatDay(localDay(dayOfMonth(day)));
  const addressOf = (day: number) => `/schedule?calendar=${localDay(dayOfMonth(day))}`;
  const calendar = () => within(screen.getByRole('dialog', { name: 'Schedule Calendar' }));
  const focused = () => document.activeElement?.getAttribute('aria-label');
  const jobToday = assignedJob({ id: 8, title: 'Roof', ...onDay(0) });

  const monthOf = (by: number) =>
    new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(
      new Date(now.getFullYear(), now.getMonth() + by),
    );
  const firstOf = (by: number) => localDay(new Date(now.getFullYear(), now.getMonth() + by, 1));

  async function openCalendar(jobs: JobView[] = [jobToday]) {
    const shell = show(jobs);
    const opener = screen.getByRole<HTMLButtonElement>('button', { name: 'View Calendar' });
    await waitFor(() => expect(opener.disabled).toBe(false));
    await shell.events.click(opener);
    return { ...shell, opener };
  }

  it('[SCHED-12, SCHED-13, SCHED-15, SCHED-16, SCHED-17, SCHED-18] shows 35 days, with the jobs of today or of another day below', async () => {
    const { events, location, opener } = await openCalendar();
    expect(calendar().getByRole('grid', { name: monthOf(0) })).toBeTruthy();
    const weekdays = calendar().getAllByRole('columnheader');
    expect(weekdays.map((each) => each.textContent).join()).toBe('Sun,Mon,Tue,Wed,Thu,Fri,Sat');
    expect(calendar().getAllByRole('gridcell')).toHaveLength(35);
    const today = calendar().getByRole('button', { name: `${todayText}, 1 job` });
    expect(today.getAttribute('aria-current')).toBe('date');
    expect(today.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(today);
    expect(calendar().getByRole('heading', { name: `Jobs for ${todayText}` })).toBeTruthy();
    expect(calendar().getByRole('listitem').textContent).toContain('Roof');
    expect(calendar().getByRole('link', { name: 'Roof' }).getAttribute('href')).toBe('/jobs?job=8');
    expect(location()).toBe(addressOf(now.getDate()));
    const other = now.getDate() === 1 ? 2 : 1;
    const otherDay = calendar().getByRole('button', { name: nameOf(other) });
    await events.click(otherDay);
    expect(calendar().getByRole('heading', { name: `Jobs for ${nameOf(other)}` })).toBeTruthy();
    expect(calendar().getByText('No jobs scheduled for this date')).toBeTruthy();
    expect(location()).toBe(addressOf(other));
    expect(otherDay.getAttribute('aria-pressed')).toBe('true');
    await events.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
    expect(location()).toBe('/schedule');
  });

  it('[SCHED-20] supports arrow keys, Enter, Space, Page Up and Page Down, and is one tab stop', async () => {
    const { events, location } = show([], PILOT, addressOf(15));
    await waitFor(() => expect(focused()).toBe(nameOf(15)));
    await events.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe(nameOf(23));
    await events.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}');
    expect(focused()).toBe(nameOf(8));
    expect(location()).toBe(addressOf(15));
    await events.keyboard('{Enter}');
    expect(location()).toBe(addressOf(8));
    await events.keyboard('{ArrowRight} ');
    expect(location()).toBe(addressOf(9));
    const tabbable = calendar()
      .getAllByRole('button')
      .filter((button) => button.tabIndex === 0);
    expect(tabbable.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Close',
      'Previous month',
      'Next month',
      focused(),
    ]);
    await events.keyboard('{PageDown}');
    expect(calendar().getByRole('grid', { name: monthOf(1) })).toBeTruthy();
    expect(focused()).toBe(formatDay(firstOf(1)));
    await events.keyboard('{PageUp}');
    expect(focused()).toBe(todayText);
  });

  it('[SCHED-20] shows the next and the previous month with its jobs, and announces it', async () => {
    const inNextMonth = new Date(now.getFullYear(), now.getMonth() + 1, 15);
    const later = { deadline: `${localDay(inNextMonth)}T00:00:00.000Z`, deadlineHasTime: false };
    const { events, location } = await openCalendar([
      jobToday,
      assignedJob({ id: 9, title: 'Vineyard', ...later }),
    ]);
    expect(calendar().getByRole('link', { name: 'Vineyard' })).toBeTruthy();
    const next = calendar().getByRole('button', { name: 'Next month' });
    await events.click(next);
    expect(calendar().getByRole('grid', { name: monthOf(1) })).toBeTruthy();
    expect(calendar().getByText(monthOf(1)).getAttribute('aria-live')).toBe('polite');
    expect(calendar().getAllByRole('gridcell')).toHaveLength(35);
    expect(document.activeElement).toBe(next);
    expect(location()).toBe(`/schedule?calendar=${firstOf(1)}`);
    expect(calendar().queryByRole('link', { name: 'Vineyard' })).toBeNull();
    await events.click(
      calendar().getByRole('button', { name: `${formatDay(localDay(inNextMonth))}, 1 job` }),
    );
    expect(calendar().getByRole('link', { name: 'Vineyard' })).toBeTruthy();
    await events.click(calendar().getByRole('button', { name: 'Previous month' }));
    expect(calendar().getByRole('grid', { name: monthOf(0) })).toBeTruthy();
    expect(location()).toBe(addressOf(now.getDate()));
    await events.click(calendar().getByRole('button', { name: 'Previous month' }));
    expect(calendar().getByRole('grid', { name: monthOf(-1) })).toBeTruthy();
  });

  it('[SCHED-21] opens at the month of the day in the URL', async () => {
    show([jobToday], PILOT, '/schedule?calendar=2999-12-31');
    expect(await screen.findByRole('grid', { name: 'December 2999' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Jobs for Dec 31, 2999' })).toBeTruthy();
    expect(focused()).toBe('Dec 31, 2999');
  });
});
