import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { MESSAGE_MAX, paths } from '@dps/contract';
import { keepCalls, type ApiError, type ApiRequest } from '@dps/contract/client';
import { reply, type Handlers } from '@dps/contract/testing';
import { bodies, leaves, PLAN, resetForms } from '../testing/job-form.ts';
import { field, items, panel, send, show, URL } from '../testing/thread-panel.tsx';
import { controlWindow, SEND, threadServer } from '../testing/thread-server.ts';
import { PART, UNSENT } from '../testing/upload-server.ts';
import { uploads } from '../uploads/useUploads.ts';

const unavailable = () => reply(503, { code: 'unavailable', message: 'Busy.' });

beforeEach(() => void controlWindow());
afterEach(() => {
  keepCalls(undefined);
  resetForms();
});

describe('the form of a message', () => {
  it('[CHAT-6] sends with Ctrl+Enter, and Enter starts a new line', async () => {
    const shell = show();
    await shell.events.type(await field(), 'On my way{Enter}in 5 min{Control>}{Enter}{/Control}');
    await waitFor(async () => expect((await items())[0]?.textContent).toContain('On my way\nin 5 min'));
    expect(bodies(shell, 'POST', URL)).toEqual([{ text: 'On my way\nin 5 min', fileIds: [] }]);
    expect((await field()).value).toBe('');
    expect(document.activeElement).toBe(await field());
  });

  it('[CHAT-6] keeps the text after a failure, and sends it again with the same key', async () => {
    const keys: unknown[] = [];
    let response: unknown = unavailable();
    keepCalls((call, make) => {
      keys.push(call.idempotencyKey);
      return make(call);
    });
    const { events } = show({}, { [SEND]: () => response });
    await events.type(await field(), 'Hello');
    await events.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    expect((await field()).value).toBe('Hello');
    response = unavailable();
    await events.click(send());
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
  });

  it('[CHAT-6] counts near its limit, and sends no empty and no longer text', async () => {
    const shell = show();
    const input = await field();
    await shell.events.click(send());
    fireEvent.change(input, { target: { value: 'x'.repeat(MESSAGE_MAX - 1) } });
    expect(screen.getByText('1 character left')).toBeTruthy();
    fireEvent.change(input, { target: { value: `😀${'x'.repeat(MESSAGE_MAX)}` } });
    expect(screen.getByText('1 character over 4,000')).toBeTruthy();
    await shell.events.click(send());
    expect(bodies(shell, 'POST', URL)).toEqual([]);
  });

  it('[CHAT-7] keeps a draft for each thread and user', async () => {
    const { events, unmount } = show();
    await events.type(await field(), 'Half a');
    unmount();
    const again = show();
    await waitFor(async () => expect((await field()).value).toBe('Half a'));
    await again.events.click(send());
    await waitFor(async () => expect((await field()).value).toBe(''));
    again.unmount();
    show();
    expect((await field()).value).toBe('');
  });

  it('[CHAT-7] keeps a draft after a message with only files', async () => {
    const { events, unmount } = show();
    await field();
    await events.upload(screen.getByLabelText('Attach files', { selector: 'input' }), PLAN);
    await screen.findByRole('button', { name: 'Discard plan.pdf' });
    await events.click(send());
    await screen.findByRole('link', { name: 'Download plan.pdf' });
    await events.type(await field(), 'Half a');
    unmount();
    show();
    expect((await field()).value).toBe('Half a');
  });

  it('[CHAT-8] sends uploaded files, which can be removed before', async () => {
    const shell = show();
    const input = () => screen.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' });
    await field();
    await shell.events.upload(input(), [PLAN, new File(['%PDF'], 'other.pdf', { type: 'application/pdf' })]);
    await shell.events.click(await screen.findByRole('button', { name: 'Discard other.pdf' }));
    expect(bodies(shell, 'DELETE', paths.upload(1, 31))).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Discard plan.pdf' })).toBeTruthy();
    await shell.events.upload(input(), PLAN);
    expect(screen.getAllByText('plan.pdf')).toHaveLength(1);
    await shell.events.click(send());
    expect(await screen.findByRole('link', { name: 'Download plan.pdf' })).toBeTruthy();
    expect(bodies(shell, 'POST', URL)).toEqual([{ text: '', fileIds: [30] }]);
    expect(bodies(shell, 'POST', paths.uploads(1))).toMatchObject([
      { purpose: 'message' },
      { purpose: 'message' },
    ]);
    expect(screen.queryByRole('button', { name: 'Discard plan.pdf' })).toBeNull();
  });

  it('[CHAT-7] keeps uploaded files over a reload, as long as the server has them', async () => {
    const server = threadServer();
    const { events, unmount } = panel(server);
    const input = () => screen.getByLabelText('Attach files', { selector: 'input' });
    await field();
    await events.upload(input(), [PLAN, new File(['%PDF'], 'gone.pdf', { type: 'application/pdf' })]);
    await screen.findByRole('button', { name: 'Discard gone.pdf' });
    expect(leaves()).toBe(true);
    unmount();
    uploads.clear();
    const again = panel({ handlers: { ...server.handlers, [UNSENT]: () => [{ id: 30 }] } });
    expect(await screen.findByRole('button', { name: 'Discard plan.pdf' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('gone.pdf')).toBeNull());
    await again.events.upload(input(), PLAN);
    expect(screen.getAllByText('plan.pdf')).toHaveLength(1);
    await again.events.click(send());
    await screen.findByRole('link', { name: 'Download plan.pdf' });
    expect(bodies(again, 'POST', URL)).toEqual([{ text: '', fileIds: [30] }]);
    again.unmount();
    panel(server);
    await field();
    expect(screen.queryByRole('button', { name: 'Discard plan.pdf' })).toBeNull();
  });

  it('[CHAT-7] keeps uploaded files over a reload without a network, and discards them on the server', async () => {
    const server = threadServer();
    const { events, unmount } = panel(server);
    await field();
    await events.upload(screen.getByLabelText('Attach files', { selector: 'input' }), PLAN);
    await screen.findByRole('button', { name: 'Discard plan.pdf' });
    unmount();
    uploads.clear();
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    const again = panel({ handlers: { ...server.handlers, [UNSENT]: offline } });
    await again.events.click(await screen.findByRole('button', { name: 'Discard plan.pdf' }));
    expect(bodies(again, 'DELETE', paths.upload(1, 30))).toHaveLength(1);
    expect(screen.queryByText('plan.pdf')).toBeNull();
  });

  it('[CHAT-8] says that files were refused', async () => {
    const { events } = show({}, { [PART]: () => reply(400, { code: 'invalid_file', message: 'No PDF.' }) });
    await field();
    await events.upload(screen.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' }), PLAN);
    expect(await screen.findByText(/^Some files were not uploaded/)).toBeTruthy();
  });

  it('[CHAT-8] keeps its files for their thread', async () => {
    const { events, unmount } = show();
    await field();
    await events.upload(screen.getByLabelText('Attach files', { selector: 'input' }), PLAN);
    await screen.findByRole('button', { name: 'Discard plan.pdf' });
    unmount();
    const other = show({ pilotId: 8 });
    await field();
    expect(screen.queryByRole('button', { name: 'Discard plan.pdf' })).toBeNull();
    other.unmount();
    show();
    expect(await screen.findByRole('button', { name: 'Discard plan.pdf' })).toBeTruthy();
  });

  it('[CHAT-8] loses files that were sent although the response was lost', async () => {
    const server = threadServer();
    const { [SEND]: store, ...others } = server.handlers;
    let isLost = true;
    const handlers: Handlers = {
      ...others,
      [SEND]: (request, sent) => {
        const response = store?.(request, sent);
        return isLost ? Promise.reject(new TypeError('Failed to fetch')) : response;
      },
    };
    const shell = panel({ handlers });
    await shell.events.type(await field(), 'See this');
    await shell.events.upload(screen.getByLabelText('Attach files', { selector: 'input' }), PLAN);
    await screen.findByRole('button', { name: 'Discard plan.pdf' });
    await shell.events.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('could not be reached');
    isLost = false;
    act(shell.changeJobs);
    expect(await screen.findByRole('link', { name: 'Download plan.pdf' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Discard plan.pdf' })).toBeNull();
    await shell.events.type(await field(), ', please');
    await shell.events.click(send());
    await waitFor(() =>
      expect(bodies(shell, 'POST', URL).at(-1)).toEqual({ text: 'See this, please', fileIds: [] }),
    );
  });

  it('[CHAT-8, CHAT-9] hands over five files whose upload is unfinished, and keeps all if the device has no room', async () => {
    const shell = show({}, { [PART]: () => Promise.reject(new TypeError('Failed to fetch')) });
    const kept: ApiRequest[] = [];
    const noRoom = { status: 202, message: '202', isQueued: false, userMessage: 'This device has no room.' };
    let error: ApiError = noRoom;
    keepCalls((call) => {
      kept.push(call);
      return Promise.resolve({ error });
    });
    await shell.events.type(await field(), 'See these');
    const files = [1, 2, 3, 4, 5, 6].map((n) => new File(['%PDF'], `${n}.pdf`, { type: 'application/pdf' }));
    await shell.events.upload(screen.getByLabelText('Attach files', { selector: 'input' }), files);
    expect(await screen.findByText(/^You can send the message now/)).toBeTruthy();
    expect(screen.getAllByText('A message can have at most 5 files.')).toHaveLength(2);
    await shell.events.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('no room');
    await shell.events.click(screen.getByRole('button', { name: 'Cancel upload of 1.pdf' }));
    expect((await field()).value).toBe('See these');
    error = { status: 202, message: '202', isQueued: true };
    await shell.events.click(send());
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(screen.queryByText('2.pdf')).toBeNull();
    expect(leaves()).toBe(true);
    expect(kept.map((call) => call.files?.all.map(({ id, file }) => [id, file]))).toEqual([
      files.slice(0, 5).map((file) => [null, file]),
      files.slice(1, 5).map((file) => [null, file]),
    ]);
    expect(bodies(shell, 'POST', URL)).toEqual([]);
  });

  it('[CHAT-8] sends files that it has handed over only by a keeper', async () => {
    const shell = show({}, { [PART]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await field();
    await shell.events.upload(screen.getByLabelText('Attach files', { selector: 'input' }), PLAN);
    await screen.findByText(/^You can send the message now/);
    await shell.events.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('cannot upload files later');
    expect(bodies(shell, 'POST', URL)).toEqual([]);
  });
});
