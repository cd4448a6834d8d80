import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { JobEventView, ShareStatus } from '@dps/contract';
import { aDeliverable, aPayment, reply } from '@dps/contract/testing';
import { assignedJob, jobDetail, PILOT, sampleFile, sampleFlight, sampleJob } from '../../testing/samples.ts';
import { confirmReview, findButton, findSlider, showPilotJob } from '../../testing/show-pilot-job.tsx';

describe('the job dialog of a pilot', () => {
  it('[PJOB-37] begins with what the client wants to have changed, while the job is in progress', async () => {
    const lastChangeRequest = { at: '2026-11-27T16:00:00.000Z', comment: 'The west side is missing.' };
    const { unmount } = showPilotJob(assignedJob({ status: 'in-progress' }), {}, { lastChangeRequest });
    const notice = await screen.findByRole('note');
    expect(notice.textContent).toContain(
      'The client asked for changes on Nov 27, 2026The west side is missing.',
    );
    unmount();
    showPilotJob(assignedJob({ status: 'review' }), {}, { lastChangeRequest });
    await findSlider();
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('[PJOB-42] shows a former pilot the own flights and deliverables, without a way to add some', async () => {
    showPilotJob(
      sampleJob({ id: 7 }),
      { 'GET /api/jobs/:id/deliverables': () => [aDeliverable()] },
      { formerPilot: true, flightData: [sampleFlight()], flightDataCount: 1 },
    );
    expect(await screen.findByText(/^You no longer have this job/)).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Deliverables' })).toBeTruthy();
    expect(await screen.findByRole('group', { name: 'flight-data.record-list' })).toBeTruthy();
    for (const name of ['Upload Data', 'Add Files'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('[PJOB-38] shows the day of the submission in place of the buttons of progress, before the payment', async () => {
    const job = assignedJob({ status: 'review', handedOverAt: '2026-11-27T16:00:00.000Z' });
    showPilotJob(job);
    expect(await screen.findByText('Submitted Nov 27, 2026')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /progress by 5%/ })).toBeNull();
    const parts = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
    expect(parts.slice(0, 4)).toEqual(['Progress', 'Flight Data', 'Deliverables', 'Payment']);
  });

  it('[PJOB-1, PJOB-2, PJOB-3, PJOB-8, PJOB-27] shows a loading text, then the job, its files and the newest flights', async () => {
    const open = jest.spyOn(globalThis, 'open').mockReturnValue(null);
    const job = assignedJob({ id: 7, budget: 125_050, status: 'in-progress' });
    const plan = sampleFile({ id: 4, jobId: 7, fileName: 'site-plan.pdf', fileType: 'pdf' });
    const detail = { attachments: [plan], flightData: [sampleFlight()], flightDataCount: 73 };
    const { events } = showPilotJob(job, {}, detail);
    const dialog = screen.getByRole('dialog', { name: 'Warehouse roof inspection' });
    expect(screen.getByText('Loading...')).toBeTruthy();
    await findSlider();
    const parts =
      '#DPS-2024-007|Photographs of every seam.|Property Inspection|Austin, TX|$1,250.50|$875.35|Ada Hill|' +
      'In Progress|Dec 31, 2026, TBD|Showing the newest 1 of 73 flights';
    for (const part of parts.split('|')) expect(dialog.textContent).toContain(part);
    const description = 'site-plan.pdf (opens in a new tab)';
    await events.click(screen.getByRole('button', { name: 'View', description }));
    expect(open.mock.calls).toEqual([['/api/jobs/7/attachments/4', '_blank', 'noopener']]);
    open.mockRestore();
  });

  it.each([
    ['paid', 'Charged$1,250.50Nov 19, 2026, Visa ending in 4242Refunded$50.05Nov 20, 2026', true],
    ['completed', 'ChargedNot yet', false],
  ] as const)(
    '[PJOB-29, PJOB-30] shows the money of a %s job, and the receipt once it is paid',
    async (status, money, linked) => {
      const payment = aPayment({ refundedAmount: 5005, refundedAt: '2026-11-20T12:00:00.000Z' });
      const job = assignedJob({ id: 7, budget: 125_050, status, updatedAt: '2026-11-19T12:00:00.000Z' });
      showPilotJob(job, {}, { payment: linked ? payment : null });
      const section = await screen.findByRole('region', { name: 'Payment' });
      expect(section.textContent).toContain('Budget$1,250.50Fee (30%)$375.15Your share (70%)$875.35');
      expect(section.textContent).toContain(money);
      const link = within(section).queryByRole('link', { name: 'Receipt' });
      expect(link?.getAttribute('href')).toBe(linked ? '/payments?receipt=7' : undefined);
    },
  );

  it('[EVENT-21] reads the state of the share again after a lost connection', async () => {
    let share: ShareStatus = 'waiting';
    const job = assignedJob({ id: 7, status: 'paid' });
    const { changeShares } = showPilotJob(job, {
      'GET /api/jobs/:id': () => jobDetail(job, { payment: aPayment({ share }) }),
    });
    const section = await screen.findByRole('region', { name: 'Payment' });
    expect(section.textContent).toContain('Waits for your payout account');
    share = 'available';
    act(changeShares);
    expect(await within(section).findByText('At your payout account')).toBeTruthy();
  });

  it("shows the pilot's share of an open job, without progress, history and flights", async () => {
    showPilotJob(sampleJob({ budget: 125_050 }));
    await findButton('Accept Job');
    const text = screen.getByRole('dialog').textContent;
    expect(text).toContain('Ada Hill');
    expect(text).toContain('$875.35');
    expect(text).toMatch(/Due in|Due today|Due tomorrow|overdue/);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('button', { name: /Upload Data|Show History/ })).toBeNull();
  });

  it('[PJOB-5, PJOB-7, PJOB-9] shows flights, and the upload form until it is done', async () => {
    const { events, discarded } = showPilotJob(assignedJob({ id: 9 }), {}, { flightData: [sampleFlight()] });
    const list = await screen.findByRole('group', { name: 'flight-data.record-list' });
    const form = () => screen.queryByRole('group', { name: 'flight-data.upload-form' });
    expect(list.textContent).toBe('FL-101');
    expect(screen.queryByText(/Showing the newest/)).toBeNull();
    expect(screen.getByText('No attachments uploaded yet')).toBeTruthy();
    await events.click(await findButton('Upload Data'));
    expect(discarded()).toBe(0);
    await events.click(await findButton('Cancel'));
    expect(discarded()).toBe(1);
    expect(form()).toBeNull();
    await events.click(await findButton('Upload Data'));
    await events.click(await findButton('Save for job 9'));
    expect(form()).toBeNull();
    expect(discarded()).toBe(1);
    expect(document.activeElement).toBe(await findButton('Upload Data'));
  });
});

describe('a job whose details fail to load', () => {
  const log = jest.spyOn(console, 'error');
  beforeEach(() => void log.mockReset().mockImplementation(() => undefined));
  afterAll(() => log.mockRestore());
  const failure = { code: 'internal', message: 'Something went wrong.', requestId: 'r-9' };

  it('[PJOB-4] shows a notice, logs the failure without a toast, and retries', async () => {
    let broken = true;
    const { events } = showPilotJob(assignedJob(), {
      'GET /api/jobs/:id': () => (broken ? reply(500, failure) : jobDetail(assignedJob())),
    });
    const notice = await screen.findByRole('alert');
    for (const part of ['Failed to load job details', 'Something went wrong.', 'r-9']) {
      expect(notice.textContent).toContain(part);
    }
    expect(screen.getAllByText('Failed to load job details')).toHaveLength(1);
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('job-detail.read failed'), `500: ${JSON.stringify(failure)} (request r-9)`],
    ]);
    broken = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findSlider()).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers no actions once the pilot may no longer view it', async () => {
    let job = assignedJob({ status: 'in-progress' });
    const missing = () => reply(404, { code: 'not_found', message: 'Not found.' });
    const { events } = showPilotJob(job, {
      'GET /api/jobs/:id': () => (job.pilotId === null ? missing() : jobDetail(job)),
      'PATCH /api/jobs/:id': () => {
        job = sampleJob();
        return missing();
      },
    });
    await events.click(await findButton('Mark as Review'));
    await confirmReview({ events });
    expect((await screen.findByRole('alert')).textContent).toContain('can no longer view this job');
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
    expect(screen.queryByRole('slider')).toBeNull();
  });
});

const EVENTS = 'GET /api/jobs/:id/events';
const event = (id: number, given: Partial<JobEventView> = {}): JobEventView => ({
  id,
  at: `2026-11-${String(Math.ceil(id / 20)).padStart(2, '0')}T12:00:00.000Z`,
  kind: 'edited',
  actor: { name: 'Ada Hill' },
  pilot: null,
  before: { budget: 120_000 },
  after: { budget: 120_000 + 100 * id },
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
    expect(history.getAllByRole('time')[0]?.textContent).toMatch(/^\d+:\d\d.[AP]M \S+$/);
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
    const acceptedTerms = {
      budget: 120_000,
      deadline: '2026-12-31',
      description: 'Photographs of the roof.',
    };
    showPilotJob(
      assignedJob({ budget: 145_000, deadline: '2027-01-15T00:00:00.000Z' }),
      {},
      { acceptedTerms },
    );
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
    const job = assignedJob({ status: 'in-progress', budget: 145_000 });
    showPilotJob(job, {}, { acceptedTerms: { budget: 120_000 } });
    expect(await screen.findByText('Budget: $1,200.00 → $1,450.00')).toBeTruthy();
    expect(screen.queryByText(/You can release/)).toBeNull();
  });
});
