import { screen, within } from '@testing-library/react';
import type { JobEventView } from '@dps/contract';
import { reply } from '@dps/contract/testing';
import { assignedJob, PILOT } from '../../testing/samples.ts';
import { findButton, showPilotJob } from '../../testing/show-pilot-job.tsx';

const EVENTS = 'GET /api/jobs/:id/events';
const event = (id: number, given: Partial<JobEventView> = {}): JobEventView => ({
  id,
  at: `2026-11-${String(Math.ceil(id / 20)).padStart(2, '0')}T12:00:00.000Z`,
  kind: 'edited',
  actor: { name: 'Ada Hill' },
  pilot: null,
  before: { budget: 1200 },
  after: { budget: 1200 + id },
  ...given,
});

describe('the history in the job dialog', () => {
  it('[PJOB-35] loads when the user shows it, with sentences by day, newest first', async () => {
    const pilot = { name: PILOT.name };
    const { events, calls } = showPilotJob(assignedJob(), {
      [EVENTS]: () => [
        event(21, { kind: 'status', before: { status: 'pending' }, after: { status: 'in-progress' } }),
        event(3),
        event(2, { kind: 'accepted', actor: pilot, pilot, before: null, after: null }),
      ],
    });
    const show = await findButton('Show History');
    expect(calls.filter(({ url }) => url.includes('/events'))).toEqual([]);
    await events.click(show);
    const history = within(screen.getByRole('region', { name: 'History' }));
    expect(await history.findByText('Robin Vance accepted the job')).toBeTruthy();
    expect(history.getByText('Budget: $1,200.00 → $1,203.00')).toBeTruthy();
    expect(history.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Nov 2, 2026',
      'Nov 1, 2026',
    ]);
    await events.click(history.getByRole('button', { name: 'Hide History' }));
    expect(history.queryByText('Robin Vance accepted the job')).toBeNull();
  });

  it('[HIST-8] shows 20 events and loads older ones on demand', async () => {
    const all = Array.from({ length: 30 }, (_, index) => event(30 - index));
    const { events } = showPilotJob(assignedJob(), {
      [EVENTS]: ({ url }) => {
        const query = new URL(url, 'http://localhost').searchParams;
        const after = Number(query.get('after') ?? Infinity);
        return all.filter(({ id }) => id < after).slice(0, Number(query.get('limit')));
      },
    });
    await events.click(await findButton('Show History'));
    const history = within(screen.getByRole('region', { name: 'History' }));
    expect(await history.findAllByText('Ada Hill changed the job')).toHaveLength(20);
    await events.click(history.getByRole('button', { name: 'Show more' }));
    expect(await history.findByText('Budget: $1,200.00 → $1,201.00')).toBeTruthy();
    expect(history.getAllByText('Ada Hill changed the job')).toHaveLength(30);
    expect(history.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('[HIST-9, HIST-10] reports an error with a retry, and an empty history', async () => {
    let fails = true;
    const { events } = showPilotJob(assignedJob(), {
      [EVENTS]: () => (fails ? reply(503, { code: 'unavailable', message: 'Try again soon.' }) : []),
    });
    await events.click(await findButton('Show History'));
    expect((await screen.findByRole('alert')).textContent).toContain('Try again soon.');
    fails = false;
    await events.click(await findButton('Try again'));
    expect(await screen.findByText('No changes are recorded yet.')).toBeTruthy();
  });
});

describe('the changed terms in the dialog of the pilot', () => {
  it('[PJOB-33, PJOB-34] show the accepted and the current values, and that the pilot may release a pending job', async () => {
    const acceptedTerms = { budget: 1200, deadline: '2026-12-31', description: 'Photographs of the roof.' };
    showPilotJob(assignedJob({ budget: 1450, deadline: '2027-01-15T00:00:00.000Z' }), {}, { acceptedTerms });
    const notice = within(await screen.findByRole('note'));
    for (const text of [
      'Changed since you accepted',
      'Budget: $1,200.00 → $1,450.00',
      'Deadline: Dec 31, 2026, TBD → Jan 15, 2027, TBD',
      'Photographs of the roof.',
      'Photographs of every seam.',
      'You can release this job while it is pending.',
    ]) {
      expect(notice.getByText(text)).toBeTruthy();
    }
  });

  it('[PJOB-34] do not mention a release of a started job', async () => {
    const job = assignedJob({ status: 'in-progress', budget: 1450 });
    showPilotJob(job, {}, { acceptedTerms: { budget: 1200 } });
    expect(await screen.findByText('Budget: $1,200.00 → $1,450.00')).toBeTruthy();
    expect(screen.queryByText(/You can release/)).toBeNull();
  });
});
