import { screen, waitFor } from '@testing-library/react';
import type { JobDetailView, JobView } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, enter, field, resetForms, PHOTO, PLAN } from '../testing/job-form.ts';
import { assignedJob, CLIENT, jobDetail, sampleFile, sampleJob } from '../testing/samples.ts';
import EditJobDialog from './EditJobDialog.tsx';

/** Renders the dialog with a server that has one job; `change` simulates another user. */
async function show(job: JobView, given: Partial<JobDetailView> = {}, handlers: Handlers = {}) {
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
  };
}
const save = ({ events }: Awaited<ReturnType<typeof show>>) => events.click(button('Save Changes'));
const saved = (shell: Awaited<ReturnType<typeof show>>) => bodies(shell, 'PUT', '/api/jobs/1');
const refuse = (code: string, message: string) => reply(409, { code, message, requestId: 'r1' });

afterEach(resetForms);

describe('editing a job', () => {
  it('[FORM-1, FORM-18, FORM-28] shows the current job, and sends the complete content', async () => {
    const due = new Date(2031, 4, 1, 7, 5, 27).toISOString();
    const shell = await show(sampleJob({ deadline: due, deadlineHasTime: true, budget: 1250.5 }));
    expect(field('Job Title').value).toBe('Warehouse roof inspection');
    expect(field('Description').value).toBe('Photographs of every seam.');
    expect(screen.getByRole('combobox', { name: 'Survey Type' }).textContent).toBe('Property Inspection');
    expect(field('Location').value).toBe('Austin, TX');
    expect(field('Budget ($)').value).toBe('1250.50');
    expect(field('Deadline').value).toBe('2031-05-01');
    expect(field('Time (optional)').value).toBe('07:05');
    enter('Location', 'Waco, TX');
    await save(shell);
    expect(await screen.findByText('Job Updated')).toBeTruthy();
    expect(saved(shell)).toEqual([
      {
        title: 'Warehouse roof inspection',
        description: 'Photographs of every seam.',
        surveyType: 'Property Inspection',
        location: 'Waco, TX',
        budget: 1250.5,
        deadline: due,
      },
    ]);
    expect(shell.closed()).toBe(1);
  });

  it("[FORM-4] offers the survey types of the jobs page, and the job's own", async () => {
    const { events } = await show(sampleJob({ surveyType: 'Property Inspection' }));
    await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
    const offered = screen.getAllByRole('option').map((option) => option.textContent);
    expect(offered).toHaveLength(7);
    expect(offered.at(-1)).toBe('Property Inspection');
  });

  it('enables Save after a change with all required fields', async () => {
    await show(sampleJob());
    expect(button('Save Changes').disabled).toBe(true);
    enter('Job Title', 'Roof');
    expect(button('Save Changes').disabled).toBe(false);
    enter('Location', ' ');
    expect(button('Save Changes').disabled).toBe(true);
    enter('Location', 'Austin, TX');
    enter('Job Title', 'Warehouse roof inspection');
    expect(button('Save Changes').disabled).toBe(true);
  });

  it.each([
    ['pending', false],
    ['in-progress', false],
    ['review', true],
    ['completed', true],
  ] as const)('[FORM-20] fixes the budget of a %s job: %s', async (status, fixed) => {
    await show(assignedJob({ status }));
    expect(field('Budget ($)').disabled).toBe(fixed);
    expect(screen.queryAllByText('The budget is fixed once the work is in review')).toHaveLength(
      fixed ? 1 : 0,
    );
  });

  it('[FORM-26] refuses a lower budget of an accepted job', async () => {
    const shell = await show(assignedJob({ budget: 1200 }));
    enter('Budget ($)', '1199.99');
    await save(shell);
    const message = 'The budget can rise but not fall after a pilot has accepted the job';
    expect(await screen.findByText(message)).toBeTruthy();
    expect(saved(shell)).toEqual([]);
    enter('Budget ($)', '1200.01');
    await save(shell);
    await waitFor(() => expect(saved(shell)).toEqual([expect.objectContaining({ budget: 1200.01 })]));
  });

  it('accepts a lower budget of a job without a pilot', async () => {
    const shell = await show(sampleJob({ budget: 1200 }));
    enter('Budget ($)', '900');
    await save(shell);
    await waitFor(() => expect(saved(shell)).toEqual([expect.objectContaining({ budget: 900 })]));
  });

  it('[FORM-25] keeps a deadline that has passed, and refuses another one in the past', async () => {
    const shell = await show(sampleJob({ deadline: '2024-05-01T00:00:00.000Z' }));
    expect(screen.getByText('This deadline is in the past')).toBeTruthy();
    enter('Deadline', '2024-05-02');
    await save(shell);
    await waitFor(() => expect(field('Deadline').getAttribute('aria-invalid')).toBe('true'));
    expect(saved(shell)).toEqual([]);
    enter('Deadline', '2024-05-01');
    enter('Job Title', 'Roof');
    await save(shell);
    const kept = expect.objectContaining({ title: 'Roof', deadline: '2024-05-01' });
    await waitFor(() => expect(saved(shell)).toEqual([kept]));
  });

  it('sends the fixed budget unchanged', async () => {
    const shell = await show(assignedJob({ status: 'review', budget: 99.9 }));
    enter('Job Title', 'Roof');
    await save(shell);
    await waitFor(() => expect(saved(shell)).toEqual([expect.objectContaining({ budget: 99.9 })]));
  });

  it('[FORM-19] keeps the input when saving fails, and shows the error at the field', async () => {
    const shell = await show(
      sampleJob(),
      {},
      {
        'PUT /api/jobs/1': () =>
          reply(400, {
            code: 'validation_failed',
            message: 'Please check the highlighted fields.',
            errors: [{ path: 'title', message: 'Use at most 200 characters' }],
          }),
      },
    );
    enter('Job Title', 'Roof');
    await save(shell);
    expect(await screen.findByText('Failed to update job posting. Please try again.')).toBeTruthy();
    expect(screen.getByText('Use at most 200 characters')).toBeTruthy();
    expect(field('Job Title').value).toBe('Roof');
    expect(shell.closed()).toBe(0);
  });

  it('restores the input after Back, and merges changes of other users', async () => {
    const first = await show(sampleJob());
    enter('Job Title', 'Roof');
    first.unmount();
    const second = await show(sampleJob({ location: 'Waco, TX' }));
    expect(field('Job Title').value).toBe('Roof');
    await save(second);
    const both = expect.objectContaining({ title: 'Roof', location: 'Waco, TX' });
    await waitFor(() => expect(saved(second)).toEqual([both]));
    second.unmount();
    await show(sampleJob());
    expect(field('Job Title').value).toBe('Warehouse roof inspection');
  });

  it('keeps changes as a draft after Escape, which Discard deletes', async () => {
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
  });
});

describe('a job that changes while it is edited', () => {
  it('keeps changes of other fields', async () => {
    const shell = await show(sampleJob());
    enter('Job Title', 'Roof');
    shell.change({ location: 'Waco, TX', progress: 40 });
    await save(shell);
    await waitFor(() => expect(shell.closed()).toBe(1));
    expect(saved(shell)).toEqual([expect.objectContaining({ title: 'Roof', location: 'Waco, TX' })]);
  });

  it('[FORM-24] needs a second save to overwrite a change of the same field', async () => {
    const shell = await show(sampleJob());
    enter('Job Title', 'Roof');
    shell.change({ title: 'Barn' });
    await save(shell);
    expect(await screen.findByText('Job Title is now “Barn”')).toBeTruthy();
    expect(saved(shell)).toEqual([]);
    expect(field('Job Title').value).toBe('Roof');
    await save(shell);
    await waitFor(() => expect(saved(shell)).toEqual([expect.objectContaining({ title: 'Roof' })]));
  });

  it('fixes the budget when the job moves to review, and keeps the other input', async () => {
    let handedIn = false;
    const shell = await show(
      assignedJob({ budget: 1200 }),
      {},
      {
        'PUT /api/jobs/1': ({ body }) => {
          if (!handedIn) shell.change({ status: 'review' });
          const first = !handedIn;
          handedIn = true;
          return first
            ? refuse('budget_frozen', 'The budget can no longer be changed.')
            : jobDetail(sampleJob(Object(body)));
        },
      },
    );
    enter('Job Title', 'Roof');
    enter('Budget ($)', '1500');
    await save(shell);
    expect(await screen.findByText('The budget can no longer be changed.')).toBeTruthy();
    await waitFor(() => expect(field('Budget ($)').disabled).toBe(true));
    expect(field('Budget ($)').value).toBe('1200');
    await save(shell);
    await waitFor(() => expect(saved(shell).at(-1)).toMatchObject({ title: 'Roof', budget: 1200 }));
  });

  it('reports that the job is paid, and keeps the input readable', async () => {
    const shell = await show(
      assignedJob({ status: 'completed' }),
      {},
      {
        'PUT /api/jobs/1': () => {
          shell.change({ status: 'paid' });
          return refuse('job_locked', 'The job can no longer be changed.');
        },
      },
    );
    enter('Job Title', 'Roof');
    await save(shell);
    expect(await screen.findByText(/This job is paid, so it can no longer be changed/)).toBeTruthy();
    expect(button('Save Changes').disabled).toBe(true);
    expect(field('Job Title').value).toBe('Roof');
  });

  it('reports that the job no longer exists', async () => {
    let gone = false;
    const shell = await show(
      sampleJob(),
      {},
      {
        'GET /api/jobs/1': () =>
          gone ? reply(404, { code: 'not_found', message: 'Not found.' }) : jobDetail(sampleJob()),
      },
    );
    enter('Job Title', 'Roof');
    gone = true;
    await save(shell);
    expect(await screen.findByText(/This job no longer exists/)).toBeTruthy();
    expect(saved(shell)).toEqual([]);
  });
});

describe('the files of an edited job', () => {
  it('are listed, and count towards the maximum', async () => {
    const attachments = [8, 9].map((id) => sampleFile({ id, fileName: `aerial-${id}.jpg` }));
    await show(sampleJob(), { attachments });
    for (const { fileName } of attachments) {
      expect(screen.getByRole('button', { name: 'View', description: new RegExp(fileName) })).toBeTruthy();
    }
    expect(screen.getByText(/2 of 5 files attached/)).toBeTruthy();
  });

  it('include failed uploads, which can be retried', async () => {
    const job = sampleJob();
    const first = await show(job, {}, { 'POST /api/jobs/1/attachments': () => reply(503, 'down') });
    await first.events.upload(field('Attach files'), PLAN);
    await save(first);
    await screen.findByRole('button', { name: 'Retry plan.pdf' });
    first.unmount();
    const second = await show(job, {}, { 'POST /api/jobs/1/attachments': () => reply(201, {}) });
    expect(screen.getByText(/1 of 5 files attached/)).toBeTruthy();
    await second.events.click(button('Retry plan.pdf'));
    await waitFor(() => expect(screen.queryByText('plan.pdf')).toBeNull());
    expect(bodies(second, 'POST', '/api/jobs/1/attachments')).toHaveLength(1);
  });

  it('are sent without saving unchanged content', async () => {
    const shell = await show(sampleJob(), {}, { 'POST /api/jobs/1/attachments': () => reply(201, {}) });
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO]);
    await save(shell);
    await waitFor(() => expect(shell.closed()).toBe(1));
    expect(bodies(shell, 'POST', '/api/jobs/1/attachments')).toHaveLength(2);
    expect(saved(shell)).toEqual([]);
  });
});

it('reports that the job failed to load, and retries', async () => {
  let fails = true;
  const { events } = renderInShell(<EditJobDialog job={sampleJob()} onClose={() => {}} />, {
    user: CLIENT,
    handlers: { 'GET /api/jobs/1': () => (fails ? reply(503, 'down') : jobDetail(sampleJob())) },
  });
  expect(await screen.findByText('Failed to load job details')).toBeTruthy();
  fails = false;
  await events.click(button('Try again'));
  expect(await screen.findByRole('form', { name: 'Edit Job' })).toBeTruthy();
});
