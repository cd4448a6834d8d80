import { screen, waitFor, within } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { assignedJob, jobDetail, sampleEvidence, sampleFlight } from '../../testing/samples.ts';
import {
  deferredReply,
  findButton,
  findSlider,
  sentBy,
  showPilotJob,
} from '../../testing/show-pilot-job.tsx';

const conflict = () =>
  reply(409, {
    code: 'status_conflict',
    message: 'Not in a status for this. Please reload.',
    requestId: 'r1',
  });
const badge = (label: string) => within(screen.getByRole('dialog')).queryByText(label);

describe('the steps of a job in its dialog', () => {
  it.each([
    ['pending', ['Release Job', 'Mark as In Progress']],
    ['in-progress', ['Mark as Review']],
    ['review', ['Mark as Completed']],
    ['completed', ['Mark as Paid']],
    ['paid', []],
  ] as const)('[PJOB-14, PJOB-19] match the status of a %s job', async (status, expected) => {
    showPilotJob(assignedJob({ status }));
    const { disabled } = await findSlider();
    expect(disabled).toBe(!['pending', 'in-progress'].includes(status));
    const buttons = screen.queryAllByRole('button', { name: /Mark as|Release|Accept/ });
    expect(buttons.map((each) => each.textContent)).toEqual(expected);
  });

  it('show at once, keep the focus, and ignore presses until the response', async () => {
    let job = assignedJob({ status: 'in-progress' });
    const later = deferredReply();
    const { events, calls } = showPilotJob(
      job,
      {},
      { 'GET /api/jobs/:id': () => jobDetail(job), 'PATCH /api/jobs/:id': later.handler },
    );
    await events.click(await findButton('Mark as Review'));
    const next = await findButton('Mark as Completed');
    expect(badge('Review')).toBeTruthy();
    expect(document.activeElement).toBe(next);
    await events.keyboard('{Enter}');
    job = assignedJob({ status: 'review', updatedAt: '2026-11-02T10:00:00.000Z' });
    later.answer(job);
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'review' }]);
  });

  it('take one step for a double click', async () => {
    let job = assignedJob();
    const { events, calls } = showPilotJob(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'PATCH /api/jobs/:id': () =>
          (job = assignedJob({ status: 'in-progress', updatedAt: '2026-11-02T10:00:00.000Z' })),
      },
    );
    await events.dblClick(await findButton('Mark as In Progress'));
    expect(await findButton('Mark as Review')).toBeTruthy();
    expect(await screen.findByText('The status is now In Progress.')).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'in-progress' }]);
  });

  it('[PJOB-17] roll back when they fail, and show the reason', async () => {
    const { events } = showPilotJob(
      assignedJob({ status: 'in-progress' }),
      {},
      { 'PATCH /api/jobs/:id': () => reply(503, 'down') },
    );
    await events.click(await findButton('Mark as Review'));
    expect(await screen.findByText('Failed to update job status. Please try again.')).toBeTruthy();
    expect(await findButton('Mark as Review')).toBeTruthy();
    expect(badge('In Progress')).toBeTruthy();
  });

  it('report that the status changed elsewhere, and show the current status', async () => {
    let job = assignedJob({ status: 'in-progress' });
    const { events } = showPilotJob(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'PATCH /api/jobs/:id': () => {
          job = assignedJob({ status: 'paid', updatedAt: '2026-11-02T10:00:00.000Z' });
          return conflict();
        },
      },
    );
    await events.click(await findButton('Mark as Review'));
    expect(await screen.findByText(/the job has a new status/)).toBeTruthy();
    await waitFor(() => expect(badge('Paid')).toBeTruthy());
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
  });

  it('send pending progress first', async () => {
    const { events, calls } = showPilotJob(
      assignedJob({ status: 'in-progress', progress: 95 }),
      {},
      {
        'PUT /api/jobs/:id': () => assignedJob({ status: 'in-progress', progress: 100 }),
        'PATCH /api/jobs/:id': () => assignedJob({ status: 'review', progress: 100 }),
      },
    );
    await events.click(await findButton('Increase progress by 5%'));
    await events.click(await findButton('Mark as Review'));
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    const writes = calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);
    expect(writes).toEqual([
      ['PUT', { progress: 100 }],
      ['PATCH', { status: 'review' }],
    ]);
  });
});

describe('the confirmation before completing a job', () => {
  const reviewed = (progress: number, facts: Partial<ReturnType<typeof sampleEvidence>> = {}) => {
    const evidence = { ...sampleEvidence(), ...facts };
    return showPilotJob(
      assignedJob({ status: 'review', progress }),
      { flightData: [sampleFlight({ evidence }), sampleFlight({ id: 12 })], flightDataCount: 2 },
      {
        'PATCH /api/jobs/:id': () =>
          assignedJob({ status: 'completed', updatedAt: '2026-11-02T10:00:00.000Z' }),
      },
    );
  };
  const openQuestion = async ({ events }: ReturnType<typeof reviewed>) => {
    await events.click(await findButton('Mark as Completed'));
    return within(await screen.findByRole('alertdialog', { name: 'Mark this job as completed?' }));
  };

  it('[EVID-17] does not count the log of a flight from before the job', async () => {
    const question = await openQuestion(reviewed(100, { flownBeforeJob: true }));
    expect(question.getByText('With a flight log').nextSibling?.textContent).toBe('0 of 2');
    expect(question.getByText('Flown before the job was posted').nextSibling?.textContent).toBe('1 of 2');
  });

  it('[PJOB-31] shows the progress, the flight records and their logs, and sends nothing before it', async () => {
    const shell = reviewed(100);
    const question = await openQuestion(shell);
    expect(question.getByText('Progress').nextSibling?.textContent).toBe('100%');
    expect(question.getByText('Flight records').nextSibling?.textContent).toBe('2');
    expect(question.getByText('With a flight log').nextSibling?.textContent).toBe('1 of 2');
    expect(question.queryByText('Flown before the job was posted')).toBeNull();
    await shell.events.click(question.getByRole('button', { name: 'Cancel' }));
    expect(sentBy(shell.calls, 'PATCH')).toEqual([]);
    await shell.events.click((await openQuestion(shell)).getByRole('button', { name: 'Mark as Completed' }));
    expect(await screen.findByText('The status is now Completed.')).toBeTruthy();
    expect(sentBy(shell.calls, 'PATCH')).toEqual([{ status: 'completed' }]);
  });

  it.each([
    ['Set 100% and Complete', { status: 'completed', progress: 100 }],
    ['Complete at 60%', { status: 'completed' }],
  ])('[PJOB-32] offers "%s" for a lower progress', async (name, body) => {
    const shell = reviewed(60);
    await shell.events.click((await openQuestion(shell)).getByRole('button', { name }));
    expect(await screen.findByText('The status is now Completed.')).toBeTruthy();
    expect(sentBy(shell.calls, 'PATCH')).toEqual([body]);
  });
});

describe('the confirmation before', () => {
  it('[PJOB-15] recording a payment outside the platform shows the paid status after the response', async () => {
    const later = deferredReply();
    const { events, calls } = showPilotJob(
      assignedJob({ status: 'completed' }),
      {},
      { 'PATCH /api/jobs/:id': later.handler },
    );
    await events.click(await findButton('Mark as Paid'));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/received the money for this job outside the platform/)).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([]);
    await events.click(question.getByRole('button', { name: 'Mark as Paid' }));
    await waitFor(() => expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'paid' }]));
    expect(screen.queryByText('Paid')).toBeNull();
    later.answer(assignedJob({ status: 'paid', updatedAt: '2026-11-02T10:00:00.000Z' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await screen.findByText('Paid')).toBeTruthy();
  });

  it('[PJOB-16] releasing a job closes the dialog', async () => {
    const { events, calls, closed } = showPilotJob(
      assignedJob(),
      {},
      { 'POST /api/jobs/:id/release': () => reply(204) },
    );
    await events.click(await findButton('Release Job'));
    const question = within(await screen.findByRole('alertdialog'));
    await events.click(question.getByRole('button', { name: 'Cancel' }));
    expect(sentBy(calls, 'POST')).toEqual([]);
    await events.click(await findButton('Release Job'));
    await events.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Release Job' }),
    );
    await waitFor(() => expect(closed()).toBe(1));
    expect(sentBy(calls, 'POST')).toHaveLength(1);
  });

  it('releasing a job with a changed status fails, and shows the current status', async () => {
    let job = assignedJob();
    const { events, closed } = showPilotJob(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'POST /api/jobs/:id/release': () => {
          job = assignedJob({ status: 'in-progress' });
          return conflict();
        },
      },
    );
    await events.click(await findButton('Release Job'));
    await events.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Release Job' }),
    );
    expect(await screen.findByText(/the job has a new status/)).toBeTruthy();
    expect(await findButton('Mark as Review')).toBeTruthy();
    expect(closed()).toBe(0);
  });
});
