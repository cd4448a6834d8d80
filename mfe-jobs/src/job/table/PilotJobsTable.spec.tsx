import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { JobView } from '@dps/contract';
import { keepCalls, useMyJobs } from '@dps/contract/client';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, jobDetail, PILOT } from '../../testing/samples.ts';
import { deferredReply, sentBy } from '../../testing/show-pilot-job.tsx';
import { PilotJobsTable } from './PilotJobsTable.tsx';
import { jobsPageColumns } from '../../jobs/jobs-page-columns.tsx';
import { dashboardColumns, type PilotColumns } from './pilot-job-columns.tsx';

const roof = (facts: Partial<JobView> = {}) => assignedJob({ title: 'Roof', progress: 10, ...facts });
const later = (second: number) => `2026-11-02T10:00:0${second}.000Z`;

function MyJobs({ columns }: { columns: PilotColumns }) {
  const { data } = useMyJobs();
  const viewed = null;
  return (
    <PilotJobsTable
      label="My Jobs"
      columns={columns}
      jobs={data}
      empty={null}
      viewed={viewed}
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
    expect(headers()).toEqual([
      'Job ID',
      'Client',
      'Type',
      'Location',
      'Value',
      'Status',
      'Due Date',
      'Actions',
    ]);
    expect(screen.queryByRole('slider')).toBeNull();
    unmount();
    show(() => [roof({ id: 7 })]);
    const [first, ...others] = within(await screen.findByRole('row', { name: /Roof/ })).getAllByRole('cell');
    expect(first?.textContent).toBe('Roof#DPS-2024-007 · Property Inspection');
    expect(others.map((cell) => cell.textContent)).toContain('Ada HillAustin, TX');
    expect(headers()).toContain('Progress');
  });

  it.each([
    ['pending', true],
    ['in-progress', true],
    ['review', false],
    ['completed', false],
    ['paid', false],
  ] as const)('[JOBS-15] shows the progress of a %s job, editable: %s', async (status, free) => {
    show(() => [roof({ status })]);
    const row = within(await screen.findByRole('row', { name: /Roof/ }));
    expect(row.queryAllByRole('slider', { name: 'Progress of Roof' })).toHaveLength(free ? 1 : 0);
    expect(row.queryAllByRole('button', { name: /progress by 5%/ })).toHaveLength(free ? 2 : 0);
    expect(row.queryAllByText('10%')).toHaveLength(free ? 1 : 0);
    expect(row.queryAllByText('No longer reported')).toHaveLength(free ? 0 : 1);
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
    const { events, calls, unmount } = show(() => [roof({ progress: 93 })]);
    const up = await screen.findByRole('button', { name: 'Increase progress by 5%' });
    await events.click(up);
    expect((await slider()).value).toBe('95');
    await events.click(up);
    await events.click(up);
    expect((await slider()).value).toBe('100');
    expect(up.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(up);
    expect(sentBy(calls, 'PUT')).toEqual([]);
    unmount();
  });

  it('is not sent when it returns to the stored value', async () => {
    const { calls } = show(() => [roof()]);
    const input = await slider();
    jest.useFakeTimers();
    fireEvent.change(input, { target: { value: 15 } });
    fireEvent.change(input, { target: { value: 10 } });
    await pass(5000);
    expect(sentBy(calls, 'PUT')).toEqual([]);
  });

  it('is sent at once when its row unmounts', async () => {
    const { events, calls, unmount } = show(() => [roof()], { 'PUT /api/jobs/:id': () => roof() });
    await events.click(await screen.findByRole('button', { name: 'Increase progress by 5%' }));
    unmount();
    await waitFor(() => expect(sentBy(calls, 'PUT')).toEqual([{ progress: 15 }]));
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

  it('still offers Retry in the row after its page was left, until the value changes', async () => {
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

  it('keeps the last value regardless of earlier requests and refetches', async () => {
    const first = deferredReply();
    const values: unknown[] = [];
    let stored = roof();
    show(() => [stored], {
      'PUT /api/jobs/:id': ({ body }) => {
        values.push(body);
        return values.length === 1 ? first.handler() : (stored = roof({ progress: 30, updatedAt: later(2) }));
      },
    });
    const input = await slider();
    const shown = new Set<string>();
    new MutationObserver(() => shown.add(input.value)).observe(document.body, {
      subtree: true,
      attributes: true,
    });
    jest.useFakeTimers();
    fireEvent.change(input, { target: { value: 20 } });
    await pass(800);
    fireEvent.change(input, { target: { value: 30 } });
    await pass(800);
    expect(values).toEqual([{ progress: 20 }]);
    jest.useRealTimers();
    first.answer(reply(500, 'broken'));
    expect(await screen.findByText('Job progress updated to 30%')).toBeTruthy();
    expect(values).toEqual([{ progress: 20 }, { progress: 30 }]);
    expect(input.value).toBe('30');
    expect([...shown]).toEqual(['20', '30']);
  });
});

describe('a status step in the list', () => {
  const update = () => screen.findByRole('button', { name: /^Update: Mark as / });
  const badge = (label: string) => within(screen.getByRole('table')).queryByText(label);

  it.each([
    ['pending', 'Update: Mark as In Progress'],
    ['in-progress', 'Update: Mark as Review'],
  ] as const)(
    '[PDASH-28] of a %s job is named "%s" and shows the step in a tooltip',
    async (status, name) => {
      const { events } = show(() => [roof({ status })]);
      const button = await update();
      expect(button.textContent).toBe('Update');
      expect(screen.getByRole('button', { name, description: /roof/i })).toBe(button);
      await events.hover(button);
      expect((await screen.findByRole('tooltip')).textContent).toBe(name.replace('Update: ', ''));
    },
  );

  it('[PDASH-15] shows at once, keeps the focus in its row, rolls back after a failure, and offers Retry', async () => {
    const answer = deferredReply();
    let down = true;
    const review = roof({ status: 'review', updatedAt: later(1) });
    const { events, calls } = show(() => [roof({ status: 'in-progress' })], {
      'PATCH /api/jobs/:id': () => (down ? answer.handler() : review),
    });
    await events.click(await update());
    expect(badge('Review')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'With Client' })).toHaveProperty('disabled', true);
    expect(document.activeElement?.textContent).toBe('View');
    answer.answer(reply(503, 'down'));
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

  it('takes one step for a double click', async () => {
    let job = roof();
    const { events, calls } = show(() => [job], {
      'PATCH /api/jobs/:id': () => (job = roof({ status: 'in-progress', updatedAt: later(1) })),
    });
    await events.dblClick(await update());
    expect(await screen.findByText('The status is now In Progress.')).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'in-progress' }]);
  });

  it('is not overwritten by a list that was requested earlier', async () => {
    const old = roof({ status: 'pending', updatedAt: later(1) });
    const reads = [deferredReply(), deferredReply()];
    let requests = 0;
    const { events } = show(() => [old], {
      'GET /api/jobs/pilot/:id': () => (requests++ === 0 ? [old] : reads[requests - 2]?.handler()),
      'PATCH /api/jobs/:id': ({ body }) =>
        JSON.stringify(body).includes('review')
          ? roof({ status: 'review', updatedAt: later(3) })
          : roof({ status: 'in-progress', updatedAt: later(2) }),
    });
    await events.click(await update());
    await waitFor(() => expect(requests).toBe(2));
    await events.click(await update());
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    reads[0]?.answer([roof({ status: 'in-progress', updatedAt: later(2) })]);
    await waitFor(() => expect(requests).toBe(3));
    expect(badge('Review')).toBeTruthy();
    reads[1]?.answer([roof({ status: 'review', updatedAt: later(3) })]);
    expect(badge('Review')).toBeTruthy();
  });
});
