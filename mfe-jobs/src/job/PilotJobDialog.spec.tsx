import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/shared-contracts';
import { renderInShell, reply, type Handlers } from '@dps/shared-contracts/testing';
import { assignedJob, jobDetail, PILOT, sampleFlight, sampleJob } from '../testing/samples.ts';
import { PilotJobDialog } from './PilotJobDialog.tsx';

const plan = {
  id: 4,
  jobId: 1,
  fileName: 'site-plan.pdf',
  fileType: 'pdf' as const,
  fileSize: 30_560,
  uploadedBy: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
};

function show(job: JobView, given: Partial<JobDetailView> = {}, handlers: Handlers = {}) {
  let closed = 0;
  const shell = renderInShell(<PilotJobDialog listed={job} onClose={() => (closed += 1)} />, {
    user: PILOT,
    handlers: { 'GET /api/jobs/:id': () => jobDetail(job, given), ...handlers },
    widget: (request) => (
      <div role="group" aria-label={request.name}>
        {request.name === 'flight-data.record-list' &&
          request.props.records.map(({ flightNumber }) => flightNumber).join()}
        {request.name === 'flight-data.upload-form' && (
          <button onClick={request.props.onDone}>{`Save for job ${request.props.jobId}`}</button>
        )}
      </div>
    ),
  });
  return { ...shell, closed: () => closed };
}
const button = (name: string) => screen.findByRole('button', { name });
const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Progress' });
const sent = (calls: { method: string; body: unknown }[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body);

describe('the job dialog of a pilot', () => {
  it('says that it is loading, then shows the job in full', async () => {
    show(assignedJob({ id: 7, budget: 1250.5, status: 'in-progress' }), { attachments: [plan] });
    const dialog = screen.getByRole('dialog', { name: 'Warehouse roof inspection' });
    expect(screen.getByText('Loading...')).toBeTruthy();
    await slider();
    for (const part of [
      '#DPS-2024-007',
      'Photographs of every seam.',
      'Property Inspection',
      'Austin, TX',
      '$1,250.50',
      '$875.35',
      'Ada Hill',
      'In Progress',
      'Dec 31, 2026',
    ]) {
      expect(dialog.textContent).toContain(part);
    }
  });

  it('opens a file in a tab of its own', async () => {
    show(assignedJob(), { attachments: [plan] });
    const link = await screen.findByRole('link', { name: /^View/ });
    expect(screen.getByText('site-plan.pdf')).toBeTruthy();
    expect(link.getAttribute('href')).toBe('/api/jobs/1/attachments/4');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('says that there are no files', async () => {
    show(assignedJob());
    expect(await screen.findByText('No attachments uploaded yet')).toBeTruthy();
  });

  it.each([
    ['pending', ['Release Job', 'Mark as In Progress']],
    ['in-progress', ['Mark as Review']],
    ['review', ['Mark as Completed']],
    ['completed', ['Mark as Paid']],
    ['paid', []],
  ] as const)('offers the steps of a %s job', async (status, expected) => {
    show(assignedJob({ status }));
    const { disabled } = await slider();
    expect(disabled).toBe(!['pending', 'in-progress'].includes(status));
    const buttons = screen.queryAllByRole('button', { name: /Mark as|Release|Accept/ });
    expect(buttons.map((each) => each.textContent)).toEqual(expected);
  });

  it('moves the job one step on', async () => {
    let job = assignedJob({ status: 'in-progress' });
    const { events, calls } = show(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'PATCH /api/jobs/:id': () => (job = assignedJob({ status: 'review' })),
      },
    );
    await events.click(await button('Mark as Review'));
    expect(await button('Mark as Completed')).toBeTruthy();
    expect(sent(calls, 'PATCH')).toEqual([{ status: 'review' }]);
  });

  it("shows the server's words when a step is refused, and the job as it is now", async () => {
    let job = assignedJob({ status: 'in-progress' });
    const { events } = show(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'PATCH /api/jobs/:id': () => {
          job = assignedJob({ status: 'review' });
          return reply(409, { code: 'status_conflict', message: 'The job has moved on', requestId: 'r1' });
        },
      },
    );
    await events.click(await button('Mark as Review'));
    expect(await screen.findByText('The job has moved on')).toBeTruthy();
    expect(await button('Mark as Completed')).toBeTruthy();
  });

  it('records money received elsewhere after a question', async () => {
    const { events, calls } = show(
      assignedJob({ status: 'completed' }),
      {},
      {
        'PATCH /api/jobs/:id': () => assignedJob({ status: 'paid' }),
      },
    );
    await events.click(await button('Mark as Paid'));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/received the money for this job outside the platform/)).toBeTruthy();
    expect(sent(calls, 'PATCH')).toEqual([]);
    await events.click(question.getByRole('button', { name: 'Mark as Paid' }));
    await waitFor(() => expect(sent(calls, 'PATCH')).toEqual([{ status: 'paid' }]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('gives a job back after a question, and closes', async () => {
    const { events, calls, closed } = show(
      assignedJob(),
      {},
      {
        'POST /api/jobs/:id/release': () => reply(204),
      },
    );
    await events.click(await button('Release Job'));
    const question = within(screen.getByRole('alertdialog'));
    await events.click(question.getByRole('button', { name: 'Cancel' }));
    expect(sent(calls, 'POST')).toEqual([]);
    await events.click(await button('Release Job'));
    await events.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Release Job' }));
    await waitFor(() => expect(closed()).toBe(1));
    expect(sent(calls, 'POST')).toHaveLength(1);
  });

  it('shows flights, and the form for another one until it is done', async () => {
    const { events } = show(assignedJob({ id: 9 }), { flightData: [sampleFlight()] });
    const list = await screen.findByRole('group', { name: 'flight-data.record-list' });
    expect(list.textContent).toBe('FL-101');
    await events.click(await button('Upload Data'));
    await events.click(await button('Cancel'));
    expect(screen.queryByRole('group', { name: 'flight-data.upload-form' })).toBeNull();
    await events.click(await button('Upload Data'));
    await events.click(await button('Save for job 9'));
    expect(await button('Upload Data')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'flight-data.upload-form' })).toBeNull();
  });

  it('offers an open job to be accepted, without progress and flights', async () => {
    const { events, calls, closed } = show(
      sampleJob(),
      {},
      {
        'POST /api/jobs/:id/assign': () => assignedJob(),
      },
    );
    await events.click(await button('Accept Job'));
    expect(await screen.findByText('You have successfully accepted this job!')).toBeTruthy();
    expect(sent(calls, 'POST')).toEqual([{ pilotId: PILOT.id }]);
    expect(closed()).toBe(1);
    expect(screen.queryByRole('slider')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Upload Data' })).toBeNull();
  });

  it('keeps the dialog open when accepting failed for another reason than a lost race', async () => {
    const { events, closed } = show(
      sampleJob(),
      {},
      {
        'POST /api/jobs/:id/assign': () => reply(503, 'down'),
      },
    );
    await events.click(await button('Accept Job'));
    expect(await screen.findByText('Failed to accept job. Please try again.')).toBeTruthy();
    expect(closed()).toBe(0);
  });

  it('says that the details failed, and reads them again', async () => {
    let broken = true;
    const { events } = show(
      assignedJob(),
      {},
      {
        'GET /api/jobs/:id': () => (broken ? reply(500, 'broken') : jobDetail(assignedJob())),
      },
    );
    expect(await screen.findByText('Failed to load job details')).toBeTruthy();
    broken = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await slider()).toBeTruthy();
  });
});

describe('the progress of a job', () => {
  function showProgress(answer: () => unknown = () => assignedJob({ progress: 20 })) {
    return show(assignedJob({ progress: 10 }), {}, { 'PUT /api/jobs/:id': answer });
  }

  it('is sent once after the keys have rested', async () => {
    const { calls } = showProgress();
    const input = await slider();
    fireEvent.change(input, { target: { value: 15 } });
    fireEvent.change(input, { target: { value: 20 } });
    expect(sent(calls, 'PUT')).toEqual([]);
    expect(await screen.findByText('Job progress updated to 20%', {}, { timeout: 3000 })).toBeTruthy();
    expect(sent(calls, 'PUT')).toEqual([{ progress: 20 }]);
  });

  it('is not sent when it comes back to what it was', async () => {
    const back = showProgress();
    await back.events.click(await button('Increase progress by 5%'));
    await back.events.click(await button('Decrease progress by 5%'));
    back.unmount();
    // What is sent at all is sent by the time at which a later change has arrived.
    const later = showProgress();
    await later.events.click(await button('Increase progress by 5%'));
    later.unmount();
    await waitFor(() => expect(sent(later.calls, 'PUT')).toEqual([{ progress: 15 }]));
    expect(sent(back.calls, 'PUT')).toEqual([]);
  });

  it('is sent at once when the dialog goes away', async () => {
    const { events, calls, unmount } = showProgress();
    await slider();
    await events.click(await button('Increase progress by 5%'));
    unmount();
    await waitFor(() => expect(sent(calls, 'PUT')).toEqual([{ progress: 15 }]));
  });

  it('goes back when it could not be stored', async () => {
    const { events, unmount } = showProgress(() => reply(500, 'broken'));
    await slider();
    await events.click(await button('Increase progress by 5%'));
    expect((await slider()).value).toBe('15');
    expect(await screen.findByText('Failed to update progress', {}, { timeout: 3000 })).toBeTruthy();
    expect((await slider()).value).toBe('10');
    unmount();
  });
});
