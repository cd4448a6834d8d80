import { screen, waitFor, within } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, enter, field, resetForms, PHOTO, PLAN } from '../testing/job-form.ts';
import { assignedJob, CLIENT, jobDetail, sampleFile, sampleJob } from '../testing/samples.ts';
import { START, uploadServer } from '../testing/upload-server.ts';
import EditJobDialog from './EditJobDialog.tsx';

/** Renders the dialog with a server that has one job; `change` simulates another user. */
async function show(job: JobView, handlers: Handlers = {}, given: Partial<JobDetailView> = {}) {
  let closed = 0;
  let stored = jobDetail(job, given);
  const shell = renderInShell(<EditJobDialog job={job} onClose={() => (closed += 1)} />, {
    user: CLIENT,
    handlers: {
      'GET /api/jobs/1': () => stored,
      'PUT /api/jobs/1': ({ body }) => {
        stored = { ...stored, ...Object(body) };
        return stored;
      },
      ...handlers,
    },
  });
  await screen.findByRole('form', { name: 'Edit Job' });
  return {
    ...shell,
    closed: () => closed,
    change: (changes: Partial<JobDetailView>) => (stored = { ...stored, ...changes }),
    saved: () => bodies(shell, 'PUT', '/api/jobs/1'),
    save: () => shell.events.click(button('Save Changes')),
  };
}
const refuse = (code: string, message: string) => reply(409, { code, message });

afterEach(resetForms);

describe('editing a job', () => {
  it('[FORM-1, FORM-4, FORM-18, FORM-28] shows the current job, and sends the complete content after a change', async () => {
    const due = new Date(2031, 4, 1, 7, 5, 27).toISOString();
    const job = sampleJob({ deadline: due, deadlineHasTime: true, budget: 125_050 });
    const { closed, events, save, saved } = await show(job);
    const labels = ['Job Title', 'Description', 'Location', 'Budget ($)', 'Deadline', 'Time (optional)'];
    expect(labels.map((label) => field(label).value).join('|')).toBe(
      'Warehouse roof inspection|Photographs of every seam.|Austin, TX|1250.50|2031-05-01|07:05',
    );
    const surveyType = screen.getByRole('combobox', { name: 'Survey Type' });
    expect(surveyType.textContent).toBe('Property Inspection');
    await events.click(surveyType);
    const offered = screen.getAllByRole('option').map((option) => option.textContent);
    expect([offered.length, offered.at(-1)]).toEqual([7, 'Property Inspection']);
    await events.keyboard('{Escape}');
    expect(button('Save Changes').disabled).toBe(true);
    enter('Location', ' ');
    expect(button('Save Changes').disabled).toBe(true);
    enter('Location', 'Waco, TX');
    // No pilot has accepted the budget, so it can fall.
    enter('Budget ($)', '900.5');
    expect(button('Save Changes').disabled).toBe(false);
    await save();
    expect(await screen.findByText('Job Updated')).toBeTruthy();
    expect(saved()).toEqual([
      {
        title: 'Warehouse roof inspection',
        description: 'Photographs of every seam.',
        surveyType: 'Property Inspection',
        location: 'Waco, TX',
        budget: 900.5,
        deadline: due,
      },
    ]);
    expect(closed()).toBe(1);
  });

  it('[FORM-26] refuses a lower budget of an accepted job', async () => {
    const { save, saved } = await show(assignedJob({ budget: 120_000 }));
    enter('Budget ($)', '1199.99');
    await save();
    const message = 'The budget can rise but not fall after a pilot has accepted the job';
    expect(await screen.findByText(message)).toBeTruthy();
    expect(saved()).toEqual([]);
    enter('Budget ($)', '1200.01');
    await save();
    await waitFor(() => expect(saved()).toEqual([expect.objectContaining({ budget: 1200.01 })]));
  });

  it('[FORM-25] keeps a deadline that has passed, and refuses another one in the past', async () => {
    const { save, saved } = await show(sampleJob({ deadline: '2024-05-01T00:00:00.000Z' }));
    expect(screen.getByText('This deadline is in the past')).toBeTruthy();
    enter('Deadline', '2024-05-02');
    await save();
    await waitFor(() => expect(field('Deadline').getAttribute('aria-invalid')).toBe('true'));
    expect(saved()).toEqual([]);
    enter('Deadline', '2024-05-01');
    enter('Job Title', 'Roof');
    await save();
    const kept = expect.objectContaining({ title: 'Roof', deadline: '2024-05-01' });
    await waitFor(() => expect(saved()).toEqual([kept]));
  });

  it('[FORM-19] keeps the input when saving fails, and shows the error at the field', async () => {
    const errors = [{ path: 'title', message: 'Use at most 200 characters' }];
    const { closed, save } = await show(sampleJob(), {
      'PUT /api/jobs/1': () =>
        reply(400, { code: 'validation_failed', message: 'Please check the fields.', errors }),
    });
    enter('Job Title', 'Roof');
    await save();
    expect(await screen.findByText('Failed to update job posting. Please try again.')).toBeTruthy();
    expect(screen.getByText('Use at most 200 characters')).toBeTruthy();
    expect(field('Job Title').value).toBe('Roof');
    expect(closed()).toBe(0);
  });

  it('restores the input after Escape and Back, until Discard or a save with the changes of other users', async () => {
    const first = await show(sampleJob());
    enter('Job Title', 'Roof');
    await first.events.keyboard('{Escape}');
    expect(first.closed()).toBe(1);
    first.unmount();
    const second = await show(sampleJob());
    expect(field('Job Title').value).toBe('Roof');
    await second.events.click(button('Discard'));
    expect(field('Job Title').value).toBe('Warehouse roof inspection');
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
    enter('Job Title', 'Barn');
    second.unmount();
    const third = await show(sampleJob({ location: 'Waco, TX' }));
    await third.save();
    const both = expect.objectContaining({ title: 'Barn', location: 'Waco, TX' });
    await waitFor(() => expect(third.saved()).toEqual([both]));
    third.unmount();
    await show(sampleJob());
    expect(field('Job Title').value).toBe('Warehouse roof inspection');
  });
});

describe('a job that changes while it is edited', () => {
  it('[FORM-24] keeps changes of other fields, and needs a second save to overwrite the same field', async () => {
    const { change, closed, save, saved } = await show(sampleJob());
    enter('Job Title', 'Roof');
    change({ title: 'Barn', location: 'Waco, TX', progress: 40 });
    await save();
    expect(await screen.findByText('Job Title is now “Barn”')).toBeTruthy();
    expect(saved()).toEqual([]);
    expect(field('Job Title').value).toBe('Roof');
    await save();
    const both = expect.objectContaining({ title: 'Roof', location: 'Waco, TX' });
    await waitFor(() => expect(saved()).toEqual([both]));
    expect(closed()).toBe(1);
  });

  it('[FORM-20] reports that the work is submitted, and keeps the input readable', async () => {
    const submitted = /The work is submitted, so this job can no longer be changed/;
    const shell = await show(assignedJob({ status: 'in-progress' }), {
      'PUT /api/jobs/1': () => {
        shell.change({ status: 'review' });
        return refuse('job_locked', 'The job can no longer be changed.');
      },
    });
    enter('Job Title', 'Roof');
    expect(screen.queryByText(submitted)).toBeNull();
    await shell.save();
    expect(await screen.findByText(submitted)).toBeTruthy();
    expect(button('Save Changes').disabled).toBe(true);
    expect(field('Job Title').value).toBe('Roof');
  });

  it('reports that the job failed to load, and that it no longer exists', async () => {
    let response: unknown = reply(503, 'down');
    const shell = renderInShell(<EditJobDialog job={sampleJob()} onClose={() => {}} />, {
      user: CLIENT,
      handlers: { 'GET /api/jobs/1': () => response },
    });
    expect(await screen.findByText('Failed to load job details')).toBeTruthy();
    response = jobDetail(sampleJob());
    await shell.events.click(button('Try again'));
    await screen.findByRole('form', { name: 'Edit Job' });
    enter('Job Title', 'Roof');
    response = reply(404, { code: 'not_found', message: 'Not found.' });
    await shell.events.click(button('Save Changes'));
    expect(await screen.findByText(/This job no longer exists/)).toBeTruthy();
    expect(bodies(shell, 'PUT', '/api/jobs/1')).toEqual([]);
  });
});

describe('the files of an edited job', () => {
  it('[FILE-17] are deleted after a confirmation, which keeps the input', async () => {
    const attachments = [8, 9].map((id) => sampleFile({ id, fileName: `aerial-${id}.jpg` }));
    const shell = await show(
      sampleJob(),
      {
        'DELETE /api/jobs/1/attachments/8': () => {
          shell.change({ attachments: attachments.slice(1) });
          return reply(204);
        },
      },
      { attachments },
    );
    enter('Job Title', 'Roof');
    await shell.events.click(button('Delete aerial-8.jpg'));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this file?' }));
    expect(question.getByText('"aerial-8.jpg" is removed from the job permanently.')).toBeTruthy();
    await shell.events.click(question.getByRole('button', { name: 'Delete File' }));
    expect(await screen.findByText('"aerial-8.jpg" is deleted.')).toBeTruthy();
    await waitFor(() => expect(screen.getByText(/1 of 5 files attached/)).toBeTruthy());
    expect(screen.queryByText('aerial-8.jpg')).toBeNull();
    expect(button('Delete aerial-9.jpg')).toBeTruthy();
    expect(field('Job Title').value).toBe('Roof');
    expect(shell.saved()).toEqual([]);
  });

  it('[FILE-17] stay once a pilot has accepted the job, also if that happens before the confirmation', async () => {
    const attachments = [sampleFile()];
    const message = 'A pilot has accepted the job with its attachments, so they cannot be deleted.';
    const shell = await show(
      sampleJob(),
      {
        'DELETE /api/jobs/1/attachments/:id': () => {
          shell.change(assignedJob());
          return refuse('job_locked', message);
        },
      },
      { attachments },
    );
    await shell.events.click(button('Delete aerial.jpg'));
    await shell.events.click(await screen.findByRole('button', { name: 'Delete File' }));
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete aerial.jpg' })).toBeNull());
    expect(screen.getByRole('button', { name: 'View', description: /aerial\.jpg/ })).toBeTruthy();
  });

  it('are listed, count towards the maximum, and are sent without saving unchanged content', async () => {
    const attachments = [8, 9].map((id) => sampleFile({ id, fileName: `aerial-${id}.jpg` }));
    const shell = await show(sampleJob(), uploadServer(), { attachments });
    for (const { fileName } of attachments) {
      expect(screen.getByRole('button', { name: 'View', description: new RegExp(fileName) })).toBeTruthy();
    }
    expect(screen.getByText(/2 of 5 files attached/)).toBeTruthy();
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO]);
    await shell.save();
    await waitFor(() => expect(shell.closed()).toBe(1));
    expect(bodies(shell, 'POST', '/api/jobs/1/uploads')).toHaveLength(2);
    expect(shell.saved()).toEqual([]);
  });

  it('include failed uploads, which can be retried', async () => {
    const first = await show(sampleJob(), { [START]: () => reply(400, 'refused') });
    await first.events.upload(field('Attach files'), PLAN);
    await first.save();
    await screen.findByRole('button', { name: 'Retry plan.pdf' });
    first.unmount();
    const second = await show(sampleJob(), uploadServer());
    expect(screen.getByText(/1 of 5 files attached/)).toBeTruthy();
    await second.events.click(button('Retry plan.pdf'));
    await waitFor(() => expect(screen.queryByText('plan.pdf')).toBeNull());
    expect(bodies(second, 'POST', '/api/jobs/1/uploads')).toHaveLength(1);
  });
});
