import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, enter, field, fillJobForm, resetForms, PLAN } from '../testing/job-form.ts';
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

afterEach(resetForms);

describe('posting a job from the jobs page', () => {
  it('[FORM-11, FORM-16] enables submit once title, survey type, location, budget and deadline are filled, and closes', async () => {
    const shell = show();
    expect(button('Create Job').disabled).toBe(true);
    await fillJobForm(shell, 'Crop Analysis');
    expect(button('Create Job').disabled).toBe(false);
    await shell.events.click(button('Create Job'));
    expect(await screen.findByText('Job Created')).toBeTruthy();
    await waitFor(() => expect(shell.closed()).toBe(1));
  });

  it('[FORM-27] links to the posted job, and scrolls to its row', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    const shell = show();
    await fillJobForm(shell, 'Crop Analysis');
    await shell.events.click(button('Create Job'));
    const link = await screen.findByText('View job');
    expect(link.getAttribute('href')).toBe('/jobs?job=31');
    shell.unmount();
    scrolled.mockClear();
    document.body.innerHTML = '<div role="row"><div id="job-31-name">Roof</div></div>';
    await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
    expect(scrolled.mock.contexts).toEqual([screen.getByRole('row')]);
    document.body.innerHTML = '';
  });

  it('[FORM-17] shows its own error message', async () => {
    const shell = show({ 'POST /api/jobs': () => reply(503, 'down') });
    await fillJobForm(shell, 'Mapping');
    await shell.events.click(button('Create Job'));
    expect(await screen.findByText('Failed to create job posting. Please try again.')).toBeTruthy();
    expect(shell.closed()).toBe(0);
  });

  it('shows the uploads, and closes once all succeed', async () => {
    let broken = true;
    const shell = show({
      'POST /api/jobs/31/attachments': () => (broken ? reply(503, 'down') : reply(201, {})),
    });
    await fillJobForm(shell, 'Mapping');
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

  it('can be closed while uploads continue', async () => {
    const shell = show({ 'POST /api/jobs/31/attachments': () => new Promise(() => {}) });
    await fillJobForm(shell, 'Mapping');
    await shell.events.upload(field('Attach files'), PLAN);
    await shell.events.click(button('Create Job'));
    await screen.findByText(/The uploads continue/);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await shell.events.keyboard('{Escape}');
    expect(shell.closed()).toBe(1);
  });
});

describe('closing the form', () => {
  it.each([
    ['Escape', ({ events }: ReturnType<typeof show>) => events.keyboard('{Escape}')],
    ['the cross', ({ events }: ReturnType<typeof show>) => events.click(button('Close'))],
    ['Back', () => Promise.resolve()],
  ])('[FORM-22, FORM-23] by %s keeps the input as a draft, which Discard deletes', async (_way, close) => {
    const first = show();
    enter('Job Title', 'Roof');
    await close(first);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    first.unmount();
    const second = show();
    expect(field('Job Title').value).toBe('Roof');
    expect(screen.getByText(/^Draft restored\. Files are not part of a draft/)).toBeTruthy();
    await second.events.click(button('Discard'));
    expect(field('Job Title').value).toBe('');
    expect(document.activeElement).toBe(field('Job Title'));
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
    second.unmount();
    show();
    expect(field('Job Title').value).toBe('');
    expect(screen.queryByText(/^Draft restored/)).toBeNull();
  });

  it('keeps picked files while the page lasts, which asks before a reload', async () => {
    const first = show();
    await first.events.upload(field('Attach files'), PLAN);
    first.unmount();
    show();
    expect(screen.getByText('plan.pdf')).toBeTruthy();
    expect(screen.getByText('Draft restored.')).toBeTruthy();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  });
});
