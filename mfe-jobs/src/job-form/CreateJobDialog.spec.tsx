import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, enter, field, fillJobForm, leaves, resetForms, PLAN } from '../testing/job-form.ts';
import { CLIENT, sampleJob } from '../testing/samples.ts';
import { START, uploadServer } from '../testing/upload-server.ts';
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
  it('[FORM-11, FORM-16, FORM-17, FORM-27] enables submit once the required fields are filled, closes, and links to the job', async () => {
    const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    let broken = true;
    const posted = () => reply(201, sampleJob({ id: 31, title: 'Roof' }));
    const shell = show({ 'POST /api/jobs': () => (broken ? reply(503, 'down') : posted()) });
    expect(button('Create Job').disabled).toBe(true);
    await fillJobForm(shell, 'Crop Analysis');
    expect(button('Create Job').disabled).toBe(false);
    await shell.events.click(button('Create Job'));
    expect(await screen.findByText('Failed to create job posting. Please try again.')).toBeTruthy();
    expect(shell.closed()).toBe(0);
    broken = false;
    await shell.events.click(button('Create Job'));
    expect(await screen.findByText('Job Created')).toBeTruthy();
    await waitFor(() => expect(shell.closed()).toBe(1));
    expect(screen.getByText('View job').getAttribute('href')).toBe('/jobs?job=31');
    shell.unmount();
    scrolled.mockClear();
    document.body.innerHTML = '<div role="row"><div id="job-31-name">Roof</div></div>';
    await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
    expect(scrolled.mock.contexts).toEqual([screen.getByRole('row')]);
    document.body.innerHTML = '';
  });

  it('[PLACE-3] names the town of the location after the field is left, or that there is none', async () => {
    const towns = (url: string) =>
      url.includes('Austin') ? [{ latitude: 30.2672, longitude: -97.7431, name: 'Austin, Texas' }] : [];
    const { events } = show({ 'GET /api/towns': ({ url }) => towns(url) });
    await events.type(field('Location'), 'Austin');
    expect(screen.queryByText('Near Austin, Texas')).toBeNull();
    await events.tab();
    expect(await screen.findByText('Near Austin, Texas')).toBeTruthy();
    await events.clear(field('Location'));
    await events.type(field('Location'), 'Gate 3');
    expect(screen.queryByText('Near Austin, Texas')).toBeNull();
    await events.tab();
    expect(await screen.findByText('No town found. End with one, such as "Austin, TX".')).toBeTruthy();
  });

  it('shows the uploads, and closes once all succeed', async () => {
    let broken = true;
    const server = uploadServer();
    const shell = show({
      ...server,
      [START]: (call) => (broken ? reply(400, 'refused') : server[START](call)),
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
    const shell = show({ [START]: () => new Promise(() => {}) });
    await fillJobForm(shell, 'Mapping');
    await shell.events.upload(field('Attach files'), PLAN);
    await shell.events.click(button('Create Job'));
    await screen.findByText(/The uploads continue/);
    expect(leaves()).toBe(false);
    await shell.events.keyboard('{Escape}');
    expect(shell.closed()).toBe(1);
  });
});

it('[FORM-22, FORM-23] closing the form keeps the input as a draft, which Discard deletes', async () => {
  const first = show();
  enter('Job Title', 'Roof');
  await first.events.keyboard('{Escape}');
  expect(first.closed()).toBe(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  first.unmount();
  const second = show();
  expect(field('Job Title').value).toBe('Roof');
  expect(screen.getByText(/^Draft restored\. Files are not part of a draft/)).toBeTruthy();
  enter('Job Title', 'Barn');
  await second.events.upload(field('Attach files'), PLAN);
  await second.events.click(button('Close'));
  expect(second.closed()).toBe(1);
  second.unmount();
  const third = show();
  expect(field('Job Title').value).toBe('Barn');
  // Picked files remain while the page lasts, so that the browser asks before a reload.
  expect(screen.getByText('plan.pdf')).toBeTruthy();
  expect(screen.getByText('Draft restored.')).toBeTruthy();
  expect(leaves()).toBe(false);
  await third.events.click(button('Discard'));
  expect(field('Job Title').value).toBe('');
  expect(document.activeElement).toBe(field('Job Title'));
  expect(screen.queryByText(/^Draft restored/)).toBeNull();
  third.unmount();
  show();
  expect(field('Job Title').value).toBe('');
  expect(screen.queryByText(/^Draft restored|plan\.pdf/)).toBeNull();
});
