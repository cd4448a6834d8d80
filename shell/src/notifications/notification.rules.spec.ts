import type { JobStatus, Role } from '@dps/contract';
import { notificationsOf, prune, readAfter, unreadOf } from './notification.rules.ts';
import { parseReadIds } from './useNotifications.ts';

const job = (id: number, status: JobStatus, updatedAt = '2026-11-01T10:00:00.000Z') => ({
  id,
  title: 'Roof inspection',
  status,
  progress: 40,
  budget: 185_000,
  pilotId: null,
  pilot: null,
  updatedAt,
  termsChangedAt: null,
  handedOverAt: null,
  changesRequestedAt: null,
  endRequestedAt: null,
});

const describeOne = ({ type, title, message }: ReturnType<typeof notificationsOf>[number]) =>
  `${type}, ${title}: ${message}`;

describe('notificationsOf', () => {
  it.each<[Role, JobStatus, string]>([
    ['pilot', 'pending', 'info, New Job Assignment: You\'ve been assigned to "Roof inspection"'],
    ['pilot', 'in-progress', ''],
    ['pilot', 'review', 'warning, Job Under Review: "Roof inspection" is being reviewed by client'],
    ['pilot', 'completed', ''],
    ['pilot', 'paid', 'success, Job Paid: "Roof inspection" is paid. You get $1,295.00'],
    ['client', 'pending', ''],
    ['client', 'in-progress', 'info, Job In Progress: "Roof inspection" is 40% complete'],
    ['client', 'review', 'success, Job Completed: "Roof inspection" is ready for review'],
    ['client', 'completed', 'success, Job Completed: "Roof inspection" is ready for review'],
    ['client', 'paid', ''],
  ])(
    '[NOTE-1, NOTE-2, NOTE-3, NOTE-4, NOTE-5, NOTE-6, NOTE-20] notifies a %s about a %s job: %s',
    (role, status, expected) => {
      const notifications = notificationsOf(role, [job(7, status)], Date.parse('2026-12-01'));
      expect(notifications.map(describeOne)).toEqual(expected ? [expected] : []);
      for (const { id, jobId, time } of notifications)
        expect([id, jobId, time]).toEqual([`job-7-${status}`, 7, '2026-11-01T10:00:00.000Z']);
    },
  );

  it.each<[Role, JobStatus, string[]]>([
    ['pilot', 'pending', ['job-7-2026-11-02T10:00:00.000Z', 'job-7-pending']],
    ['pilot', 'in-progress', ['job-7-2026-11-02T10:00:00.000Z']],
    ['pilot', 'completed', ['job-7-2026-11-02T10:00:00.000Z']],
    ['pilot', 'paid', ['job-7-paid']],
    ['client', 'pending', []],
  ])('[NOTE-16] notifies a %s about the changed terms of a %s job', (role, status, ids) => {
    const changed = { ...job(7, status), termsChangedAt: '2026-11-02T10:00:00.000Z' };
    const notifications = notificationsOf(role, [changed], Date.parse('2026-11-03'));
    expect(notifications.map(({ id }) => id)).toEqual(ids);
  });

  it('says that the client has changed the job', () => {
    const changed = { ...job(7, 'in-progress'), termsChangedAt: '2026-11-02T10:00:00.000Z' };
    expect(notificationsOf('pilot', [changed]).map(describeOne)).toEqual([
      'warning, Job Changed: The client has changed "Roof inspection"',
    ]);
  });

  it('[NOTE-18] notifies the pilot of each request for changes until the work is submitted again, and then the client', () => {
    const sentBack = { ...job(7, 'in-progress'), changesRequestedAt: '2026-11-02T10:00:00.000Z' };
    const [notification, ...more] = notificationsOf('pilot', [sentBack]);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      id: 'job-7-changes-2026-11-02T10:00:00.000Z',
      time: '2026-11-02T10:00:00.000Z',
    });
    expect(notification && describeOne(notification)).toBe(
      'warning, Changes Requested: The client asks for changes of "Roof inspection"',
    );
    const again = { ...sentBack, status: 'review', handedOverAt: '2026-11-03T10:00:00.000Z' } as const;
    for (const role of ['pilot', 'client'] as const)
      expect(notificationsOf(role, [again]).map(({ id }) => id)).toEqual([
        'job-7-review-2026-11-03T10:00:00.000Z',
      ]);
  });

  it('[NOTE-19] notifies the client of the acceptance of each pilot', () => {
    const accepted = (pilotId: number) => ({ ...job(7, 'pending'), pilotId, pilot: { name: 'Robin Vance' } });
    expect(notificationsOf('client', [accepted(8)]).map(describeOne)).toEqual([
      'info, Job Accepted: Robin Vance has accepted "Roof inspection"',
    ]);
    const ids = [8, 9].flatMap((pilot) => notificationsOf('client', [accepted(pilot)]).map(({ id }) => id));
    expect(ids).toEqual(['job-7-pending-8', 'job-7-pending-9']);
  });

  it('[NOTE-20] does not notify the pilot of a payment after 30 days', () => {
    const paid = job(7, 'paid');
    expect(notificationsOf('pilot', [paid], Date.parse('2026-12-01T10:00:00.000Z'))).toHaveLength(1);
    expect(notificationsOf('pilot', [paid], Date.parse('2026-12-01T10:00:00.001Z'))).toEqual([]);
  });

  it('[NOTE-21] notifies the pilot of a request to end the assignment', () => {
    const asked = { ...job(7, 'in-progress'), endRequestedAt: '2026-11-02T10:00:00.000Z' };
    const [notification, ...more] = notificationsOf('pilot', [asked]);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      id: 'job-7-end-2026-11-02T10:00:00.000Z',
      title: 'Client Asks to End the Job',
      message: 'The client asks to end your work on "Roof inspection"',
    });
    expect(notificationsOf('client', [asked]).map(({ id }) => id)).toEqual(['job-7-in-progress']);
  });

  it('[NOTE-9] sorts the newest first', () => {
    const jobs = [1, 3, 2].map((day, at) => job(at + 1, 'pending', `2026-11-0${day}T10:00:00.000Z`));
    const ids = notificationsOf('pilot', jobs).map(({ id }) => id);
    expect(ids).toEqual(['job-2-pending', 'job-3-pending', 'job-1-pending']);
  });
});

describe('read notifications', () => {
  const seven = [1, 2, 3, 4, 5, 6, 7].map((id) => job(id, 'pending'));

  it('counts all unread notifications and returns the newest five', () => {
    const { count, shown } = unreadOf(notificationsOf('pilot', seven), ['job-2-pending']);
    expect(count).toBe(6);
    expect(shown.map(({ id }) => id)).toEqual([1, 3, 4, 5, 6].map((id) => `job-${id}-pending`));
  });

  it('[NOTE-7] is unread again after a change of the status, not of the progress', () => {
    const further = { ...job(1, 'in-progress'), progress: 80 };
    expect(unreadOf(notificationsOf('client', [further]), ['job-1-in-progress']).count).toBe(0);
    expect(unreadOf(notificationsOf('client', [job(1, 'review')]), ['job-1-in-progress']).count).toBe(1);
  });

  it('[NOTE-17] is unread again after each change of the terms', () => {
    const changed = (termsChangedAt: string) => [{ ...job(1, 'in-progress'), termsChangedAt }];
    const first = notificationsOf('pilot', changed('2026-11-02T10:00:00.000Z'));
    const read = readAfter(first, [], changed(''));
    expect(unreadOf(first, read).count).toBe(0);
    expect(unreadOf(notificationsOf('pilot', changed('2026-11-03T10:00:00.000Z')), read).count).toBe(1);
  });

  it('keeps ids of existing jobs and removes the others', () => {
    expect(prune(['job-1-pending', 'job-12-review', 'job-9-pending', 'x'], seven)).toEqual(['job-1-pending']);
  });

  it('marks all notifications as read, also those that the list omits, or one', () => {
    const all = notificationsOf('pilot', seven);
    const read = readAfter(all, ['job-1-review', 'job-99-pending'], seven);
    expect(unreadOf(all, read).count).toBe(0);
    expect(read).toContain('job-1-review');
    expect(read).not.toContain('job-99-pending');
    expect(readAfter(all.slice(0, 1), ['job-1-review'], seven)).toEqual(['job-1-review', 'job-1-pending']);
  });
});

describe('parseReadIds', () => {
  it.each([
    ['an empty text', '', []],
    ['a list of ids', '["job-1-pending","job-2-review"]', ['job-1-pending', 'job-2-review']],
    ['a list with other values', '["job-1-pending",7,null]', ['job-1-pending']],
    ['another JSON value', '{"job":1}', []],
    ['invalid JSON', 'job-1', []],
  ])('parses %s', (_case, text, ids) => {
    expect(parseReadIds(text)).toEqual(ids);
  });
});
