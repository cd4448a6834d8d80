import { screen, waitFor, within } from '@testing-library/react';
import { useDispatch } from 'react-redux';
import type { JobView } from '@dps/contract';
import { baseApi, UNREAD_MESSAGES } from '@dps/contract/client';
import { aJob, aPilot, reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { NotificationsMenu } from './NotificationsMenu.tsx';

const pilot = aPilot();
const assigned = (id: number, day: number): JobView =>
  aJob({ id, pilotId: pilot.id, title: `Job ${id}`, updatedAt: `2026-11-0${day}T10:00:00.000Z` });

function renderMenu(jobs: JobView[] | (() => unknown), threads = 0) {
  return renderInShell(<NotificationsMenu user={pilot} />, {
    user: pilot,
    handlers: {
      'GET /api/jobs/pilot/:id': () => (Array.isArray(jobs) ? jobs : jobs()),
      'GET /api/threads/unread': () => ({ threads }),
    },
  });
}

beforeEach(() => localStorage.clear());

describe('the bell', () => {
  it('[NOTE-8, NOTE-9, NOTE-12] shows the number of unread notifications and the newest five, then the next ones', async () => {
    const { events } = renderMenu([1, 2, 3, 4, 5, 6, 7].map((n) => assigned(n, n)));
    await events.click(await screen.findByRole('button', { name: 'Notifications, 7 unread' }));
    const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
    const shown = () => list.getAllByRole('listitem').map((item) => /Job \d/.exec(item.textContent)?.[0]);
    expect(list.getByText('You\'ve been assigned to "Job 7"')).toBeTruthy();
    expect(shown()).toEqual(['Job 7', 'Job 6', 'Job 5', 'Job 4', 'Job 3']);
    await events.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(shown()).toEqual(['Job 2', 'Job 1']);
  });

  it('shows the shape of the list while the jobs load, and an error, not an empty list, when they do not', async () => {
    const { promise, resolve } = Promise.withResolvers();
    const responses = [promise, [assigned(1, 1)]];
    const { events } = renderMenu(() => responses.shift());
    await events.click(screen.getByRole('button', { name: 'Notifications' }));
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(await list.findByRole('status')).toBeTruthy();
    resolve(reply(503, { code: 'unavailable', message: 'Try again soon.' }));
    expect((await list.findByRole('alert')).textContent).toContain('Try again soon.');
    expect(list.queryByRole('status')).toBeNull();
    expect(list.queryByText('No new notifications')).toBeNull();
    await events.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByText('You\'ve been assigned to "Job 1"')).toBeTruthy();
    expect(list.queryByRole('alert')).toBeNull();
  });

  it('[NOTE-10, NOTE-11, NOTE-13, NOTE-14] hides read notifications of this user, also after a reload, and forgets jobs that no longer exist', async () => {
    localStorage.setItem('readNotifications_1', '["job-99-pending"]');
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

  it('[NOTE-22] counts unread conversations too, and leads to their page', async () => {
    const { events, location } = renderMenu([assigned(1, 1)], 2);
    await events.click(await screen.findByRole('button', { name: 'Notifications, 3 unread' }));
    const [first] = within(screen.getByRole('dialog', { name: 'Notifications' })).getAllByRole('link');
    expect(first?.textContent).toBe('2 unread conversations');
    await events.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByText('No new notifications')).toBeNull();
    await events.click(screen.getByRole('link', { name: '2 unread conversations' }));
    expect(location()).toBe('/messages');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy();
  });

  it('[NOTE-22] counts unread conversations again when the user has read messages', async () => {
    let threads = 2;
    function Read() {
      const dispatch = useDispatch();
      return <button onClick={() => dispatch(baseApi.util.invalidateTags([UNREAD_MESSAGES]))}>Read</button>;
    }
    const page = (
      <>
        <NotificationsMenu user={pilot} />
        <Read />
      </>
    );
    const { events } = renderInShell(page, {
      user: pilot,
      handlers: { 'GET /api/jobs/pilot/:id': () => [], 'GET /api/threads/unread': () => ({ threads }) },
    });
    expect(await screen.findByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy();
    threads = 1;
    await events.click(screen.getByRole('button', { name: 'Read' }));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
  });
});
