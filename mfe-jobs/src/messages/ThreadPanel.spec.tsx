import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MESSAGE_MAX, paths, type ThreadView } from '@dps/contract';
import { keepCalls, showKeptCalls, type KeptCall } from '@dps/contract/client';
import { reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { bodies, leaves, PLAN, resetForms } from '../testing/job-form.ts';
import { CLIENT, PILOT } from '../testing/samples.ts';
import { controlWindow, PAGE, SEND, threadServer } from '../testing/thread-server.ts';
import { PART } from '../testing/upload-server.ts';
import ThreadPanel from './ThreadPanel.tsx';

const THREAD = { jobId: 1, pilotId: PILOT.id };
const URL = paths.messages(1, PILOT.id);
const READ = 'POST /api/jobs/:id/threads/:pilotId/read';
/** Only the clock is faked, so that requests and React continue. */
const REAL = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
const unavailable = () => reply(503, { code: 'unavailable', message: 'Busy.' });

const panel = ({ handlers }: { handlers: Handlers }) =>
  renderInShell(<ThreadPanel thread={THREAD} place="page" />, { user: CLIENT, handlers });
function show(given: Partial<ThreadView> = {}, handlers: Handlers = {}) {
  const server = threadServer(given, handlers);
  return { ...panel(server), server };
}

const list = () => screen.findByRole('region', { name: 'Messages with Robin Vance' });
const items = async () => within(await list()).getAllByRole('listitem');
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message to Robin Vance' });
const send = () => screen.getByRole('button', { name: 'Send' });

let showAll: ReturnType<typeof controlWindow>;
beforeEach(() => {
  showAll = controlWindow();
});
afterEach(() => {
  jest.useRealTimers();
  keepCalls(undefined);
  act(() => showKeptCalls([]));
  resetForms();
});

describe('the messages of a thread', () => {
  it('[CHAT-1] are listed by day, the newest at the end, with sender, time and when the other party has read them', async () => {
    const server = threadServer();
    server.add({ text: 'Where is the gate?', sentAt: new Date(2026, 10, 2, 9, 4).toISOString() });
    server.add({
      text: 'Behind the hall.',
      senderId: CLIENT.id,
      sentAt: new Date(2026, 10, 3, 10, 5).toISOString(),
    });
    server.readAll();
    server.add({
      text: 'Ring twice.',
      senderId: CLIENT.id,
      sentAt: new Date(2026, 10, 3, 10, 6).toISOString(),
    });
    panel(server);
    const [first, second, third] = await items();
    expect(first?.textContent).toBe('Robin VanceWhere is the gate?9:04 AM');
    expect(second?.textContent).toMatch(/^YouBehind the hall\.10:05 AMRead Nov 2, 2026, \d+:30/);
    expect(third?.textContent).toBe('Ring twice.10:06 AM');
    expect(screen.getAllByRole('list').map((each) => each.getAttribute('aria-labelledby') !== null)).toEqual([
      true,
      true,
    ]);
    expect(screen.getByRole('list', { name: 'Nov 3, 2026' })).toBeTruthy();
  });

  it('[CHAT-2] load older ones by pages, also after an error', async () => {
    const server = threadServer();
    for (let n = 1; n <= 100; n += 1) server.add({ text: `Message ${n}` });
    let isBroken = true;
    const { [PAGE]: page, ...others } = server.handlers;
    const handlers: Handlers = {
      ...others,
      [PAGE]: (request, sent) =>
        isBroken && request.url.includes('after') ? unavailable() : page?.(request, sent),
    };
    const { events } = panel({ handlers });
    expect(await items()).toHaveLength(40);
    await events.click(screen.getByRole('button', { name: 'Show older messages' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    isBroken = false;
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await items()).toHaveLength(80));
    await events.click(screen.getByRole('button', { name: 'Show older messages' }));
    expect(await screen.findByText('Message 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
  });

  it('[CHAT-3] are inert texts, in which addresses of the web are links with their host', async () => {
    const server = threadServer();
    server.add({ text: '<b>Plan</b>: https://bank.example@evil.example/x and javascript:alert(1)' });
    panel(server);
    const link = await screen.findByRole('link', { name: /evil/ });
    expect(link.textContent).toBe('https://bank.example@evil.example/x (evil.example) (opens in a new tab)');
    expect(['href', 'rel', 'target'].map((name) => link.getAttribute(name))).toEqual([
      'https://evil.example/x',
      'noopener nofollow ugc',
      '_blank',
    ]);
    expect(within(await list()).getAllByRole('link')).toHaveLength(1);
    expect((await items())[0]?.textContent).toContain('<b>Plan</b>: ');
  });

  it('[CHAT-4] are read while the newest one is on screen, in a visible page', async () => {
    const server = threadServer();
    server.receive('First');
    const shell = panel(server);
    const reads = () => bodies(shell, 'POST', paths.readMessages(1, PILOT.id));
    await items();
    expect(reads()).toEqual([]);
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    act(() => showAll(true));
    expect(reads()).toEqual([]);
    Reflect.deleteProperty(document, 'hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(reads()).toEqual([{ upTo: 1 }]));
    await waitFor(() => expect(bodies(shell, 'GET', paths.thread(1, PILOT.id))).toHaveLength(2));
    expect(bodies(shell, 'GET', `${URL}?limit=41`)).toHaveLength(1);
    server.receive('Second');
    act(shell.changeJobs);
    await waitFor(() => expect(reads()).toEqual([{ upTo: 1 }, { upTo: 2 }]));
  });

  it('[CHAT-4] are marked as read after an error, when the thread is read again', async () => {
    let response: unknown = unavailable();
    const server = threadServer({}, { [READ]: () => response });
    server.receive('First');
    const shell = panel(server);
    await items();
    act(() => showAll(true));
    const reads = () => bodies(shell, 'POST', paths.readMessages(1, PILOT.id));
    await waitFor(() => expect(reads()).toEqual([{ upTo: 1 }]));
    response = reply(204);
    act(shell.changeJobs);
    await waitFor(() => expect(reads()).toEqual([{ upTo: 1 }, { upTo: 1 }]));
  });

  it('[CHAT-5] of the other party are announced, and offered to a user who reads earlier ones', async () => {
    const server = threadServer();
    server.add({ text: 'First' });
    const { events, changeJobs } = panel(server);
    await items();
    server.receive('Second');
    act(changeJobs);
    await waitFor(async () => expect(await items()).toHaveLength(2));
    const announcements = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(announcements).toContain('New message from Robin Vance: Second');
    await events.click(screen.getByRole('button', { name: '1 new message' }));
    expect(document.activeElement).toBe(await list());
    act(() => showAll(true));
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 new message' })).toBeNull());
  });

  it('[CHAT-5] that are many leave earlier ones in place until the user asks for them', async () => {
    const server = threadServer();
    server.add({ text: 'First' });
    const { events, changeJobs } = panel(server);
    await items();
    for (let n = 1; n <= 60; n += 1) server.add({ text: `Later ${n}` });
    act(changeJobs);
    await events.click(await screen.findByRole('button', { name: 'Show new messages' }));
    expect(screen.getByText('Later 60')).toBeTruthy();
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show older messages' })).toBeTruthy();
  });

  it('[CHAT-5] have no gap after the user sends one before all new ones are on screen', async () => {
    const server = threadServer();
    server.add({ text: 'First' });
    const { events, changeJobs } = panel(server);
    await items();
    for (let n = 1; n <= 60; n += 1) server.add({ text: `Later ${n}` });
    act(changeJobs);
    await screen.findByRole('button', { name: 'Show new messages' });
    await events.type(await field(), 'Hello');
    await events.click(send());
    await waitFor(async () => expect((await items()).at(-1)?.textContent).toContain('Hello'));
    expect((await items()).at(-2)?.textContent).toContain('Later 60');
    expect(screen.queryByText('First')).toBeNull();
  });

  it('[CHAT-1] name the current day after midnight, and leave earlier days to the layout near the window', async () => {
    jest.useFakeTimers({ doNotFake: [...REAL], now: new Date(2026, 10, 2, 23, 59) });
    const server = threadServer();
    server.add({ text: 'Late' });
    const { changeJobs } = panel(server);
    const layout = (ofDay: HTMLElement) =>
      getComputedStyle(ofDay.parentElement ?? ofDay).getPropertyValue('content-visibility');
    expect(layout(await screen.findByRole('list', { name: 'Today' }))).toBe('');
    jest.setSystemTime(new Date(2026, 10, 3, 0, 1));
    act(changeJobs);
    expect(layout(await screen.findByRole('list', { name: 'Yesterday' }))).toBe('auto');
  });

  it('show when they load, are missing, or cannot be read', async () => {
    const { promise, resolve } = Promise.withResolvers();
    const { unmount } = show({}, { 'GET /api/jobs/:id/threads/:pilotId': () => promise });
    expect((await screen.findByRole('status')).textContent).toContain('Loading messages...');
    resolve(reply(404, { code: 'not_found', message: 'Not found.' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This conversation does not exist');
    unmount();
    let response: unknown = unavailable();
    const { events } = show({}, { [PAGE]: () => response });
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    response = [];
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^No messages yet/)).toBeTruthy();
  });
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
    expect(leaves()).toBe(false);
    await shell.events.click(send());
    expect(await screen.findByRole('link', { name: 'Download plan.pdf' })).toBeTruthy();
    expect(bodies(shell, 'POST', URL)).toEqual([{ text: '', fileIds: [30] }]);
    expect(bodies(shell, 'POST', paths.uploads(1))).toMatchObject([
      { purpose: 'message' },
      { purpose: 'message' },
    ]);
    expect(screen.queryByRole('button', { name: 'Discard plan.pdf' })).toBeNull();
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
    expect((await screen.findByRole('alert')).textContent).toContain('may not have been sent');
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

  it('[CHAT-8] waits for its files, accepts five, and says what they need', async () => {
    const shell = show({}, { [PART]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await shell.events.type(await field(), 'See these');
    const input = screen.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' });
    const files = [1, 2, 3, 4, 5, 6].map((n) => new File(['%PDF'], `${n}.pdf`, { type: 'application/pdf' }));
    await shell.events.upload(input, files);
    expect(await screen.findByText(/^Files need a network/)).toBeTruthy();
    expect(screen.getAllByText('A message can have at most 5 files.')).toHaveLength(2);
    await shell.events.click(send());
    expect(bodies(shell, 'POST', URL)).toEqual([]);
    await shell.events.click(screen.getByRole('button', { name: 'Cancel upload of 1.pdf' }));
    expect(screen.getByLabelText('Attach files', { selector: 'input' })).toBeTruthy();
  });
});

describe('a message without a network', () => {
  const kept = (given: Partial<KeptCall> = {}): KeptCall => ({
    id: 1,
    userId: CLIENT.id,
    request: { url: URL, method: 'POST', body: { text: 'At the gate', fileIds: [] } },
    ...given,
  });

  it('[CHAT-9] waits in its thread, and is there once when the server has it', async () => {
    keepCalls(() => Promise.resolve({ error: { status: 0, message: '0', isQueued: true } }));
    const server = threadServer();
    const { events } = panel(server);
    await events.type(await field(), 'At the gate');
    await events.click(send());
    await waitFor(async () => expect((await field()).value).toBe(''));
    act(() =>
      showKeptCalls([kept(), kept({ id: 2, request: { url: paths.messages(2, 7), method: 'POST' } })]),
    );
    expect((await items()).map(({ textContent }) => textContent)).toEqual([
      'YouAt the gateWaiting for network',
    ]);
    server.add({ senderId: CLIENT.id, text: 'At the gate' });
    act(() => showKeptCalls([kept({ isSent: true })]));
    await waitFor(async () => expect((await items()).at(-1)?.textContent).not.toContain('Sent'));
    expect(screen.getAllByText('At the gate')).toHaveLength(1);
  });

  it('[CHAT-9] stays until the page has read it', async () => {
    let isBroken = false;
    const server = threadServer();
    const { [PAGE]: page, ...others } = server.handlers;
    const handlers: Handlers = {
      ...others,
      [PAGE]: (request, sent) => (isBroken ? unavailable() : page?.(request, sent)),
    };
    const { calls, changeJobs } = panel({ handlers });
    await field();
    act(() => showKeptCalls([kept()]));
    server.add({ senderId: CLIENT.id, text: 'At the gate' });
    isBroken = true;
    const reads = () => calls.filter(({ url }) => url.startsWith(`${URL}?`));
    const before = reads().length;
    act(() => showKeptCalls([kept({ isSent: true })]));
    await waitFor(() => expect(reads().length).toBeGreaterThan(before));
    await act(() => Promise.resolve());
    expect((await items()).map(({ textContent }) => textContent)).toEqual(['YouAt the gateSent']);
    isBroken = false;
    act(changeJobs);
    await waitFor(async () => expect((await items())[0]?.textContent).not.toContain('Sent'));
    await waitFor(() => expect(screen.getAllByText('At the gate')).toHaveLength(1));
  });

  it('[CHAT-10] that the server has refused keeps its text in a thread that is not open', async () => {
    show({ state: 'blocked-there' });
    const remove = jest.fn();
    act(() => showKeptCalls([kept({ refusal: 'The conversation is blocked.', remove })]));
    const [refused] = await items();
    expect(refused?.textContent).toContain('At the gate');
    expect(within(refused ?? document.body).getAllByRole('button')).toEqual([
      within(refused ?? document.body).getByRole('button', { name: 'Remove' }),
    ]);
  });

  it('[CHAT-10] that the server has refused can be edited again, or removed', async () => {
    const { events } = show();
    const removed: number[] = [];
    const refused = (id: number) =>
      kept({ id, refusal: 'The conversation has ended.', remove: () => void removed.push(id) });
    act(() => showKeptCalls([refused(1), refused(2)]));
    await events.type(await field(), 'Hello');
    const [first, second] = await items();
    expect(first?.textContent).toContain('Not sent. The conversation has ended.');
    await events.click(within(first ?? document.body).getByRole('button', { name: 'Edit again' }));
    expect((await field()).value).toBe('Hello\n\nAt the gate');
    expect(document.activeElement).toBe(await field());
    await events.click(within(second ?? document.body).getByRole('button', { name: 'Remove' }));
    expect(removed).toEqual([1, 2]);
  });

  it('[CHAT-9] is no message with files', async () => {
    const shell = show({}, { [SEND]: () => Promise.reject(new TypeError('Failed to fetch')) });
    keepCalls(() => Promise.reject(new Error('A message with files does not wait')));
    await field();
    await shell.events.upload(
      screen.getByLabelText<HTMLInputElement>('Attach files', { selector: 'input' }),
      PLAN,
    );
    await screen.findByRole('button', { name: 'Discard plan.pdf' });
    await shell.events.click(send());
    expect((await screen.findByRole('alert')).textContent).toContain('files need a network');
    expect(screen.getByRole('button', { name: 'Discard plan.pdf' })).toBeTruthy();
  });
});

describe('a thread', () => {
  it.each([
    ['ended', 'Robin Vance no longer has this job, so this conversation can only be read.'],
    [
      'blocked-there',
      'Robin Vance has blocked this conversation. Both parties can read it, and cannot write.',
    ],
  ] as const)('[CHAT-11] that is %s says so, and has no form', async (state, sentence) => {
    show({ state });
    expect((await screen.findByRole('note')).textContent).toBe(sentence);
    await list();
    expect(screen.queryByRole('button', { name: /Send|More actions/ })).toBeNull();
  });

  it('[CHAT-11] is blocked and unblocked after a confirmation', async () => {
    const shell = show();
    await shell.events.click(await screen.findByRole('button', { name: 'More actions' }));
    await shell.events.click(screen.getByRole('menuitem', { name: 'Block' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Block this conversation?' }));
    await shell.events.click(question.getByRole('button', { name: 'Block' }));
    expect((await screen.findByRole('note')).textContent).toContain('You have blocked this conversation.');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    await shell.events.click(screen.getByRole('button', { name: 'Unblock' }));
    const back = within(await screen.findByRole('alertdialog', { name: 'Unblock this conversation?' }));
    await shell.events.click(back.getByRole('button', { name: 'Unblock' }));
    expect(await field()).toBeTruthy();
    expect(bodies(shell, 'PUT', paths.threadBlock(1, PILOT.id))).toEqual([
      { blocked: true },
      { blocked: false },
    ]);
  });

  it('[CHAT-12] has a report, with a reason, on each message of the other party', async () => {
    const server = threadServer();
    server.add({ text: 'Rude', sentAt: new Date(2026, 10, 2, 9, 4).toISOString() });
    server.add({ text: 'Own', senderId: CLIENT.id });
    const shell = panel(server);
    await items();
    const [report, ...others] = screen.getAllByRole('button', { name: /^Report/ });
    expect([report?.getAttribute('aria-label'), others]).toEqual(['Report the message of 9:04 AM', []]);
    if (report) await shell.events.click(report);
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this message?' }));
    await shell.events.click(dialog.getByRole('button', { name: 'Report' }));
    expect(await dialog.findByText('Say what is wrong')).toBeTruthy();
    await shell.events.type(dialog.getByRole('textbox'), 'Insults me');
    await shell.events.click(dialog.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText('Message Reported')).toBeTruthy();
    expect(bodies(shell, 'POST', paths.messageReport(1, PILOT.id, 1))).toEqual([{ reason: 'Insults me' }]);
  });
});
