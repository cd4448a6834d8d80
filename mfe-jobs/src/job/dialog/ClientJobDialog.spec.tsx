import { screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/contract';
import { aDeliverable, reply, type Handlers } from '@dps/contract/testing';
import type { WidgetProps } from '@dps/contract/client';
import { Modal } from '@dps/ui/data';
import { renderInShell } from '@dps/ui/testing';
import {
  assignedJob,
  CLIENT,
  jobDetail,
  PILOT,
  pilotFigures,
  sampleFile,
  sampleFlight,
  sampleJob,
} from '../../testing/samples.ts';
import { inRow, row, showClientDashboard } from '../../testing/show-client-dashboard.tsx';
import ClientJobDialog from './ClientJobDialog.tsx';

/** A payment dialog of the payments module. */
function PayDialog({ job, onClose }: WidgetProps['payments.pay-dialog']) {
  return (
    <Modal title="Secure Payment" onClose={onClose} actions={<button onClick={onClose}>Cancel</button>}>
      {`Payment of ${job.title}`}
    </Modal>
  );
}

/** Opens the dialog of a job alone. */
async function open(job: JobView, given: Partial<JobDetailView> = {}, handlers: Handlers = {}) {
  const pressed: string[] = [];
  const press = (name: string) => () => void pressed.push(name);
  const callbacks = { onClose: press('close'), onEdit: press('edit'), onDelete: press('delete') };
  const props = { ...callbacks, opensPayment: false, onRemovePilot: press('remove pilot') };
  const shell = renderInShell(<ClientJobDialog listed={job} {...props} />, {
    user: CLIENT,
    handlers: {
      'GET /api/jobs/:id': () => jobDetail(job, given),
      'GET /api/jobs/:id/deliverables': () => [],
      'GET /api/jobs/:id/questions': () => [],
      'GET /api/pilots/:id': () => pilotFigures(),
      ...handlers,
    },
    widget: (request) => {
      if (request.name === 'payments.pay-dialog') return <PayDialog {...request.props} />;
      if (request.name !== 'flight-data.record-list') return false;
      const { records } = request.props;
      return <p>{`${records.length} flights: ${records.map(({ flightNumber }) => flightNumber).join()}`}</p>;
    },
  });
  const dialog = await screen.findByRole('dialog', { name: job.title });
  const offered = () =>
    within(dialog)
      .getAllByRole('button')
      .map((each) => each.textContent)
      .filter((text) => /Job$|Pilot$|Paid$|^Pay/.test(text));
  return { ...shell, dialog, offered, pressed };
}

describe('the dialog of a posted job', () => {
  it('[CJOB-1, CJOB-2, CJOB-4, CJOB-9, CJOB-11, PCARD-2, PCARD-3, PCARD-5, PCARD-8, PCARD-10] shows facts, money, pilot, files and flights', async () => {
    const job = assignedJob({ status: 'in-progress', progress: 40, budget: 125_050 });
    const detail = { flightData: [sampleFlight()], attachments: [sampleFile()] };
    const { dialog, events, offered } = await open(job, detail);
    const shown = within(dialog);
    await shown.findByText('Robin Vance');
    for (const part of [
      'Property Inspection',
      'In Progress',
      "Budget$1,250.50Fee (30%)$375.15Pilot's share (70%)$875.35ChargedNot yetRefundedNothing",
      'Dec 31, 2026',
      'Austin, TX',
      '40%',
      'Assigned (Robin Vance)',
      'Photographs of every seam.',
      '1 flights',
      'aerial.jpg',
    ]) {
      expect(dialog.textContent).toContain(part);
    }
    const pilot = within(shown.getByRole('region', { name: 'Pilot' }));
    expect(pilot.getByText('Member since Mar 9, 2025')).toBeTruthy();
    const fact = (name: string) => pilot.getByText(name).nextElementSibling?.textContent;
    expect(['Completed Jobs', 'Flight Hours', 'With Flight Logs', 'On Time'].map(fact)).toEqual([
      '12',
      '12.6 h',
      '91% (11 of 12)',
      '100% (12 of 12)',
    ]);
    await events.hover(pilot.getByRole('button', { name: 'About Licensed Pilot' }));
    const license = 'Drone Pilot Surveys does not verify licenses.';
    expect(await screen.findByRole('tooltip', { name: license })).toBeTruthy();
    expect(shown.getByRole('button', { name: 'View', description: /^aerial\.jpg/ })).toBeTruthy();
    expect(shown.queryByText('No attachments available')).toBeNull();
    expect(shown.queryByRole('slider')).toBeNull();
    expect(shown.queryByRole('button', { name: 'Upload Data' })).toBeNull();
    expect(offered()).toEqual(['Edit Job']);
  });

  it('[CJOB-3, CDASH-14, CJOB-6, CJOB-7] shows the texts of a job without files and pilot, and can delete it', async () => {
    const { dialog, events, offered, pressed } = await open(sampleJob());
    expect(await within(dialog).findByText('No attachments available')).toBeTruthy();
    expect(within(dialog).getByText('File attachment feature coming soon')).toBeTruthy();
    expect(dialog.textContent).toContain('Unassigned');
    expect(offered()).toEqual(['Delete Job', 'Edit Job']);
    for (const name of offered()) await events.click(within(dialog).getByRole('button', { name }));
    expect(pressed).toEqual(['delete', 'edit']);
  });

  it.each([
    ['pending', ['Remove Pilot', 'Edit Job']],
    ['completed', ['Mark as Paid', 'Pay $1,200.00']],
    ['paid', []],
  ] as const)(
    '[CDASH-10, CJOB-6, CJOB-7, CJOB-8, CJOB-9] of a %s job offers %j',
    async (status, expected) => {
      const { dialog, events, offered } = await open(assignedJob({ status, progress: 0 }));
      await within(dialog).findByText('File Attachments');
      expect(offered()).toEqual(expected);
      const isReported = status === 'pending';
      expect(within(dialog).queryAllByText('0%')).toHaveLength(isReported ? 1 : 0);
      expect(within(dialog).queryAllByText('No longer reported')).toHaveLength(isReported ? 0 : 1);
      if (status !== 'completed') return;
      const description = 'Opens the card payment';
      await events.click(within(dialog).getByRole('button', { name: 'Mark as Paid', description }));
      expect(screen.getByRole('dialog', { name: 'Secure Payment' })).toBeTruthy();
    },
  );

  it.each(['review', 'completed'] as const)(
    '[CJOB-13] of a %s job begins with the work, then the money',
    async (status) => {
      const { dialog } = await open(assignedJob({ status }), { flightData: [sampleFlight()] });
      await within(dialog).findByText('Robin Vance');
      const parts = within(dialog).getAllByRole('region');
      expect(parts.map((part) => within(part).getByRole('heading').textContent)).toEqual([
        'Deliverables',
        'Flight Data',
        'Payment',
        'Job Details',
        'Pilot',
        'Messages',
        'File Attachments',
        'History',
      ]);
    },
  );

  it.each([
    ['another pilot', assignedJob({ status: 'in-progress' }), ['FL-007', 'FL-101', 'roof.las', 'yard.las']],
    ['no pilot', sampleJob(), ['FL-007', 'yard.las']],
  ] as const)(
    '[CJOB-7, CJOB-20] with %s has the work of an earlier pilot apart, and cannot delete it',
    async (_pilot, job, shown) => {
      const earlierFlight = sampleFlight({ id: 12, pilotId: 8, flightNumber: 'FL-007' });
      const earlierFile = aDeliverable({ id: 22, uploadedBy: 8, fileName: 'yard.las' });
      const unfinished = { ...earlierFile, id: 23, fileName: 'half.las', completedAt: null };
      const file = aDeliverable({ uploadedBy: PILOT.id, fileName: 'roof.las' });
      const flightData = job.pilot ? [sampleFlight(), earlierFlight] : [earlierFlight];
      const { dialog } = await open(
        job,
        { formerPilot: true, flightData, flightDataCount: flightData.length },
        {
          'GET /api/jobs/:id/deliverables': () => [...(job.pilot ? [file] : []), earlierFile, unfinished],
        },
      );
      const earlier = within(await within(dialog).findByRole('region', { name: 'Work of an Earlier Pilot' }));
      expect(earlier.getByText('1 flights: FL-007')).toBeTruthy();
      expect(await earlier.findByRole('link', { name: 'Download yard.las' })).toBeTruthy();
      const found = dialog.textContent.match(/FL-\d+|(?:roof|yard|half)\.las/g);
      expect(found?.toSorted()).toEqual(shown);
      expect(within(dialog).queryByRole('button', { name: 'Delete Job' })).toBeNull();
    },
  );

  it('[CJOB-14] shows the payment in the same dialog, and returns from it to the job', async () => {
    const job = assignedJob({ status: 'review', budget: 185_000 });
    const { dialog, events, pressed } = await open(job);
    const press = (name: string) => events.click(screen.getByRole('button', { name }));
    for (const way of ['Cancel', 'Back']) {
      await events.click(await screen.findByRole('button', { name: 'Pay $1,850.00' }));
      expect(screen.getByRole('dialog', { name: 'Secure Payment' })).toBe(dialog);
      expect(dialog.textContent).toContain(`Payment of ${job.title}`);
      expect(within(dialog).queryByRole('region', { name: 'Deliverables' })).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Secure Payment' }));
      await press(way);
      expect(screen.getByRole('dialog', { name: job.title })).toBe(dialog);
    }
    expect(pressed).toEqual([]);
    await press('Pay $1,850.00');
    await press('Close');
    expect(pressed).toEqual(['close']);
  });

  it('[CJOB-15, CJOB-16] sends the job back with a comment, keeps the comment after a failure, and shows it', async () => {
    let job = assignedJob({ status: 'review' });
    let asked: JobDetailView['lastChangeRequest'] = null;
    const responses = [reply(503, { code: 'unavailable', message: 'Try again soon.' })];
    const { dialog, events, calls } = await open(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job, { lastChangeRequest: asked }),
        'POST /api/jobs/:id/request-changes': () => {
          const failed = responses.shift();
          if (failed) return failed;
          job = { ...job, status: 'in-progress', updatedAt: '2026-11-27T10:00:00.000Z' };
          asked = { at: '2026-11-27T10:00:00.000Z', comment: 'The north seam is missing.' };
          return job;
        },
      },
    );
    const press = (name: string) => events.click(within(dialog).getByRole('button', { name }));
    await events.click(await within(dialog).findByRole('button', { name: 'Ask for Changes' }));
    const comment = await within(dialog).findByRole('textbox', { name: 'What should change?' });
    expect(screen.getByRole('dialog', { name: 'Ask for Changes' })).toBe(dialog);
    await press('Send to Pilot');
    expect(await within(dialog).findByText('Required')).toBeTruthy();
    await events.type(comment, 'The north seam is missing.');
    await waitFor(() => expect(within(dialog).queryByText('Required')).toBeNull());
    await press('Send to Pilot');
    expect(await within(dialog).findByText('Try again soon.')).toBeTruthy();
    await press('Send to Pilot');
    expect(await screen.findByText('Changes Requested')).toBeTruthy();
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      comment: 'The north seam is missing.',
    });
    expect(await within(dialog).findByText('You asked for changes on Nov 27, 2026')).toBeTruthy();
    expect(within(dialog).getByText('The north seam is missing.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Ask for Changes' })).toBeNull();
  });

  it('[CJOB-17] offers no eleventh request for changes, and says why', async () => {
    const { dialog } = await open(assignedJob({ status: 'review' }), { changeRequests: 10 });
    const description = 'Asked 10 times, the most possible';
    const button = await within(dialog).findByRole('button', { name: 'Ask for Changes', description });
    expect(button).toHaveProperty('disabled', true);
  });

  it('[CJOB-18] ends the assignment of a started job with a reason, after its deadline', async () => {
    let job = assignedJob({ status: 'in-progress', deadline: '2020-01-31T00:00:00.000Z' });
    const { dialog, events, calls } = await open(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'POST /api/jobs/:id/release': () =>
          (job = {
            ...job,
            status: 'pending',
            pilotId: null,
            pilot: null,
            updatedAt: '2026-11-27T10:00:00Z',
          }),
      },
    );
    await events.click(await within(dialog).findByRole('button', { name: 'End Assignment' }));
    const reason = await within(dialog).findByRole('textbox', { name: 'Why does the assignment end?' });
    const send = () => events.click(within(dialog).getByRole('button', { name: 'End Assignment' }));
    await send();
    expect(await within(dialog).findByText('Required')).toBeTruthy();
    await events.type(reason, 'The deadline has passed.');
    await send();
    expect(await screen.findByText('Assignment Ended')).toBeTruthy();
    const sent = calls.findLast(({ method }) => method === 'POST');
    expect(sent).toMatchObject({ url: '/api/jobs/1/release', body: { reason: 'The deadline has passed.' } });
    expect(await within(dialog).findByText('Unassigned')).toBeTruthy();
  });

  it('[CJOB-19] asks the pilot to end the assignment before the deadline, once, and shows the request', async () => {
    let job = assignedJob({ status: 'in-progress', deadline: '9990-01-31T00:00:00.000Z' });
    let endRequest: JobDetailView['endRequest'] = null;
    const { dialog, events, calls } = await open(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job, { endRequest }),
        'POST /api/jobs/:id/end-request': () => {
          job = { ...job, endRequestedAt: '2026-11-27T10:00:00.000Z', updatedAt: '2026-11-27T10:00:00.000Z' };
          endRequest = {
            at: '2026-11-27T10:00:00.000Z',
            reason: 'The site is closed.',
            until: '2026-11-30T10:00:00.000Z',
          };
          return job;
        },
      },
    );
    await events.click(await within(dialog).findByRole('button', { name: 'Ask to End Assignment' }));
    const reason = await within(dialog).findByRole('textbox', { name: 'Why should the assignment end?' });
    await events.type(reason, 'The site is closed.');
    await events.click(within(dialog).getByRole('button', { name: 'Ask Pilot' }));
    expect(await screen.findByText('Pilot Asked')).toBeTruthy();
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'The site is closed.',
    });
    const note = await within(dialog).findByRole('note');
    expect(note.textContent).toContain(
      'You asked the pilot on Nov 27, 2026 to end the assignmentThe site is closed.',
    );
    expect(note.textContent).toContain('Without a decision of the pilot, it ends on Nov 30, 2026');
    for (const name of ['Ask to End Assignment', 'End Assignment'])
      expect(within(dialog).queryByRole('button', { name })).toBeNull();
  });

  it('[CJOB-15] says that the job is paid if the payment has arrived before the request for changes', async () => {
    let job = assignedJob({ status: 'review' });
    const { dialog, events } = await open(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'POST /api/jobs/:id/request-changes': () => (job = { ...job, status: 'paid' }),
      },
    );
    await events.click(await within(dialog).findByRole('button', { name: 'Ask for Changes' }));
    await events.type(await within(dialog).findByRole('textbox'), 'More photos');
    await events.click(within(dialog).getByRole('button', { name: 'Send to Pilot' }));
    expect(await screen.findByText('Job Paid')).toBeTruthy();
    expect(screen.queryByText('Changes Requested')).toBeNull();
  });

  it('[PCARD-8] offers a retry of the pilot card, and shows no shares without completed jobs', async () => {
    const none = pilotFigures({ completedJobs: 0, jobsWithEvidence: 0, jobsOnTime: 0 });
    const responses = [reply(503, 'down'), none];
    const job = assignedJob();
    const { dialog, events } = await open(job, {}, { 'GET /api/pilots/:id': () => responses.shift() });
    await events.click(await within(dialog).findByRole('button', { name: 'Try again' }));
    const pilot = within(await within(dialog).findByRole('region', { name: 'Pilot' }));
    await pilot.findByText('Robin Vance');
    for (const name of ['With Flight Logs', 'On Time'])
      expect(pilot.getByText(name).nextElementSibling?.textContent).toBe('–');
  });

  it('[CJOB-5] shows why the details failed, and retries', async () => {
    let fails = true;
    const job = sampleJob();
    const { dialog, events } = await open(
      job,
      {},
      {
        'GET /api/jobs/:id': () =>
          fails ? reply(503, { code: 'unavailable', message: 'Try again soon.' }) : jobDetail(job),
      },
    );
    expect(await within(dialog).findByText('Try again soon.')).toBeTruthy();
    // The dialog and the toast both show the text.
    expect(await screen.findAllByText('Failed to load job details')).toHaveLength(2);
    expect(screen.getByText('Error')).toBeTruthy();
    fails = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await within(dialog).findByText('File Attachments')).toBeTruthy();
  });
});

it('[CJOB-9, CJOB-10] a client removes the pilot from a pending job after a confirmation', async () => {
  let job = assignedJob({ progress: 40 });
  let fails = true;
  const { events, calls } = showClientDashboard([], {
    'GET /api/jobs/client/:id': () => [job],
    'GET /api/jobs/:id': () => jobDetail(job),
    'POST /api/jobs/:id/release': () => (fails ? reply(500, 'down') : (job = sampleJob())),
  });
  const confirm = async () => {
    await events.click(await inRow('Warehouse', 'View'));
    await events.click(await screen.findByRole('button', { name: 'Remove Pilot' }));
    const name = 'Remove the pilot from this job?';
    const question = within(await screen.findByRole('alertdialog', { name }));
    expect(question.getByText(/^Robin Vance loses the job/)).toBeTruthy();
    await events.click(question.getByRole('button', { name: 'Remove Pilot' }));
  };
  await confirm();
  expect(await screen.findByText('Failed to remove the pilot. Please try again.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fails = false;
  await confirm();
  expect(await screen.findByText('Other pilots can accept the job again.')).toBeTruthy();
  expect(calls.findLast(({ method }) => method === 'POST')?.url).toBe('/api/jobs/1/release');
  expect(await within(await row('Warehouse')).findByText('Unassigned')).toBeTruthy();
});
