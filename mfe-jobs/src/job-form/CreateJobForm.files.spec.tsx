import { act, screen, waitFor, within } from '@testing-library/react';
import { ATTACHMENT_MAX_BYTES } from '@dps/contract';
import { baseApi, pauseUntilReauthenticated } from '@dps/contract/client';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, button, field, fillJobForm, resetForms, PHOTO, PLAN } from '../testing/job-form.ts';
import { CLIENT, sampleJob } from '../testing/samples.ts';
import { uploads } from '../uploads/upload-queue.ts';
import CreateJobForm from './CreateJobForm.tsx';

const posted = sampleJob({ id: 31, title: 'Roof' });
const ATTACHMENTS = '/api/jobs/31/attachments';

function show(handlers: Handlers = {}) {
  return renderInShell(<CreateJobForm />, {
    user: CLIENT,
    handlers: { 'POST /api/jobs': () => reply(201, posted), ...handlers },
  });
}
const submit = ({ events }: ReturnType<typeof show>) => events.click(button('Create Job'));
const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);

afterEach(resetForms);

describe('the files of a new job', () => {
  it('[FILE-7, FILE-9, FILE-10] are listed, can be removed, and are sent after the job in one request each', async () => {
    const shell = show({ [`POST ${ATTACHMENTS}`]: () => reply(201, {}) });
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO]);
    expect(screen.getByText('2 file(s) added successfully.')).toBeTruthy();
    expect(screen.getByText('Files uploaded')).toBeTruthy();
    await shell.events.click(button('Remove roof.png'));
    expect(screen.queryByText('roof.png')).toBeNull();
    await shell.events.upload(field('Attach files'), PHOTO);
    await fillJobForm(shell);
    await submit(shell);
    await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
    const uploadedBy = CLIENT.id;
    expect(bodies(shell, 'POST', ATTACHMENTS)).toEqual([
      { fileName: 'plan.pdf', fileType: 'pdf', fileSize: 8, fileData: btoa('%PDF-1.7'), uploadedBy },
      { fileName: 'roof.png', fileType: 'image', fileSize: 5, fileData: btoa('photo'), uploadedBy },
    ]);
    expect(screen.getByRole('region', { name: 'Attachments of "Roof"' })).toBeTruthy();
    expect(screen.getByText('2 of 2 files uploaded')).toBeTruthy();
  });

  it('are rejected by type and size with a reason, while valid files stay', async () => {
    const big = new File([], 'big.pdf', { type: 'application/pdf' });
    Object.defineProperty(big, 'size', { value: ATTACHMENT_MAX_BYTES + 1 });
    show();
    const { userEvent } = await import('@testing-library/user-event');
    const events = userEvent.setup({ applyAccept: false });
    const page = new File(['<p>'], 'page.html', { type: 'text/html' });
    await events.upload(field('Attach files'), [page, PLAN, big]);
    const refused = within(screen.getByRole('note'));
    expect(
      refused.getByText('page.html is not a supported format. Please use PNG, JPG, or PDF.'),
    ).toBeTruthy();
    expect(refused.getByText('big.pdf is larger than 10MB. Please choose a smaller file.')).toBeTruthy();
    expect(screen.getByText('Invalid file type')).toBeTruthy();
    expect(screen.getByText('File too large')).toBeTruthy();
    expect(listed()).toEqual([expect.stringContaining('plan.pdf')]);
  });

  it('[FILE-12, FILE-13] continue after one fails, which a retry sends without another job', async () => {
    let broken = true;
    const shell = show({
      [`POST ${ATTACHMENTS}`]: ({ body }) => {
        const failing = broken && JSON.stringify(body).includes('plan.pdf');
        return failing ? reply(503, { code: 'unavailable', message: 'The store is busy.' }) : reply(201, {});
      },
    });
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO]);
    await fillJobForm(shell);
    await submit(shell);
    expect(await screen.findByText('Failed to upload plan.pdf')).toBeTruthy();
    expect(screen.getByText('File Upload Error')).toBeTruthy();
    expect(screen.getByText('Not uploaded. The store is busy.')).toBeTruthy();
    expect(await screen.findByText('Uploaded')).toBeTruthy();
    broken = false;
    await shell.events.click(button('Retry plan.pdf'));
    await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
    expect(bodies(shell, 'POST', '/api/jobs')).toHaveLength(1);
    expect(bodies(shell, 'POST', ATTACHMENTS)).toHaveLength(3);
  });

  it('that failed can be discarded, or retried together', async () => {
    let broken = true;
    const shell = show({ [`POST ${ATTACHMENTS}`]: () => (broken ? reply(503, 'down') : reply(201, {})) });
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO, new File(['x'], 'x.pdf')]);
    await fillJobForm(shell);
    await submit(shell);
    await shell.events.click(await screen.findByRole('button', { name: 'Discard x.pdf' }));
    expect(listed()).toHaveLength(2);
    broken = false;
    await shell.events.click(button('Retry all'));
    await waitFor(() => expect(screen.getAllByText('Uploaded')).toHaveLength(2));
  });

  it('wait for a new sign-in when the session has ended, and are sent again', async () => {
    let ended = true;
    const signedIn = Promise.withResolvers<'repeat'>();
    pauseUntilReauthenticated(() => signedIn.promise);
    const shell = show({
      [`POST ${ATTACHMENTS}`]: () =>
        ended ? reply(401, { code: 'unauthenticated', message: 'Please sign in.' }) : reply(201, {}),
    });
    await shell.events.upload(field('Attach files'), PLAN);
    await fillJobForm(shell);
    await submit(shell);
    await waitFor(() => expect(bodies(shell, 'POST', ATTACHMENTS)).toHaveLength(1));
    expect(screen.getByText('Uploading... 0%')).toBeTruthy();
    ended = false;
    signedIn.resolve('repeat');
    expect(await screen.findByText('Uploaded')).toBeTruthy();
    const [first, second] = bodies(shell, 'POST', ATTACHMENTS);
    expect(second).toEqual(first);
  });

  it('are deleted when their user signs out', async () => {
    let signOut = () => {};
    const shell = renderInShell(<CreateJobForm />, {
      user: CLIENT,
      handlers: {
        'POST /api/jobs': () => reply(201, posted),
        [`POST ${ATTACHMENTS}`]: () => new Promise(() => {}),
      },
      middleware: [
        ({ dispatch }) => {
          signOut = () => dispatch(baseApi.util.resetApiState());
          return (next) => (action) => next(action);
        },
      ],
    });
    await shell.events.upload(field('Attach files'), [PLAN, PHOTO]);
    await fillJobForm(shell);
    await submit(shell);
    await waitFor(() => expect(bodies(shell, 'POST', ATTACHMENTS)).toHaveLength(1));
    shell.unmount();
    expect(uploads.all()).toHaveLength(2);
    signOut();
    await waitFor(() => expect(uploads.all()).toEqual([]));
    expect(bodies(shell, 'POST', ATTACHMENTS)).toHaveLength(1);
  });

  it('[FILE-14] show their progress, and can be cancelled', async () => {
    let tell: (part: number) => void = () => {};
    const shell = show({
      [`POST ${ATTACHMENTS}`]: (_call, sent) => {
        tell = sent;
        return new Promise(() => {});
      },
    });
    await shell.events.upload(field('Attach files'), PLAN);
    await fillJobForm(shell);
    await submit(shell);
    const bar = await screen.findByRole('progressbar', { name: 'Uploading plan.pdf' });
    await waitFor(() => expect(bodies(shell, 'POST', ATTACHMENTS)).toHaveLength(1));
    act(() => tell(0.4));
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
    expect(screen.getByText('Uploading... 40%')).toBeTruthy();
    act(() => tell(1));
    expect(await screen.findByText('Storing...')).toBeTruthy();
    await shell.events.click(button('Cancel upload of plan.pdf'));
    expect(screen.queryByText('plan.pdf')).toBeNull();
    expect(screen.queryByText('File Upload Error')).toBeNull();
  });
});
