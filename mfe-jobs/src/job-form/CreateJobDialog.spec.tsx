import { screen, waitFor } from '@testing-library/react';
import { reply, type Handlers } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, enter, field, fillJob, forgetForms, PLAN } from '../testing/job-form.ts';
import { CLIENT, sampleJob } from '../testing/samples.ts';
import CreateJobDialog from './CreateJobDialog.tsx';

function show(handlers: Handlers = {}) {
  let closed = 0;
  const shell = renderInShell(<CreateJobDialog onClose={() => (closed += 1)} />, {
    user: CLIENT,
    handlers: { 'POST /api/jobs': () => reply(201, sampleJob({ id: 31, title: 'Roof' })), ...handlers },
  });
  return { ...shell, closed: () => closed };
}

afterEach(forgetForms);

describe('posting a job from the jobs page', () => {
  it('waits until title, survey type, location, budget and deadline are filled, and closes', async () => {
    const shell = show();
    expect(button('Create Job').disabled).toBe(true);
    await fillJob(shell, 'Crop Analysis');
    expect(button('Create Job').disabled).toBe(false);
    await shell.events.click(button('Create Job'));
    expect(await screen.findByText('Job Created')).toBeTruthy();
    await waitFor(() => expect(shell.closed()).toBe(1));
  });

  it('has its own words for a failure', async () => {
    const shell = show({ 'POST /api/jobs': () => reply(503, 'down') });
    await fillJob(shell, 'Mapping');
    await shell.events.click(button('Create Job'));
    expect(await screen.findByText('Failed to create job posting. Please try again.')).toBeTruthy();
    expect(shell.closed()).toBe(0);
  });

  it('shows the files on their way, and closes once every one arrived', async () => {
    let broken = true;
    const shell = show({
      'POST /api/jobs/31/attachments': () => (broken ? reply(503, 'down') : reply(201, {})),
    });
    await fillJob(shell, 'Mapping');
    await shell.events.upload(field('Attach files'), PLAN);
    await shell.events.click(button('Create Job'));
    const retry = await screen.findByRole('button', { name: 'Retry plan.pdf' });
    expect(screen.getByText(/The job is saved without these files/)).toBeTruthy();
    expect(screen.queryByLabelText('Job Title')).toBeNull();
    expect(shell.closed()).toBe(0);
    broken = false;
    await shell.events.click(retry);
    await waitFor(() => expect(shell.closed()).toBe(1));
    expect(bodies(shell, 'POST', '/api/jobs')).toHaveLength(1);
  });

  it('can be closed while files go on', async () => {
    const shell = show({ 'POST /api/jobs/31/attachments': () => new Promise(() => {}) });
    await fillJob(shell, 'Mapping');
    await shell.events.upload(field('Attach files'), PLAN);
    await shell.events.click(button('Create Job'));
    await screen.findByText(/the files keep uploading/);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await shell.events.keyboard('{Escape}');
    expect(shell.closed()).toBe(1);
  });
});

describe('closing the form', () => {
  it('closes at once while nothing is entered', async () => {
    const { events, closed } = show();
    await events.keyboard('{Escape}');
    expect(closed()).toBe(1);
  });

  it.each([
    ['Escape', ({ events }: ReturnType<typeof show>) => events.keyboard('{Escape}')],
    ['the cross', ({ events }: ReturnType<typeof show>) => events.click(button('Close'))],
  ])('by %s asks first when something was typed', async (_way, close) => {
    const shell = show();
    enter('Job Title', 'Roof');
    await close(shell);
    expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
    await shell.events.click(button('Keep editing'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(field('Job Title').value).toBe('Roof');
    expect(shell.closed()).toBe(0);
    await close(shell);
    await shell.events.click(button('Discard'));
    expect(shell.closed()).toBe(1);
  });

  it('by Back keeps what was typed, and by Discard does not', async () => {
    const first = show();
    enter('Job Title', 'Roof');
    first.unmount();
    const second = show();
    expect(field('Job Title').value).toBe('Roof');
    await second.events.click(button('Close'));
    await second.events.click(button('Discard'));
    second.unmount();
    show();
    expect(field('Job Title').value).toBe('');
  });

  it('asks when only a file was chosen', async () => {
    const shell = show();
    await shell.events.upload(field('Attach files'), PLAN);
    await shell.events.click(button('Close'));
    expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeTruthy();
  });
});
