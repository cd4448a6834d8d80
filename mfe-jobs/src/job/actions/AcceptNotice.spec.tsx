import { screen, waitFor } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { assignedJob, jobDetail, PILOT, sampleJob } from '../../testing/samples.ts';
import {
  deferredReply,
  findButton,
  findSlider,
  sentBy,
  showPilotJob,
} from '../../testing/show-pilot-job.tsx';

const accept = (answer: () => unknown) =>
  showPilotJob(sampleJob(), {}, { 'POST /api/jobs/:id/assign': answer });

describe('accepting a job', () => {
  it('[PJOB-11, CALL-16] shows the assigned job, and links to it', async () => {
    const { events, calls, closed } = accept(() => assignedJob({ updatedAt: '2026-11-02T10:00:00.000Z' }));
    await events.click(await findButton('Accept Job'));
    expect(await screen.findByText('You have successfully accepted this job!')).toBeTruthy();
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

  it('[PJOB-11] sends one request for repeated presses', async () => {
    const later = deferredReply();
    const { events, calls } = accept(later.handler);
    const button = await findButton('Accept Job');
    await events.dblClick(button);
    await events.click(button);
    await events.keyboard('{Enter}');
    later.answer(assignedJob());
    await screen.findByText('Job Accepted');
    expect(sentBy(calls, 'POST')).toHaveLength(1);
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
      expect(screen.queryByText('Failed to accept job. Please try again.')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Accept Job' })).toBeNull();
      // The server would now reject a request for the details, so there is none.
      expect(calls.filter(({ url, method }) => method === 'GET' && url === '/api/jobs/1')).toHaveLength(1);
      await events.click(screen.getByRole('button', { name: 'See Other Jobs' }));
      expect(closed()).toBe(1);
    },
  );

  it.each([
    [409, 'too_many_accepted_jobs', 'You can have at most 10 accepted jobs that are not started.'],
    [403, 'email_unconfirmed', 'Please confirm your email address first.'],
  ])(
    '[PJOB-28] shows what the pilot can do for an error %i %s, and allows a retry',
    async (status, code, message) => {
      const { events } = accept(() => reply(status, { code, message }));
      await events.click(await findButton('Accept Job'));
      expect(await screen.findByText(message)).toBeTruthy();
      expect(screen.queryByRole('note')).toBeNull();
      expect(await findButton('Accept Job')).toBeTruthy();
    },
  );

  it('succeeds if the job is already theirs, through another tab or a lost response', async () => {
    let job = sampleJob();
    const { events } = showPilotJob(
      job,
      {},
      {
        'GET /api/jobs/:id': () => jobDetail(job),
        'GET /api/jobs/pilot/:id': () => [assignedJob()],
        'POST /api/jobs/:id/assign': () => {
          job = assignedJob();
          return reply(409, { code: 'job_not_available', message: 'Too late' });
        },
      },
    );
    await events.click(await findButton('Accept Job'));
    expect(await screen.findByText('This job is yours')).toBeTruthy();
    expect(await findSlider()).toBeTruthy();
    expect(screen.queryByText('Failed to accept job. Please try again.')).toBeNull();
  });

  it('[PJOB-12] allows a retry after any other failure', async () => {
    let down = true;
    const { events } = accept(() => (down ? reply(503, 'down') : assignedJob()));
    await events.click(await findButton('Accept Job'));
    expect(await screen.findByText('Failed to accept job. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(screen.queryByRole('note')).toBeNull();
    down = false;
    const button = await findButton('Accept Job');
    expect(document.activeElement).toBe(button);
    await events.click(button);
    await waitFor(() => expect(screen.getByText('This job is yours')).toBeTruthy());
  });
});
