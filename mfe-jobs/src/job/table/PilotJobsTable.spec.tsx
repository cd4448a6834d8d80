import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { JOB_STATUSES, type JobView } from '@dps/contract';
import { keepCalls, useMyJobs } from '@dps/contract/client';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, jobDetail, PILOT } from '../../testing/samples.ts';
import { confirmReview, deferredReply, sentBy } from '../../testing/show-pilot-job.tsx';
import { PilotJobsTable } from './PilotJobsTable.tsx';
import { jobsPageColumns } from '../../jobs/jobs-page-columns.tsx';
import { dashboardColumns, type PilotColumns } from './pilot-job-columns.tsx';

const roof = (facts: Partial<JobView> = {}) => assignedJob({ title: 'Roof', progress: 10, ...facts });
const later = (second: number) => `2026-11-02T10:00:0${second}.000Z`;

function MyJobs({ columns }: { columns: PilotColumns }) {
  const { data } = useMyJobs();
  return (
    <PilotJobsTable
      {...{ columns, jobs: data, viewed: null }}
      label="My Jobs"
      empty={null}
      onView={() => {}}
    />
  );
}

function show(jobs: () => JobView[], handlers: Handlers = {}, columns: PilotColumns = jobsPageColumns) {
  return renderInShell(<MyJobs columns={columns} />, {
    user: PILOT,
    handlers: {
      'GET /api/jobs/pilot/:id': jobs,
      'GET /api/jobs/:id': () => jobDetail(roof()),
      'GET /api/jobs/:id/deliverables': () => [],
      ...handlers,
    },
  });
}
const slider = (title = 'Roof') =>
  screen.findByRole<HTMLInputElement>('slider', { name: `Progress of ${title}` });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);

const log = jest.spyOn(console, 'error');
beforeEach(() => void log.mockReset().mockImplementation(() => undefined));
afterEach(() => void jest.useRealTimers());
afterAll(() => log.mockRestore());

describe('PilotJobsTable', () => {
  it('[PDASH-9] shows the columns of the dashboard, and progress on the jobs page', async () => {
    const { unmount } = show(() => [roof()], {}, dashboardColumns);
    await screen.findByText('Roof');
    expect(headers().join()).toBe('Job ID,Client,Type,Location,Value,Status,Due Date,Actions');
    expect(screen.queryByRole('slider')).toBeNull();
    unmount();
    show(() => [roof({ id: 7 })]);
    const [first, ...others] = within(await screen.findByRole('row', { name: /Roof/ })).getAllByRole('cell');
    expect(first?.textContent).toBe('Roof#DPS-2024-007 · Property Inspection');
    expect(others.map((cell) => cell.textContent)).toContain('Ada HillAustin, TX');
    expect(headers()).toContain('Progress');
  });

  it('[JOBS-15] shows progress that can change until the job is in review', async () => {
    show(() => JOB_STATUSES.map((status, id) => roof({ id, status, title: `Roof ${status}` })));
    for (const status of JOB_STATUSES) {
      const count = status === 'pending' || status === 'in-progress' ? 1 : 0;
      const row = within(await screen.findByRole('row', { name: new RegExp(`Roof ${status}`) }));
      expect(row.queryAllByRole('slider', { name: `Progress of Roof ${status}` })).toHaveLength(count);
      expect(row.queryAllByRole('button', { name: /progress by 5%/ })).toHaveLength(2 * count);
      expect(row.queryAllByText('10%')).toHaveLength(count);
      expect(row.queryAllByText('No longer reported')).toHaveLength(1 - count);
    }
  });
});

describe('progress in the list', () => {
  it('[PJOB-21, PJOB-24] shows at once, and is sent after 800 ms without a change', async () => {
    const { calls } = show(() => [roof()], { 'PUT /api/jobs/:id': () => roof({ progress: 20 }) });
    const input = await slider();
    jest.useFakeTimers();
    fireEvent.change(input, { target: { value: 15 } });
    expect(input.value).toBe('15');
    await pass(799);
    fireEvent.change(input, { target: { value: 20 } });
    await pass(799);
    expect(sentBy(calls, 'PUT')).toEqual([]);
    await pass(1);
    expect(sentBy(calls, 'PUT')).toEqual([{ progress: 20 }]);
    jest.useRealTimers();
    expect(await screen.findByText('Job progress updated to 20%')).toBeTruthy();
    expect(screen.getByText('Progress Updated')).toBeTruthy();
  });

  it('[PJOB-18] changes by buttons in steps of 5, which keep the focus at the end of the scale', async () => {
    const { calls, unmount } = show(() => [roof({ progress: 93 })]);
    const up = await screen.findByRole('button', { name: 'Increase progress by 5%' });
    const input = await slider();
    jest.useFakeTimers();
    act(() => up.focus());
    fireEvent.click(up);
    expect(input.value).toBe('95');
    fireEvent.click(up);
    fireEvent.click(up);
    expect(input.value).toBe('100');
    expect(up.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(up);
    expect(sentBy(calls, 'PUT')).toEqual([]);
    unmount();
  });

  it('[PJOB-26] rolls back when the request fails, logs the failure, and offers Retry without a toast', async () => {
    const body = { code: 'job_locked', message: 'The job can no longer be changed.', requestId: 'r-4' };
    let down = true;
    const { events, calls } = show(() => [roof()], {
      'PUT /api/jobs/:id': () => (down ? reply(409, body) : roof({ progress: 35, updatedAt: later(1) })),
    });
    const input = await slider();
    jest.useFakeTimers();
    fireEvent.change(input, { target: { value: 35 } });
    await pass(800);
    jest.useRealTimers();
    await waitFor(() => expect(input.value).toBe('10'));
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('job-progress.write failed'), `409: ${JSON.stringify(body)} (request r-4)`],
    ]);
    expect(screen.queryByText('Failed to update progress')).toBeNull();
    expect(screen.getByText('Not saved.')).toBeTruthy();
    down = false;
    await events.click(screen.getByRole('button', { name: 'Retry', description: 'Roof' }));
    expect(document.activeElement).toBe(input);
    expect(await screen.findByText('Job progress updated to 35%')).toBeTruthy();
    expect(input.value).toBe('35');
    expect(screen.queryByText('Not saved.')).toBeNull();
    expect(sentBy(calls, 'PUT')).toEqual([{ progress: 35 }, { progress: 35 }]);
  });

  it('[BROWSER-7] shows why a browser without storage cannot keep the call', async () => {
    const userMessage = 'This browser cannot keep calls on this device.';
    keepCalls(() => Promise.resolve({ error: { status: 0, message: '0', isQueued: false, userMessage } }));
    const { events } = show(() => [roof()]);
    await events.click(await screen.findByRole('button', { name: 'Increase progress by 5%' }));
    expect(await screen.findByText(userMessage)).toBeTruthy();
    expect(screen.getByText('Not saved.')).toBeTruthy();
    keepCalls(undefined);
  });

  it('is sent when its page is left, and still offers Retry there until the value changes', async () => {
    const first = show(() => [roof()], { 'PUT /api/jobs/:id': () => reply(503, 'down') });
    await first.events.click(await screen.findByRole('button', { name: 'Increase progress by 5%' }));
    first.unmount();
    await waitFor(() => expect(log).toHaveBeenCalledTimes(1));
    const second = show(() => [roof()], { 'PUT /api/jobs/:id': () => roof({ progress: 20 }) });
    expect(await screen.findByText('Not saved.')).toBeTruthy();
    await second.events.click(screen.getByRole('button', { name: 'Increase progress by 5%' }));
    expect(screen.queryByText('Not saved.')).toBeNull();
    second.unmount();
    await waitFor(() => expect(sentBy(second.calls, 'PUT')).toHaveLength(1));
  });
});

describe('a status step in the list', () => {
  const update = () => screen.findByRole('button', { name: /^Update to / });
  const badge = (label: string) => within(screen.getByRole('table')).queryByText(label);

  it('[PDASH-15] shows at once, keeps the focus in its row, rolls back after a failure, and offers Retry', async () => {
    const deferred = deferredReply();
    let down = true;
    const review = roof({ status: 'review', updatedAt: later(1) });
    const { events, calls } = show(() => [roof({ status: 'in-progress' })], {
      'PATCH /api/jobs/:id': () => (down ? deferred.handler() : review),
    });
    await events.click(await update());
    await confirmReview({ events });
    expect(badge('Review')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'With Client' })).toHaveProperty('disabled', true);
    expect(document.activeElement?.textContent).toBe('View');
    deferred.respond(reply(503, 'down'));
    expect(await update()).toBeTruthy();
    expect(badge('In Progress')).toBeTruthy();
    expect(log.mock.calls).toEqual([[expect.stringContaining('job-status.write failed'), '503: "down"']]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await screen.findByText('Not saved.')).toBeTruthy();
    down = false;
    await events.click(screen.getByRole('button', { name: 'Retry' }));
    expect(document.activeElement?.textContent).toBe('View');
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    expect(screen.queryByText('Not saved.')).toBeNull();
    expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'review' }, { status: 'review' }]);
  });

  it('[PDASH-32] to review shows the checklist of the job, also if its details cannot be read', async () => {
    const { events, calls, unmount } = show(() => [roof({ status: 'in-progress', progress: 40 })], {
      'GET /api/jobs/:id': () => jobDetail(roof({ status: 'in-progress' })),
      'PATCH /api/jobs/:id': () => roof({ status: 'review', updatedAt: later(1) }),
    });
    await events.click(await update());
    const checklist = within(await screen.findByRole('alertdialog'));
    expect(await checklist.findByText('No deliverables yet')).toBeTruthy();
    expect(checklist.getByText('The progress is 40%')).toBeTruthy();
    await events.click(checklist.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement?.textContent).toBe('View');
    unmount();
    const second = show(() => [roof({ status: 'in-progress' })], {
      'GET /api/jobs/:id': () => reply(503, 'down'),
      'PATCH /api/jobs/:id': () => roof({ status: 'review', updatedAt: later(1) }),
    });
    await second.events.click(await update());
    expect(await screen.findByText(/You can still continue/)).toBeTruthy();
    await confirmReview(second);
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    expect([sentBy(calls, 'PATCH'), sentBy(second.calls, 'PATCH')]).toEqual([[], [{ status: 'review' }]]);
  });

  it('[PDASH-13, PDASH-28] has a name and a tooltip, and is taken once for a double click', async () => {
    let job = roof();
    const { events, calls } = show(() => [job], {
      'PATCH /api/jobs/:id': () => (job = roof({ status: 'in-progress', updatedAt: later(1) })),
    });
    const button = await screen.findByRole('button', {
      name: 'Update to In Progress',
      description: /roof/i,
    });
    expect(within(button).getByText('Update')).toBeTruthy();
    expect(within(button).getByText('to In Progress')).toBeTruthy();
    await events.dblClick(button);
    expect(await screen.findByText('The status is now In Progress.')).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'in-progress' }]);
    await events.hover(await screen.findByRole('button', { name: 'Update to Review' }));
    expect((await screen.findByRole('tooltip')).textContent).toBe('Mark as Review');
  });

  it('[PDASH-15] shows the status of another device after a conflict, without an error', async () => {
    let job = roof();
    const { events } = show(() => [job], {
      'PATCH /api/jobs/:id': () => {
        job = roof({ status: 'in-progress', updatedAt: later(1) });
        return reply(409, { code: 'status_conflict', message: 'The job has moved on' });
      },
    });
    await events.click(await update());
    await waitFor(() => expect(badge('In Progress')).toBeTruthy());
    expect(screen.queryByRole('alert')).toBeNull();
    // The job already has the status, so there is nothing to send again.
    expect(screen.queryByText('Not saved.')).toBeNull();
  });
});
