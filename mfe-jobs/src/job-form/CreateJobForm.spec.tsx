import { act, screen, waitFor, within } from '@testing-library/react';
import { ATTACHMENT_MAX_BYTES } from '@dps/contract';
import { pauseUntilReauthenticated } from '@dps/contract/client';
import { reply, type FakeRequest } from '@dps/contract/testing';
import { endUserWork } from '@dps/contract/user';
import { renderInShell, type ShellOptions } from '@dps/ui/testing';
import { bodies, button, enter, field, fillJobForm, resetForms, PHOTO, PLAN } from '../testing/job-form.ts';
import { CLIENT, sampleJob } from '../testing/samples.ts';
import { PART, START, uploadServer } from '../testing/upload-server.ts';
import { uploads } from '../uploads/useUploads.ts';
import CreateJobForm from './CreateJobForm.tsx';

const posted = sampleJob({ id: 31, title: 'Roof' });
const UPLOADS = '/api/jobs/31/uploads';

function show({ handlers = {}, ...options }: ShellOptions = {}) {
  return renderInShell(<CreateJobForm />, {
    user: CLIENT,
    handlers: { 'POST /api/jobs': () => reply(201, posted), ...handlers },
    ...options,
  });
}
type Form = ReturnType<typeof show>;
const submit = ({ events }: Form) => events.click(button('Create Job'));
const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);

afterEach(resetForms);

describe('posting a job from the dashboard', () => {
  it('[FORM-8, FORM-12, FORM-14] sends the input, and empties the form', async () => {
    const shell = show();
    await fillJobForm(shell);
    enter('Time (optional)', '14:30');
    enter('Budget ($)', '$1,250.50');
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
        // In the time zone of the viewer.
        deadline: new Date(2031, 11, 31, 14, 30).toISOString(),
        clientId: CLIENT.id,
        status: 'pending',
        progress: 0,
      },
    ]);
    await waitFor(() => expect(field('Job Title').value).toBe(''));
  });

  it('[EMAIL-23] says what a job waits for that is not published', async () => {
    const shell = show({
      handlers: { 'POST /api/jobs': () => reply(201, { ...posted, publishedAt: null }) },
    });
    await fillJobForm(shell);
    await submit(shell);
    const text = 'Job created successfully! Waits for your confirmed email.';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('[FORM-2, FORM-5, FORM-6] shows an error at each wrong field, focuses the first, and sends nothing', async () => {
    const shell = show();
    await submit(shell);
    expect(await screen.findByText('Deadline is required')).toBeTruthy();
    expect(screen.getAllByText('Required')).toHaveLength(5);
    await waitFor(() => expect(document.activeElement).toBe(field('Job Title')));
    for (const label of ['Job Title', 'Description', 'Location']) enter(label, 'Roof');
    enter('Budget ($)', '1250.50');
    enter('Deadline', '2031-12-31');
    await submit(shell);
    const surveyType = screen.getByRole('combobox', { name: 'Survey Type' });
    await waitFor(() => expect(document.activeElement).toBe(surveyType));
    enter('Budget ($)', '0.49');
    expect(await screen.findByText('The budget must be at least $0.50')).toBeTruthy();
    expect(shell.calls).toEqual([]);
    await shell.events.click(surveyType);
    expect(
      screen
        .getAllByRole('option')
        .map((option) => option.textContent)
        .join(),
    ).toBe(
      'Site Survey,Property Inspection,Agricultural Analysis,Construction Monitoring,Real Estate Photography',
    );
  });

  it('[FORM-25] refuses a deadline in the past', async () => {
    const shell = show();
    await fillJobForm(shell);
    expect(screen.queryByText('This deadline is in the past')).toBeNull();
    enter('Deadline', '2020-01-31');
    enter('Time (optional)', '23:30');
    expect(screen.getByText('This deadline is in the past')).toBeTruthy();
    await submit(shell);
    await waitFor(() => expect(field('Deadline').getAttribute('aria-invalid')).toBe('true'));
    expect(bodies(shell, 'POST', '/api/jobs')).toEqual([]);
    enter('Deadline', '2031-12-31');
    await submit(shell);
    expect(await screen.findByText('Job created successfully!')).toBeTruthy();
  });

  it('[FORM-15, FORM-21, SECURE-95] keeps the input when the server rejects it, and shows the reason', async () => {
    const quota = 'You have 200 open jobs, and 200 is the limit. Delete one that you no longer need.';
    const errors = [{ path: 'title', message: 'Use at most 200 characters' }];
    const responses = [
      reply(400, { code: 'validation_failed', message: 'Some fields are not valid', errors }),
      reply(409, { code: 'quota_exceeded', message: quota }),
    ];
    const shell = show({ handlers: { 'POST /api/jobs': () => responses.shift() } });
    await fillJobForm(shell);
    await submit(shell);
    expect(await screen.findByText('Failed to create job. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(screen.getByText('Use at most 200 characters')).toBeTruthy();
    enter('Job Title', 'Barn');
    await submit(shell);
    expect(await screen.findByText(quota)).toBeTruthy();
    expect(field('Job Title').value).toBe('Barn');
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
    const third = show({ user: { ...CLIENT, id: 4 } });
    expect(field('Job Title').value).toBe('');
    third.unmount();
    show();
    expect(field('Job Title').value).toBe('Half a roof');
  });

  it('is deleted when the post completes after its page was left', async () => {
    const response = Promise.withResolvers<Response>();
    const shell = show({ handlers: { 'POST /api/jobs': () => response.promise } });
    await fillJobForm(shell);
    await submit(shell);
    shell.unmount();
    response.resolve(reply(201, posted));
    // The page at the time of the post.
    renderInShell(null, { user: CLIENT });
    expect(await screen.findByText('Job created successfully!')).toBeTruthy();
    show();
    expect(field('Job Title').value).toBe('');
  });
});

describe('the files of a new job', () => {
  /** Posts a job with files to a server that accepts uploads, with the handlers of the options. */
  async function post(files: File[], options: ShellOptions = {}) {
    const shell = show({ ...options, handlers: uploadServer([], options.handlers) });
    await shell.events.upload(field('Attach files'), files);
    await fillJobForm(shell);
    await submit(shell);
    return { ...shell, started: () => bodies(shell, 'POST', UPLOADS) };
  }
  const showsUploaded = (count: number) =>
    waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(count));

  it('[FILE-7, FILE-9] are listed, can be removed, and are sent after the job, one after another', async () => {
    const shell = show({ handlers: uploadServer() });
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO]);
    expect(screen.getByText('2 file(s) added successfully.')).toBeTruthy();
    expect(screen.getByText('Files uploaded')).toBeTruthy();
    await shell.events.click(button('Remove roof.png'));
    expect(screen.queryByText('roof.png')).toBeNull();
    await shell.events.upload(field('Attach files'), PHOTO);
    await fillJobForm(shell);
    await submit(shell);
    await showsUploaded(2);
    const purpose = 'attachment';
    expect(bodies(shell, 'POST', UPLOADS)).toEqual([
      { purpose, fileName: 'plan.pdf', fileSize: 8, lastModified: PLAN.lastModified },
      { purpose, fileName: 'roof.png', fileSize: 5, lastModified: PHOTO.lastModified },
    ]);
    const sent = shell.calls.filter(({ url }) => url.startsWith(`${UPLOADS}/`));
    expect(sent.map(({ method, url, body }) => [method, url.slice(UPLOADS.length), body])).toEqual([
      ['PUT', '/30/parts/1', '%PDF-1.7'],
      ['POST', '/30/complete', undefined],
      ['PUT', '/31/parts/1', 'photo'],
      ['POST', '/31/complete', undefined],
    ]);
    expect(screen.getByRole('region', { name: 'Attachments of "Roof"' })).toBeTruthy();
    expect(screen.getByText('2 of 2 files uploaded')).toBeTruthy();
  });

  it('are rejected by type and size with a reason, while valid files stay', async () => {
    const big = new File([], 'big.pdf', { type: 'application/pdf' });
    Object.defineProperty(big, 'size', { value: ATTACHMENT_MAX_BYTES + 1 });
    const { events } = show();
    const page = new File(['<p>'], 'page.html', { type: 'text/html' });
    const input = field('Attach files');
    input.accept = '';
    await events.upload(input, [page, PLAN, big]);
    const refused = within(screen.getByRole('note'));
    const wrongType = 'page.html is not a supported format. Please use PNG, JPG, or PDF.';
    expect(refused.getByText(wrongType)).toBeTruthy();
    expect(refused.getByText('big.pdf is larger than 10MB. Please choose a smaller file.')).toBeTruthy();
    expect(screen.getByText('Invalid file type')).toBeTruthy();
    expect(screen.getByText('File too large')).toBeTruthy();
    expect(listed()).toEqual([expect.stringContaining('plan.pdf')]);
  });

  it('[FILE-12, FILE-13] continue after one fails, which can be retried without another job, or discarded', async () => {
    let full = true;
    const server = uploadServer();
    const quota = () => reply(409, { code: 'quota_exceeded', message: 'Your account is full.' });
    const files = [PLAN, PHOTO, new File(['x'], 'x.pdf'), new File(['y'], 'y.pdf')];
    const shell = await post(files, {
      handlers: {
        ...server,
        [START]: (call) =>
          full && Object(call.body).fileName !== 'roof.png' ? quota() : server[START](call),
      },
    });
    expect(await screen.findByText('Failed to upload plan.pdf')).toBeTruthy();
    expect(screen.getAllByText('File Upload Error')).toBeTruthy();
    await shell.events.click(await screen.findByRole('button', { name: 'Discard y.pdf' }));
    expect(listed()).toHaveLength(3);
    expect(screen.getAllByText('Not uploaded. Your account is full.')).toHaveLength(2);
    expect(screen.getByText('Uploaded')).toBeTruthy();
    await shell.events.click(button('Retry plan.pdf'));
    await waitFor(() => expect(shell.started()).toHaveLength(5));
    full = false;
    await shell.events.click(await screen.findByRole('button', { name: 'Retry all' }));
    await showsUploaded(3);
    expect(bodies(shell, 'POST', '/api/jobs')).toHaveLength(1);
  });

  it('[FILE-16] continue when the network is back', async () => {
    let isCut = true;
    const server = uploadServer();
    const respond = (call: FakeRequest) => {
      if (isCut) throw new TypeError('Failed to fetch');
      return server[PART](call);
    };
    await post([PLAN], { handlers: { ...server, [PART]: respond } });
    expect(await screen.findByText('No connection. The upload continues automatically.')).toBeTruthy();
    expect(screen.queryByText('File Upload Error')).toBeNull();
    isCut = false;
    act(() => void globalThis.dispatchEvent(new Event('online')));
    await showsUploaded(1);
  });

  it('wait for a new sign-in when the session has ended, and are sent again', async () => {
    let ended = true;
    const signedIn = Promise.withResolvers<'repeat'>();
    pauseUntilReauthenticated(() => signedIn.promise);
    const server = uploadServer();
    const { started } = await post([PLAN], {
      handlers: {
        ...server,
        [START]: (call) =>
          ended ? reply(401, { code: 'unauthenticated', message: 'Please sign in.' }) : server[START](call),
      },
    });
    await waitFor(() => expect(started()).toHaveLength(1));
    expect(screen.getByText('Uploading... 0%')).toBeTruthy();
    ended = false;
    signedIn.resolve('repeat');
    await showsUploaded(1);
    expect(started()[1]).toEqual(started()[0]);
  });

  it('[SECURE-19] are deleted when their user leaves', async () => {
    const { started, unmount } = await post([PLAN, PHOTO], {
      handlers: { [START]: () => new Promise(() => {}) },
    });
    await waitFor(() => expect(started()).toHaveLength(1));
    unmount();
    expect(uploads.all()).toHaveLength(2);
    endUserWork();
    expect(uploads.all()).toEqual([]);
    expect(started()).toHaveLength(1);
  });

  it('[FILE-14] show their progress, and can be cancelled', async () => {
    let report: (part: number) => void = () => {};
    const { events, calls } = await post([PLAN], {
      handlers: {
        [PART]: (_call, given) => {
          report = given;
          return new Promise(() => {});
        },
      },
    });
    const bar = await screen.findByRole('progressbar', { name: 'Uploading plan.pdf' });
    const sent = (method: string) => calls.filter((call) => call.method === method).map(({ url }) => url);
    await waitFor(() => expect(sent('PUT')).toHaveLength(1));
    // 4 of its 8 bytes.
    act(() => report(0.04));
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'));
    expect(screen.getByText('Uploading... 50%')).toBeTruthy();
    act(() => report(0.08));
    expect(await screen.findByText('Storing...')).toBeTruthy();
    await events.click(button('Cancel upload of plan.pdf'));
    expect(screen.queryByText('plan.pdf')).toBeNull();
    expect(screen.queryByText('File Upload Error')).toBeNull();
    await waitFor(() => expect(sent('DELETE')).toEqual([`${UPLOADS}/30`]));
  });
});
