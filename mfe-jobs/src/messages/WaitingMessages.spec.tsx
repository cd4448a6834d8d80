import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { formatFileSize, paths } from '@dps/contract';
import {
  keepCalls,
  showKeptCalls,
  type ApiRequest,
  type CallFile,
  type KeptCall,
} from '@dps/contract/client';
import { reply, type Handlers } from '@dps/contract/testing';
import { bodies, PLAN, resetForms } from '../testing/job-form.ts';
import { CLIENT } from '../testing/samples.ts';
import { field, items, list, panel, send, show, URL } from '../testing/thread-panel.tsx';
import { controlWindow, PAGE, threadServer } from '../testing/thread-server.ts';
import { UNSENT } from '../testing/upload-server.ts';

const unavailable = () => reply(503, { code: 'unavailable', message: 'Busy.' });

beforeEach(() => void controlWindow());
afterEach(() => {
  keepCalls(undefined);
  act(() => showKeptCalls([]));
  resetForms();
});

describe('a message without a network', () => {
  const kept = (given: Partial<KeptCall> = {}): KeptCall => ({
    id: 1,
    userId: CLIENT.id,
    request: { url: URL, method: 'POST', body: { text: 'At the gate', fileIds: [] } },
    ...given,
  });

  it('[CHAT-9] waits in its thread, and is there once when the page has read it from the server', async () => {
    keepCalls(() => Promise.resolve({ error: { status: 0, message: '0', isQueued: true } }));
    let isBroken = false;
    const server = threadServer();
    const { [PAGE]: page, ...others } = server.handlers;
    const handlers: Handlers = {
      ...others,
      [PAGE]: (request, sent) => (isBroken ? unavailable() : page?.(request, sent)),
    };
    const { calls, changeJobs, events } = panel({ handlers });
    await events.type(await field(), 'At the gate');
    await events.click(send());
    await waitFor(async () => expect((await field()).value).toBe(''));
    act(() =>
      showKeptCalls([kept(), kept({ id: 2, request: { url: paths.messages(2, 7), method: 'POST' } })]),
    );
    const shown = async () => (await items()).map(({ textContent }) => textContent);
    expect(await shown()).toEqual(['YouAt the gateWaiting for network']);
    const response = server.add({ senderId: CLIENT.id, text: 'At the gate' });
    isBroken = true;
    act(() => showKeptCalls([kept({ isSent: true, response })]));
    const reads = () => calls.filter(({ url }) => url.startsWith(`${URL}?`)).length;
    const before = reads();
    act(changeJobs);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    expect(await shown()).toEqual(['YouAt the gateSent']);
    isBroken = false;
    act(changeJobs);
    await waitFor(async () => expect((await shown())[0]).not.toContain('Sent'));
    expect(await shown()).toHaveLength(1);
  });

  it('[CHAT-10] that the server has refused keeps its text in a thread that is not open', async () => {
    const { events } = show({ state: 'blocked-there' });
    const remove = () => showKeptCalls([]);
    act(() => showKeptCalls([kept({ refusal: 'The conversation is blocked.', remove })]));
    const [refused] = await items();
    expect(refused?.textContent).toContain('At the gate');
    const buttons = within(refused ?? document.body).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Remove']);
    await events.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText('At the gate')).toBeNull();
    expect(document.activeElement).toBe(await list());
  });

  it('[CHAT-10] that the server has refused can be edited again, or removed', async () => {
    const { events } = show();
    let refusedIds = [1, 2];
    const showRefused = () => showKeptCalls(refusedIds.map(refused));
    const refused = (id: number): KeptCall => {
      const remove = () => {
        refusedIds = refusedIds.filter((each) => each !== id);
        showRefused();
      };
      return kept({ id, refusal: 'The conversation has ended.', remove });
    };
    act(showRefused);
    await events.type(await field(), 'Hello');
    const [first] = await items();
    expect(first?.textContent).toContain('Not sent. The conversation has ended.');
    await events.click(within(first ?? document.body).getByRole('button', { name: 'Edit again' }));
    expect((await field()).value).toBe('Hello\n\nAt the gate');
    expect(document.activeElement).toBe(await field());
    await events.click(screen.getByRole('button', { name: 'Remove' }));
    expect(refusedIds).toEqual([]);
    expect(document.activeElement).toBe(await field());
  });

  it('[CHAT-9] shows its files, and their progress', async () => {
    show();
    const { name, size } = PLAN;
    const uploaded = { id: 4, file: { name: 'site.jpg', size: 2_000, type: '', lastModified: 5 } };
    const files: CallFile[] = [uploaded, { id: null, file: PLAN, idempotencyKey: 'a' }];
    const request: ApiRequest = { ...kept().request, files: { jobId: 1, all: files } };
    act(() => showKeptCalls([kept({ request })]));
    const shown = async () => (await items()).map(({ textContent }) => textContent);
    const texts = ['site.jpg2 kB', `${name}${formatFileSize(size)}`];
    expect(await shown()).toEqual([`YouAt the gate${texts.join('')}Waiting for network`, ...texts]);
    act(() => showKeptCalls([kept({ request, percent: 40 })]));
    expect((await shown())[0]).toContain('Uploading 40%');
  });

  it('[CHAT-10] that the server has refused is removed with its uploaded files', async () => {
    const shell = show();
    const remove = jest.fn();
    const uploaded = { id: 4, file: { name: 'site.jpg', size: 2_000, type: '', lastModified: 5 } };
    const all: CallFile[] = [uploaded, { id: null, file: PLAN, idempotencyKey: 'a' }];
    const request: ApiRequest = { ...kept().request, files: { jobId: 1, all } };
    act(() => showKeptCalls([kept({ request, refusal: 'No PDF.', remove })]));
    await shell.events.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(remove).toHaveBeenCalledTimes(1);
    expect(shell.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
      paths.upload(1, 4),
    ]);
  });

  it('[CHAT-10] that the server has refused is edited again with its files, if there is room for them', async () => {
    const shell = show({}, { [UNSENT]: () => [{ id: 4 }, { id: 30 }] });
    const remove = jest.fn();
    const refused = (files: CallFile[]) => {
      const request: ApiRequest = {
        url: URL,
        method: 'POST',
        body: { text: '' },
        files: { jobId: 1, all: files },
      };
      act(() => showKeptCalls([kept({ request, refusal: 'No PDF.', remove })]));
    };
    const old = { name: 'old.pdf', size: 9, type: '', lastModified: 5 };
    const files: CallFile[] = [
      { id: 4, file: old },
      { id: null, file: PLAN, idempotencyKey: 'a' },
    ];
    refused(files);
    await shell.events.click(await screen.findByRole('button', { name: 'Edit again' }));
    expect(remove).toHaveBeenCalledTimes(1);
    expect(await screen.findByRole('button', { name: 'Discard plan.pdf' })).toBeTruthy();
    const others = [1, 2, 3, 4].map((n): CallFile => ({ id: 5 + n, file: { ...old, name: `${n}.pdf` } }));
    refused([...files, ...others]);
    await shell.events.click(await screen.findByRole('button', { name: 'Edit again' }));
    expect(screen.getByText('A message can have at most 5 files.')).toBeTruthy();
    expect(remove).toHaveBeenCalledTimes(1);
    act(() => showKeptCalls([]));
    await shell.events.click(send());
    await screen.findAllByRole('link', { name: 'Download plan.pdf' });
    expect(bodies(shell, 'POST', URL)).toEqual([{ text: '', fileIds: [4, 30] }]);
  });
});
