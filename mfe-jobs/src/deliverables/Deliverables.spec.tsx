import { act, screen, waitFor, within } from '@testing-library/react';
import { UPLOAD_PART_BYTES, type DeliverableView, type JobStatus, type UserView } from '@dps/contract';
import { aDeliverable, reply, type FakeRequest, type Handlers } from '@dps/contract/testing';
import { endUserWork } from '@dps/contract/user';
import { renderInShell } from '@dps/ui/testing';
import { assignedJob, CLIENT, PILOT } from '../testing/samples.ts';
import { LIST, PART, uploadServer } from '../testing/upload-server.ts';
import Deliverables from './Deliverables.tsx';

const MODIFIED = 1_900_000_000_000;
const fileOf = (name: string, bytes: number, lastModified = MODIFIED) =>
  new File([new Uint8Array(bytes)], name, { lastModified });
const unfinished = (given: Partial<DeliverableView> = {}) =>
  aDeliverable({ receivedBytes: 0, completedAt: null, ...given });

let lastJob = 100;

/** Renders the deliverables of a new job, since uploads of a job remain while its page exists. */
function show(user: UserView, files: DeliverableView[], handlers?: Handlers, status: JobStatus = 'review') {
  lastJob += 1;
  const job = assignedJob({ id: lastJob, status });
  const stored = files.map((file) => ({ ...file, jobId: lastJob, uploadedBy: PILOT.id }));
  return renderInShell(<Deliverables job={job} />, { user, handlers: uploadServer(stored, handlers) });
}

const chooser = (name = 'Add Files') => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
const partsOf = (calls: readonly FakeRequest[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ url }) => url.split('/').slice(-3).join('/'));

describe('the deliverables of a pilot', () => {
  it('[DELIVER-18] are sent in parts and shown when they are complete', async () => {
    const { events, calls } = show(PILOT, []);
    expect(await screen.findByText(/No files delivered yet/)).toBeTruthy();
    await events.upload(await chooser(), fileOf('cloud.las', 6_000_000));
    expect(await screen.findByRole('link', { name: 'Download cloud.las' })).toBeTruthy();
    expect(screen.getByText('Point cloud, 5.7 MB')).toBeTruthy();
    expect(partsOf(calls)).toEqual(['30/parts/1', '30/parts/2']);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('1 file delivered')).toBeTruthy();
  });

  it('are refused with the reason by the browser, or by the server', async () => {
    const message = 'The content of the file does not match its type or name.';
    const { events, calls } = show(PILOT, [], {
      [PART]: () => reply(400, { code: 'invalid_file', message }),
    });
    const input = await chooser();
    input.accept = '';
    await events.upload(input, [fileOf('virus.exe', 5), fileOf('empty.pdf', 0)]);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('"virus.exe" is not a JPEG');
    expect(alert.textContent).toContain('"empty.pdf" is empty.');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await events.upload(input, fileOf('plan.pdf', 100));
    expect(await screen.findByText(message)).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Cancel plan.pdf' }));
    await waitFor(() => expect(screen.queryByText('plan.pdf')).toBeNull());
  });

  it('[DELIVER-18] can be paused and continue at the offset of the server', async () => {
    const second = Promise.withResolvers<unknown>();
    const server = uploadServer();
    const { events, calls } = show(PILOT, [], {
      ...server,
      [PART]: (request) =>
        request.url.endsWith('/2') && partsOf(calls).length < 3 ? second.promise : server[PART](request),
    });
    await events.upload(await chooser(), fileOf('cloud.las', 6_000_000));
    await waitFor(() => expect(partsOf(calls)).toHaveLength(2));
    await events.click(screen.getByRole('button', { name: 'Pause cloud.las' }));
    expect(screen.getByText('Paused at 87%')).toBeTruthy();
    await events.click(screen.getByRole('button', { name: 'Resume cloud.las' }));
    expect(await screen.findByRole('link', { name: 'Download cloud.las' })).toBeTruthy();
    expect(partsOf(calls)).toEqual(['30/parts/1', '30/parts/2', '30/parts/2']);
  });

  it('continue when the network is back', async () => {
    let failed = false;
    const server = uploadServer();
    const { events } = show(PILOT, [], {
      ...server,
      [PART]: (request) => {
        if (failed) return server[PART](request);
        failed = true;
        throw new TypeError('Failed to fetch');
      },
    });
    await events.upload(await chooser(), fileOf('plan.pdf', 100));
    expect(await screen.findByText(/continues automatically/)).toBeTruthy();
    globalThis.dispatchEvent(new Event('online'));
    expect(await screen.findByRole('link', { name: 'Download plan.pdf' })).toBeTruthy();
  });

  it('[SECURE-19] end when their user leaves', async () => {
    const first = Promise.withResolvers<void>();
    const server = uploadServer();
    const { events, calls } = show(PILOT, [], {
      ...server,
      [PART]: async (request) => {
        await first.promise;
        return server[PART](request);
      },
    });
    await events.upload(await chooser(), [fileOf('cloud.las', 6_000_000), fileOf('plan.pdf', 100)]);
    await waitFor(() => expect(partsOf(calls)).toHaveLength(1));
    await act(async () => {
      endUserWork();
      first.resolve();
    });
    expect(screen.queryByText('plan.pdf')).toBeNull();
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    expect(calls.at(-1)?.url).toMatch(/parts\/1$/);
  });

  it('[DELIVER-19] continue after a reload with the same file only', async () => {
    const open = unfinished({ fileName: 'cloud.las', receivedBytes: UPLOAD_PART_BYTES });
    const { events, calls } = show(PILOT, [open]);
    expect(await screen.findByText(/Stopped at 87%/)).toBeTruthy();
    const input = await chooser('Choose File for cloud.las');
    await events.upload(input, fileOf('cloud.las', 6_000_000, MODIFIED - 1));
    expect((await screen.findByRole('alert')).textContent).toContain('another file than "cloud.las"');
    await events.upload(input, fileOf('cloud.las', 6_000_000));
    expect(await screen.findByRole('link', { name: 'Download cloud.las' })).toBeTruthy();
    expect(partsOf(calls)).toEqual(['21/parts/2']);
  });

  it('[DELIVER-21] are deleted after a confirmation', async () => {
    const { events, calls } = show(PILOT, [aDeliverable()]);
    await events.click(await screen.findByRole('button', { name: 'Delete roof.las' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this file?' });
    await events.click(within(dialog).getByRole('button', { name: 'Delete File' }));
    await waitFor(() => expect(screen.queryByText('roof.las')).toBeNull());
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
  });
});

describe('the deliverables of a client', () => {
  it('[DELIVER-20] show pictures first, with a preview, and a download, and no buttons to change them', async () => {
    const photo = aDeliverable({ id: 22, fileName: 'roof.jpg', fileType: 'image', hasPreview: true });
    const { container } = show(CLIENT, [aDeliverable(), photo]);
    const link = await screen.findByRole('link', { name: 'Download roof.jpg' });
    expect(link.getAttribute('href')).toBe(`/api/jobs/${lastJob}/deliverables/22`);
    const images = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(images).toEqual([`/api/jobs/${lastJob}/deliverables/22/preview`]);
    const names = screen.getAllByRole('link').map((each) => each.getAttribute('aria-label'));
    expect(names).toEqual(['Download roof.jpg', 'Download roof.las']);
    expect(screen.queryByRole('button', { name: /Delete|Add/ })).toBeNull();
  });

  it('are named as the own ones to the pilot of a paid job', async () => {
    show(PILOT, [], {}, 'paid');
    expect(await screen.findByText('You have delivered no files.')).toBeTruthy();
    expect(screen.queryByText('Add Files')).toBeNull();
  });

  it('can be requested again after a failure, and are announced as missing', async () => {
    let response: unknown = reply(503, { code: 'unavailable', message: 'Busy.' });
    const { events } = show(CLIENT, [], { [LIST]: () => response });
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    response = [];
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The pilot has not delivered files yet.')).toBeTruthy();
  });
});
