import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useMyJobs } from '@dps/contract/client';
import { reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, jobDetail, PILOT } from '../../testing/samples.ts';
import { findSlider, sentBy, showPilotJob } from '../../testing/show-pilot-job.tsx';
import { jobsPageColumns } from '../../jobs/jobs-page-columns.tsx';
import { PilotJobsTable } from '../table/PilotJobsTable.tsx';
import { stepProgress } from './ProgressControl.tsx';

const roof = assignedJob({ title: 'Roof', progress: 10 });
const show = (respond: () => unknown) => showPilotJob(roof, { 'PUT /api/jobs/:id': respond });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Drags on a track of 100 px, to a position in percent. */
function drag(input: HTMLElement, percent: number): void {
  const scale = input.closest('span')?.parentElement;
  if (!scale) throw new Error('There is no scale around the slider');
  jest.spyOn(scale, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 10));
  fireEvent.pointerDown(scale, { buttons: 1, clientX: 10, clientY: 5 });
  fireEvent.pointerMove(document.body, { buttons: 1, clientX: percent, clientY: 5 });
}

describe('progress in the dialog', () => {
  afterEach(() => void jest.useRealTimers());

  it('[PJOB-25] is sent once after a pause of the keys, rolls back after a failure, and shows a toast', async () => {
    const { calls } = show(() => reply(500, 'broken'));
    const input = await findSlider();
    jest.useFakeTimers();
    fireEvent.change(input, { target: { value: 15 } });
    await pass(799);
    fireEvent.change(input, { target: { value: 20 } });
    await pass(799);
    expect(input.value).toBe('20');
    expect(sentBy(calls, 'PUT')).toEqual([]);
    await pass(1);
    expect(sentBy(calls, 'PUT')).toEqual([{ progress: 20 }]);
    jest.useRealTimers();
    expect(await screen.findByText('Failed to update progress')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(input.value).toBe('10');
  });

  it('[PJOB-22] is sent when the pointer is released, and not before', async () => {
    const { calls } = show(() => ({ ...roof, progress: 60 }));
    const input = await findSlider();
    jest.useFakeTimers();
    drag(input, 60);
    expect(input.value).toBe('60');
    await pass(5000);
    expect(sentBy(calls, 'PUT')).toEqual([]);
    fireEvent.pointerUp(document.body, { clientX: 60, clientY: 5 });
    await pass(0);
    expect(sentBy(calls, 'PUT')).toEqual([{ progress: 60 }]);
  });
});

it('progress has one value for a job in the list and in the dialog above it, and is sent when both unmount', async () => {
  function Page() {
    const { data = [] } = useMyJobs();
    return (
      <PilotJobsTable
        label="My Jobs"
        columns={jobsPageColumns}
        jobs={data}
        empty={null}
        viewed={data[0] ?? null}
        onView={() => {}}
      />
    );
  }
  const { events, calls, unmount } = renderInShell(<Page />, {
    user: PILOT,
    handlers: {
      'GET /api/jobs/pilot/:id': () => [roof],
      'GET /api/jobs/:id': () => jobDetail(roof),
      'PUT /api/jobs/:id': () => ({ ...roof, progress: 15 }),
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Roof' }));
  await events.click(await dialog.findByRole('button', { name: 'Increase progress by 5%' }));
  const values = screen.getAllByRole<HTMLInputElement>('slider', { hidden: true }).map(({ value }) => value);
  expect(values).toEqual(['15', '15']);
  unmount();
  expect(sentBy(calls, 'PUT')).toEqual([{ progress: 15 }]);
});

describe('stepProgress', () => {
  it.each([
    [0, 'up', 5],
    [37, 'up', 40],
    [98, 'up', 100],
    [100, 'up', 100],
    [0, 'down', 0],
    [37, 'down', 35],
    [100, 'down', 95],
  ] as const)('[PJOB-18] from %i %s is %i', (value, direction, expected) => {
    expect(stepProgress(value, direction)).toBe(expected);
  });
});
