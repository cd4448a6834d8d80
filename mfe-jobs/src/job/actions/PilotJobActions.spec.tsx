import { screen, waitFor, within } from '@testing-library/react';
import { aDeliverable, reply } from '@dps/contract/testing';
import {
  assignedJob,
  jobDetail,
  PILOT,
  sampleEvidence,
  sampleFlight,
  sampleJob,
} from '../../testing/samples.ts';
import {
  confirmReview,
  deferredReply,
  findButton,
  findSlider,
  sentBy,
  showPilotJob,
} from '../../testing/show-pilot-job.tsx';

const DETAIL = 'GET /api/jobs/:id';
const STATUS = 'PATCH /api/jobs/:id';
const updatedAt = '2026-11-02T10:00:00.000Z';
const conflict = () =>
  reply(409, { code: 'status_conflict', message: 'Not in a status for this. Please reload.' });
const badge = (label: string) => within(screen.getByRole('dialog')).queryByText(label);
const findQuestion = async () => within(await screen.findByRole('alertdialog'));

describe('accepting a job', () => {
  const accept = (respond: () => unknown) =>
    showPilotJob(sampleJob(), { 'POST /api/jobs/:id/assign': respond });
  const failed = 'Failed to accept job. Please try again.';

  it('[PJOB-11, CALL-16] sends one request for repeated presses, shows the assigned job and links to it', async () => {
    const later = deferredReply();
    const { events, calls, closed } = accept(later.handler);
    const button = await findButton('Accept Job');
    await events.dblClick(button);
    await events.keyboard('{Enter}');
    later.respond(assignedJob({ updatedAt }));
    expect(await screen.findByText('You have successfully accepted this job!')).toBeTruthy();
    expect(screen.getByText('Job Accepted')).toBeTruthy();
    expect(sentBy(calls, 'POST')).toEqual([{ pilotId: PILOT.id }]);
    const notice = await screen.findByRole('note');
    expect(notice.textContent).toContain('Ada Hill expects it by Dec 31, 2026');
    expect(document.activeElement).toBe(notice);
    const link = screen.getByRole('link', { name: 'View in My Jobs' });
    expect(link.getAttribute('href')).toBe('/jobs?job=1');
    expect(await findSlider()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept Job' })).toBeNull();
    expect(closed()).toBe(0);
  });

  it.each([
    [409, 'job_not_available', 'Another pilot was faster'],
    [404, 'not_found', 'This job is no longer offered'],
  ])(
    '[PJOB-13] that fails with %i explains the outcome without a toast, and links back to the list',
    async (status, code, text) => {
      const { events, closed, calls } = accept(() => reply(status, { code, message: 'Too late' }));
      await events.click(await findButton('Accept Job'));
      expect((await screen.findByRole('note')).textContent).toContain(text);
      expect(screen.queryByText(failed)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Accept Job' })).toBeNull();
      // The server would now reject a request for the details, so there is none.
      expect(calls.filter(({ url, method }) => method === 'GET' && url === '/api/jobs/1')).toHaveLength(1);
      await events.click(screen.getByRole('button', { name: 'See Other Jobs' }));
      expect(closed()).toBe(1);
    },
  );

  it('[PJOB-12, PJOB-28] shows the message of the server, and allows a retry', async () => {
    const message = 'You can have at most 10 accepted jobs that are not started.';
    const responses = [
      reply(409, { code: 'too_many_accepted_jobs', message }),
      reply(503, 'down'),
      assignedJob({ updatedAt }),
    ];
    const { events } = accept(() => responses.shift());
    for (const text of [message, failed]) {
      await events.click(await findButton('Accept Job'));
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.queryByRole('note')).toBeNull();
    }
    expect(screen.getAllByText('Error')).toHaveLength(2);
    const button = await findButton('Accept Job');
    expect(document.activeElement).toBe(button);
    await events.click(button);
    expect(await screen.findByText('This job is yours')).toBeTruthy();
  });

  it('succeeds if the job is already theirs, through another tab or a lost response', async () => {
    let job = sampleJob();
    const { events } = showPilotJob(job, {
      [DETAIL]: () => jobDetail(job),
      'GET /api/jobs/pilot/:id': () => [assignedJob()],
      'POST /api/jobs/:id/assign': () => {
        job = assignedJob();
        return reply(409, { code: 'job_not_available', message: 'Too late' });
      },
    });
    await events.click(await findButton('Accept Job'));
    expect(await screen.findByText('This job is yours')).toBeTruthy();
    expect(await findSlider()).toBeTruthy();
    expect(screen.queryByText(failed)).toBeNull();
  });
});

describe('the steps of a job in its dialog', () => {
  it.each([
    ['pending', ['Release Job', 'Mark as In Progress']],
    ['in-progress', ['Mark as Review']],
    ['review', ['Mark as Completed']],
    ['completed', ['Mark as Paid']],
    ['paid', []],
  ] as const)(
    '[PJOB-14, PJOB-19, PJOB-20] match the status of a %s job, as its progress and its flights do',
    async (status, expected) => {
      const isFree = ['pending', 'in-progress'].includes(status);
      showPilotJob(assignedJob({ status, progress: 0 }));
      const slider = await findSlider();
      expect([slider.disabled, slider.getAttribute('aria-valuetext')]).toEqual(
        isFree ? [false, '0%'] : [true, 'No longer reported'],
      );
      expect(screen.queryAllByText('No longer reported')).toHaveLength(isFree ? 0 : 1);
      expect(screen.queryAllByText('0%')).toHaveLength(isFree ? 1 : 0);
      const dialog = screen.getByRole('dialog');
      const buttons = within(dialog)
        .getAllByRole('button')
        .map((each) => each.textContent);
      expect(buttons.filter((text) => /Mark as|Release|Accept/.test(text))).toEqual(expected);
      expect(buttons.includes('Upload Data')).toBe(status !== 'paid');
      const isOpen = !['completed', 'paid'].includes(status);
      expect(/Due in|Due today|Due tomorrow|overdue/.test(dialog.textContent)).toBe(isOpen);
    },
  );

  it('show at once, keep the focus, and ignore presses until the response', async () => {
    let job = assignedJob({ status: 'in-progress' });
    const later = deferredReply();
    const shell = showPilotJob(job, { [DETAIL]: () => jobDetail(job), [STATUS]: later.handler });
    const { events, calls } = shell;
    await events.click(await findButton('Mark as Review'));
    await confirmReview(shell);
    const next = await findButton('Mark as Completed');
    expect(badge('Review')).toBeTruthy();
    expect(document.activeElement).toBe(next);
    await events.keyboard('{Enter}');
    job = assignedJob({ status: 'review', updatedAt });
    later.respond(job);
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'review' }]);
  });

  it('[PJOB-17] roll back when they fail, and show the reason or the status that another user has set', async () => {
    let job = assignedJob({ status: 'in-progress' });
    let respond = () => reply(503, 'down');
    const shell = showPilotJob(job, { [DETAIL]: () => jobDetail(job), [STATUS]: () => respond() });
    const { events } = shell;
    await events.click(await findButton('Mark as Review'));
    await confirmReview(shell);
    expect(await screen.findByText('Failed to update job status. Please try again.')).toBeTruthy();
    expect(badge('In Progress')).toBeTruthy();
    respond = () => {
      job = assignedJob({ status: 'paid', updatedAt });
      return conflict();
    };
    await events.click(await findButton('Mark as Review'));
    await confirmReview(shell);
    expect(await screen.findByText(/the job has a new status/)).toBeTruthy();
    await waitFor(() => expect(badge('Paid')).toBeTruthy());
    expect(screen.queryByRole('button', { name: /Mark as/ })).toBeNull();
  });

  it('send pending progress first', async () => {
    const shell = showPilotJob(assignedJob({ status: 'in-progress', progress: 95 }), {
      'PUT /api/jobs/:id': () => assignedJob({ status: 'in-progress', progress: 100 }),
      [STATUS]: () => assignedJob({ status: 'review', progress: 100 }),
    });
    const { events, calls } = shell;
    await events.click(await findButton('Increase progress by 5%'));
    await events.click(await findButton('Mark as Review'));
    await confirmReview(shell);
    expect(await screen.findByText('The status is now Review.')).toBeTruthy();
    const writes = calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body]);
    expect(writes).toEqual([
      ['PUT', { progress: 100 }],
      ['PATCH', { status: 'review' }],
    ]);
  });
});

describe('leaving a job', () => {
  const TAKE_BACK = 'POST /api/jobs/:id/take-back';
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('[PJOB-39] submitted work can be taken back until its time ends', async () => {
    let job = assignedJob({ status: 'review' });
    const { events, calls, unmount } = showPilotJob(job, {
      [DETAIL]: () => jobDetail(job, { takeBackUntil: inMinutes(5) }),
      [TAKE_BACK]: () => (job = assignedJob({ status: 'in-progress', updatedAt })),
    });
    await events.click(await findButton('Take Back'));
    expect(await screen.findByText('The job is in progress again.')).toBeTruthy();
    const next = await findButton('Mark as Review');
    expect(document.activeElement).toBe(next);
    expect(screen.queryByRole('button', { name: 'Take Back' })).toBeNull();
    expect(sentBy(calls, 'POST')).toEqual([undefined]);
    unmount();
    for (const takeBackUntil of [inMinutes(-1), null]) {
      const shell = showPilotJob(assignedJob({ status: 'review' }), {}, { takeBackUntil });
      await findButton('Mark as Completed');
      expect(screen.queryByRole('button', { name: 'Take Back' })).toBeNull();
      shell.unmount();
    }
  });

  it('[PJOB-40] a started job needs a reason, and then closes the dialog', async () => {
    const { events, calls, closed } = showPilotJob(assignedJob({ status: 'in-progress' }), {
      'POST /api/jobs/:id/release': () => reply(204),
    });
    await events.click(await findButton('Withdraw'));
    const form = within(await screen.findByRole('dialog', { name: 'Withdraw from this job?' }));
    await events.click(form.getByRole('button', { name: 'Withdraw' }));
    expect(await form.findByText('Required')).toBeTruthy();
    expect(sentBy(calls, 'POST')).toEqual([]);
    await events.type(form.getByRole('textbox', { name: /Why do you withdraw/ }), 'The drone is damaged.');
    await events.click(form.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(closed()).toBe(1));
    expect(sentBy(calls, 'POST')).toEqual([{ reason: 'The drone is damaged.' }]);
  });
});

describe('the confirmation before', () => {
  const reviewed = (progress: number, facts: Partial<ReturnType<typeof sampleEvidence>> = {}) => {
    const evidence = { ...sampleEvidence(), ...facts };
    return showPilotJob(
      assignedJob({ status: 'review', progress }),
      { [STATUS]: () => assignedJob({ status: 'completed', updatedAt }) },
      { flightData: [sampleFlight({ evidence }), sampleFlight({ id: 12 })], flightDataCount: 2 },
    );
  };
  const openQuestion = async ({ events }: ReturnType<typeof reviewed>) => {
    await events.click(await findButton('Mark as Completed'));
    return within(await screen.findByRole('alertdialog', { name: 'Mark this job as completed?' }));
  };

  const LIST = 'GET /api/jobs/:id/deliverables';
  it.each([
    [40, [], ['The progress is 40%', 'No flight records yet', 'No deliverables yet'], '0'],
    [40, [sampleFlight()], ['The progress is 40%', 'No flight log yet', 'No deliverables yet'], '0'],
    [100, [sampleFlight({ evidence: sampleEvidence() })], [], '1'],
  ])(
    '[PJOB-36] handing over a job at %i%% names what is missing, and sends nothing before a confirmation',
    async (progress, flightData, missing, delivered) => {
      const files = delivered === '1' ? [aDeliverable(), aDeliverable({ id: 22, completedAt: null })] : [];
      const shell = showPilotJob(
        assignedJob({ status: 'in-progress', progress }),
        { [LIST]: () => files, [STATUS]: () => assignedJob({ status: 'review', updatedAt }) },
        { flightData, flightDataCount: flightData.length },
      );
      await shell.events.click(await findButton('Mark as Review'));
      const question = await findQuestion();
      expect(await question.findByText('Deliverables')).toBeTruthy();
      expect(question.getByText('Deliverables').nextSibling?.textContent).toBe(delivered);
      expect(question.queryAllByRole('listitem').map((each) => each.textContent)).toEqual(missing);
      await shell.events.click(question.getByRole('button', { name: 'Cancel' }));
      expect(sentBy(shell.calls, 'PATCH')).toEqual([]);
      await shell.events.click(await findButton('Mark as Review'));
      await confirmReview(shell);
      expect(await screen.findByText('The status is now Review.')).toBeTruthy();
      expect(sentBy(shell.calls, 'PATCH')).toEqual([{ status: 'review' }]);
    },
  );

  it('[PJOB-31] completing a job shows the progress, the flight records and their logs', async () => {
    const shell = reviewed(100);
    const question = await openQuestion(shell);
    expect(question.getByText('Progress').nextSibling?.textContent).toBe('100%');
    expect(question.getByText('Flight records').nextSibling?.textContent).toBe('2');
    expect(question.getByText('With a flight log').nextSibling?.textContent).toBe('1 of 2');
    expect(question.queryByText('Not evidence of the job')).toBeNull();
    await shell.events.click(question.getByRole('button', { name: 'Cancel' }));
    expect(sentBy(shell.calls, 'PATCH')).toEqual([]);
    await shell.events.click((await openQuestion(shell)).getByRole('button', { name: 'Mark as Completed' }));
    expect(await screen.findByText('The status is now Completed.')).toBeTruthy();
    expect(sentBy(shell.calls, 'PATCH')).toEqual([{ status: 'completed' }]);
  });

  it.each([
    ['Set 100% and Complete', { status: 'completed', progress: 100 }],
    ['Complete at 60%', { status: 'completed' }],
  ])('[PJOB-32, EVID-17] completing a job with a lower progress offers "%s"', async (name, body) => {
    const shell = reviewed(60, { warnings: [{ code: 'after-deadline', at: '2026-11-01T00:00:00.000Z' }] });
    const question = await openQuestion(shell);
    expect(question.getByText('With a flight log').nextSibling?.textContent).toBe('0 of 2');
    expect(question.getByText('Not evidence of the job').nextSibling?.textContent).toBe('1 of 2');
    await shell.events.click(question.getByRole('button', { name }));
    expect(await screen.findByText('The status is now Completed.')).toBeTruthy();
    expect(sentBy(shell.calls, 'PATCH')).toEqual([body]);
  });

  it('[PJOB-15] recording a payment outside the platform shows the paid status after the response', async () => {
    const later = deferredReply();
    const { events, calls } = showPilotJob(assignedJob({ status: 'completed' }), { [STATUS]: later.handler });
    await events.click(await findButton('Mark as Paid'));
    const question = await findQuestion();
    expect(question.getByText(/received the money for this job outside the platform/)).toBeTruthy();
    expect(sentBy(calls, 'PATCH')).toEqual([]);
    await events.click(question.getByRole('button', { name: 'Mark as Paid' }));
    await waitFor(() => expect(sentBy(calls, 'PATCH')).toEqual([{ status: 'paid' }]));
    expect(screen.queryByText('Paid')).toBeNull();
    later.respond(assignedJob({ status: 'paid', updatedAt }));
    expect(await screen.findByText('Paid')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('[PJOB-16] releasing a job closes the dialog, or shows the status that another user has set', async () => {
    let job = assignedJob();
    let respond = () => {
      job = assignedJob({ status: 'in-progress', updatedAt });
      return conflict();
    };
    const handlers = { [DETAIL]: () => jobDetail(job), 'POST /api/jobs/:id/release': () => respond() };
    const first = showPilotJob(job, handlers);
    const press = async (name: string, { events }: typeof first) => {
      await events.click(await findButton('Release Job'));
      await events.click((await findQuestion()).getByRole('button', { name }));
    };
    await press('Cancel', first);
    expect(sentBy(first.calls, 'POST')).toEqual([]);
    await press('Release Job', first);
    expect(await screen.findByText(/the job has a new status/)).toBeTruthy();
    expect(await findButton('Mark as Review')).toBeTruthy();
    expect(first.closed()).toBe(0);
    first.unmount();
    job = assignedJob();
    respond = () => reply(204);
    const second = showPilotJob(job, handlers);
    await press('Release Job', second);
    await waitFor(() => expect(second.closed()).toBe(1));
    expect(sentBy(second.calls, 'POST')).toHaveLength(1);
  });
});
