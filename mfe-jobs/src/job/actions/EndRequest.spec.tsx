import { screen, waitFor, within } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { assignedJob, jobDetail } from '../../testing/samples.ts';
import { findButton, sentBy, showPilotJob } from '../../testing/show-pilot-job.tsx';

const DECISION = 'POST /api/jobs/:id/end-request/decision';
const endRequest = {
  at: '2026-11-27T16:00:00.000Z',
  reason: 'The site is closed.',
  until: '2026-11-30T16:00:00.000Z',
};

describe('the request of the client to end the assignment', () => {
  it('[PJOB-41] is shown with its reason, and declined', async () => {
    let open: typeof endRequest | null = endRequest;
    const job = assignedJob({ status: 'in-progress' });
    const { events, calls, closed } = showPilotJob(job, {
      'GET /api/jobs/:id': () => jobDetail(job, { endRequest: open }),
      [DECISION]: () => {
        open = null;
        return reply(200, job);
      },
    });
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain(
      'The client asked on Nov 27, 2026 to end the assignmentThe site is closed.',
    );
    expect(note.textContent).toContain('Without a decision of the pilot, it ends on Nov 30, 2026');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    await events.click(await findButton('Decline'));
    expect(await screen.findByText('Assignment Continues')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    expect(sentBy(calls, 'POST')).toEqual([{ consent: false }]);
    expect(document.activeElement).toBe(await findButton('Mark as Review'));
    expect(closed()).toBe(0);
  });

  it('[PJOB-41] is granted after a confirmation, also after a failure, and closes the dialog', async () => {
    const responses = [reply(503, { code: 'unavailable', message: 'Try again soon.' }), reply(204)];
    const { events, calls, closed } = showPilotJob(
      assignedJob({ status: 'in-progress' }),
      { [DECISION]: () => responses.shift() },
      { endRequest },
    );
    const agree = async () => {
      await events.click(await findButton('Agree to End'));
      const question = within(await screen.findByRole('alertdialog', { name: 'End this assignment?' }));
      await events.click(question.getByRole('button', { name: 'End Assignment' }));
    };
    await agree();
    expect(await screen.findByText('Try again soon.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await agree();
    expect(await screen.findByText('Assignment Ended')).toBeTruthy();
    expect(closed()).toBe(1);
    expect(sentBy(calls, 'POST')).toEqual([{ consent: true }, { consent: true }]);
  });
});
