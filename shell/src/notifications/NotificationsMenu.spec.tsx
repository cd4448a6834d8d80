import { screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import { aJob, aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { NotificationsMenu } from './NotificationsMenu.tsx';

const pilot = aPilot();
const assigned = (id: number, day: number): JobView =>
  aJob({ id, pilotId: pilot.id, title: `Job ${id}`, updatedAt: `2026-11-0${day}T10:00:00.000Z` });

function renderMenu(jobs: JobView[]) {
  return renderInShell(<NotificationsMenu user={pilot} />, {
    user: pilot,
    handlers: { 'GET /api/jobs/pilot/:id': () => jobs },
  });
}

beforeEach(() => localStorage.clear());

describe('the bell', () => {
  it('[NOTE-8, NOTE-9] shows the number of unread notifications and lists the newest five', async () => {
    const { events } = renderMenu([1, 2, 3, 4, 5, 6].map((n) => assigned(n, n)));
    await events.click(await screen.findByRole('button', { name: 'Notifications, 6 unread' }));
    const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    expect(list.getByText('You\'ve been assigned to "Job 6"')).toBeTruthy();
    expect(list.queryByText('You\'ve been assigned to "Job 1"')).toBeNull();
  });

  it('[NOTE-12] marks the shown notifications as read, and then shows the next ones', async () => {
    const { events } = renderMenu([1, 2, 3, 4, 5, 6, 7].map((n) => assigned(n, n)));
    await events.click(await screen.findByRole('button', { name: 'Notifications, 7 unread' }));
    await events.click(screen.getByRole('button', { name: 'Mark all as read' }));
    const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
    expect(list.getAllByRole('listitem').map((item) => /Job \d/.exec(item.textContent)?.[0])).toEqual([
      'Job 2',
      'Job 1',
    ]);
    await events.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.getByText('No new notifications')).toBeTruthy();
  });

  it('shows the shape of the list while the jobs load', async () => {
    const { promise, resolve } = Promise.withResolvers<JobView[]>();
    const { events } = renderInShell(<NotificationsMenu user={pilot} />, {
      user: pilot,
      handlers: { 'GET /api/jobs/pilot/:id': () => promise },
    });
    await events.click(screen.getByRole('button', { name: 'Notifications' }));
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    await waitFor(() =>
      expect(list.getByRole('status').querySelectorAll('.MuiSkeleton-root')).toHaveLength(6),
    );
    resolve([assigned(1, 1)]);
    expect(await list.findByText('You\'ve been assigned to "Job 1"')).toBeTruthy();
    expect(list.queryByRole('status')).toBeNull();
  });

  it('shows an error, not an empty list, when the jobs do not load', async () => {
    let fails = true;
    const { events } = renderInShell(<NotificationsMenu user={pilot} />, {
      user: pilot,
      handlers: {
        'GET /api/jobs/pilot/:id': () =>
          fails ? reply(503, { code: 'unavailable', message: 'Try again soon.' }) : [assigned(1, 1)],
      },
    });
    await events.click(screen.getByRole('button', { name: 'Notifications' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    expect(screen.queryByText('No new notifications')).toBeNull();
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('You\'ve been assigned to "Job 1"')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[NOTE-10, NOTE-11, NOTE-13] hides read notifications of this user, also after a reload', async () => {
    const { events, unmount } = renderMenu([assigned(1, 1), assigned(2, 2)]);
    await events.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
    await events.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.getByText('No new notifications')).toBeTruthy();
    expect(localStorage.getItem('readNotifications_1')).toBe('["job-2-pending","job-1-pending"]');
    unmount();
    renderMenu([assigned(1, 1), assigned(2, 2), assigned(3, 3)]);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
  });

  it('[NOTE-15] opens the job of a notification, and marks only that one as read', async () => {
    const { events, location } = renderMenu([assigned(1, 1), assigned(2, 2)]);
    await events.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
    await events.click(screen.getByRole('link', { name: /You've been assigned to "Job 1"/ }));
    expect(location()).toBe('/jobs?job=1');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await events.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }));
    expect(screen.getByRole('link', { name: /Job 2/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Job 1/ })).toBeNull();
  });

  it('[NOTE-14] deletes ids of jobs that no longer exist', async () => {
    localStorage.setItem('readNotifications_1', '["job-1-pending","job-99-pending"]');
    renderMenu([assigned(1, 1), assigned(2, 2)]);
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    expect(localStorage.getItem('readNotifications_1')).toBe('["job-1-pending"]');
  });
});
