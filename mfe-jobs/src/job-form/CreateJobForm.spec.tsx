import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, enter, field, fillJobForm, resetForms, PLAN } from '../testing/job-form.ts';
import { CLIENT, sampleJob } from '../testing/samples.ts';
import CreateJobForm from './CreateJobForm.tsx';

const posted = sampleJob({ id: 31, title: 'Roof' });

function show(handlers: Handlers = {}, user = CLIENT) {
  return renderInShell(<CreateJobForm />, {
    user,
    handlers: { 'POST /api/jobs': () => reply(201, posted), ...handlers },
  });
}
const submit = ({ events }: ReturnType<typeof show>) => events.click(button('Create Job'));
const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);

afterEach(resetForms);

describe('posting a job from the dashboard', () => {
  it('[FORM-12, FORM-14] sends the input, and empties the form', async () => {
    const shell = show();
    await fillJobForm(shell);
    await submit(shell);
    expect(await screen.findByText('Job created successfully!')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    expect(bodies(shell, 'POST', '/api/jobs')).toEqual([
      {
        title: 'Roof',
        description: 'Seams',
        surveyType: 'Site Survey',
        location: 'Austin',
        budget: 1250.5,
        deadline: '2031-12-31',
        clientId: CLIENT.id,
        status: 'pending',
        progress: 0,
      },
    ]);
    await waitFor(() => expect(field('Job Title').value).toBe(''));
  });

  it("accepts a time in the viewer's time zone, and a budget with separators", async () => {
    const shell = show();
    await fillJobForm(shell);
    enter('Time (optional)', '14:30');
    enter('Budget ($)', '$1,250.50');
    await submit(shell);
    await screen.findByText('Job created successfully!');
    const deadline = new Date(2031, 11, 31, 14, 30).toISOString();
    expect(bodies(shell, 'POST', '/api/jobs')).toEqual([
      expect.objectContaining({ deadline, budget: 1250.5 }),
    ]);
  });

  it('[FORM-5, FORM-6] shows an error at each empty field, focuses the first, and sends nothing', async () => {
    const shell = show();
    await submit(shell);
    expect(await screen.findByText('Deadline is required')).toBeTruthy();
    expect(screen.getAllByText('Required')).toHaveLength(5);
    await waitFor(() => expect(document.activeElement).toBe(field('Job Title')));
    expect(shell.calls).toEqual([]);
  });

  it('focuses the survey type when only that is missing', async () => {
    const shell = show();
    for (const label of ['Job Title', 'Description', 'Location']) enter(label, 'Roof');
    enter('Budget ($)', '1250.50');
    enter('Deadline', '2031-12-31');
    await submit(shell);
    const surveyType = screen.getByRole('combobox', { name: 'Survey Type' });
    await waitFor(() => expect(document.activeElement).toBe(surveyType));
  });

  it.each([
    ['Budget ($)', '1,25', 'Enter an amount in dollars, such as 1250 or 1250.50'],
    ['Budget ($)', '0.49', 'The budget must be at least $0.50'],
    ['Budget ($)', '10.001', 'Use at most two decimals'],
  ])('[FORM-8, FORM-9, FORM-10] rejects %s %s', async (label, value, message) => {
    const shell = show();
    enter(label, value);
    await submit(shell);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it.each([
    ['2020-01-31', ''],
    ['2020-01-31', '23:30'],
  ])('[FORM-25] refuses the deadline %s %s, which is in the past', async (day, time) => {
    const shell = show();
    await fillJobForm(shell);
    expect(screen.queryByText('This deadline is in the past')).toBeNull();
    enter('Deadline', day);
    enter('Time (optional)', time);
    expect(screen.getByText('This deadline is in the past')).toBeTruthy();
    await submit(shell);
    await waitFor(() => expect(field('Deadline').getAttribute('aria-invalid')).toBe('true'));
    expect(bodies(shell, 'POST', '/api/jobs')).toEqual([]);
    enter('Deadline', '2031-12-31');
    await submit(shell);
    expect(await screen.findByText('Job created successfully!')).toBeTruthy();
  });

  it('[FORM-2] offers the survey types of the dashboard', async () => {
    const { events } = show();
    await events.click(screen.getByRole('combobox', { name: 'Survey Type' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Site Survey',
      'Property Inspection',
      'Agricultural Analysis',
      'Construction Monitoring',
      'Real Estate Photography',
    ]);
  });

  it('[FORM-15, FORM-21] keeps the input when the server rejects it, and shows the error at the field', async () => {
    const shell = show({
      'POST /api/jobs': () =>
        reply(400, {
          code: 'validation_failed',
          message: 'Some fields are not valid',
          requestId: 'r1',
          errors: [{ path: 'title', message: 'Use at most 200 characters' }],
        }),
    });
    await fillJobForm(shell);
    await submit(shell);
    expect(await screen.findByText('Failed to create job. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(screen.getByText('Use at most 200 characters')).toBeTruthy();
    expect(field('Job Title').value).toBe('Roof');
  });
});

describe('a job beyond a limit', () => {
  it('[SECURE-95] keeps the input, and shows what to do beyond the limit of open jobs', async () => {
    const message = 'You have 200 open jobs, and 200 is the limit. Delete one that you no longer need.';
    const shell = show({
      'POST /api/jobs': () => reply(409, { code: 'quota_exceeded', message, requestId: 'r1' }),
    });
    await fillJobForm(shell);
    await submit(shell);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field('Job Title').value).toBe('Roof');
  });
});

describe('the unsent input', () => {
  it('[FORM-23] survives a visit to another page, for the same user only', async () => {
    const first = show();
    enter('Job Title', 'Half a roof');
    await first.events.upload(field('Attach files'), PLAN);
    first.unmount();
    const second = show();
    expect(field('Job Title').value).toBe('Half a roof');
    expect(listed()).toEqual([expect.stringContaining('plan.pdf')]);
    second.unmount();
    const third = show({}, { ...CLIENT, id: 4 });
    expect(field('Job Title').value).toBe('');
    third.unmount();
    show();
    expect(field('Job Title').value).toBe('Half a roof');
  });

  it('is deleted when the post completes after its page was left', async () => {
    const answer = Promise.withResolvers<Response>();
    const shell = show({ 'POST /api/jobs': () => answer.promise });
    await fillJobForm(shell);
    await submit(shell);
    shell.unmount();
    answer.resolve(reply(201, posted));
    // The page at the time of the post.
    renderInShell(null, { user: CLIENT });
    expect(await screen.findByText('Job created successfully!')).toBeTruthy();
    show();
    expect(field('Job Title').value).toBe('');
  });

  it("triggers the browser's confirmation before the page unloads if the browser stores no draft", () => {
    show();
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    enter('Job Title', 'Roof');
    expect(leave()).toBe(false);
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    enter('Job Title', 'Roof inspection');
    full.mockRestore();
    expect(leave()).toBe(true);
    enter('Job Title', '');
    expect(leave()).toBe(false);
  });
});
