import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '@dps/contract';
import { reply, type Handlers } from '@dps/contract/testing';
import { bodies, resetForms } from '../testing/job-form.ts';
import { CLIENT, PILOT } from '../testing/samples.ts';
import { field, items, list, panel, send, show, URL } from '../testing/thread-panel.tsx';
import { controlWindow, PAGE, threadServer } from '../testing/thread-server.ts';

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

let showAll: ReturnType<typeof controlWindow>;
beforeEach(() => {
  showAll = controlWindow();
});
afterEach(() => {
  jest.useRealTimers();
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

  it('[CHAT-19] that are unread when the thread opens follow a separator, at which the thread starts and which stays', async () => {
    const top = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(
      this: Element,
    ) {
      return new DOMRect(0, this.getAttribute('role') === 'separator' ? -300 : 20);
    });
    const server = threadServer();
    server.add({ text: 'Read' });
    server.readAll();
    server.add({ text: 'Own', senderId: CLIENT.id });
    server.receive('First new');
    server.receive('Second new');
    const { changeJobs } = panel(server);
    const box = await list();
    const separator = within(box).getByRole('separator', { name: 'New' });
    expect(box.scrollTop).toBe(-332);
    top.mockRestore();
    const order = () =>
      screen
        .getAllByText(/^(Read|Own|New|First new|Second new|Later)$/)
        .map(({ textContent }) => textContent);
    expect(order()).toEqual(['Read', 'Own', 'New', 'First new', 'Second new']);
    act(() => showAll(true));
    server.readAll();
    server.receive('Later');
    act(changeJobs);
    expect(await screen.findByText('Later')).toBeTruthy();
    expect(order()).toEqual(['Read', 'Own', 'New', 'First new', 'Second new', 'Later']);
    expect(screen.getByRole('separator')).toBe(separator);
  });

  it('[CHAT-19] are all loaded, so that the thread starts at the first unread one', async () => {
    const server = threadServer();
    for (let n = 1; n <= 30; n += 1) server.add({ text: `Read ${n}` });
    server.readAll();
    for (let n = 1; n <= 90; n += 1) server.receive(`New ${n}`);
    panel(server);
    await items();
    act(() => showAll(true));
    expect(await screen.findByText('New 1')).toBeTruthy();
    const texts = screen.getAllByText(/^(Read|New)/).map(({ textContent }) => textContent);
    expect(texts.slice(29, 32)).toEqual(['Read 30', 'New', 'New 1']);
    expect(screen.queryByText('Read 1')).toBeTruthy();
  });

  it('[CHAT-19] have no separator if all of the other party are read', async () => {
    const server = threadServer();
    server.add({ text: 'Read' });
    server.readAll();
    server.add({ text: 'Own', senderId: CLIENT.id });
    const { changeJobs } = panel(server);
    expect(await items()).toHaveLength(2);
    server.receive('Later');
    act(changeJobs);
    await waitFor(async () => expect(await items()).toHaveLength(3));
    expect(screen.queryByRole('separator')).toBeNull();
  });

  it('[CHAT-1] name the current day after midnight, and leave earlier days to the layout near the window', async () => {
    jest.useFakeTimers({ doNotFake: [...REAL], now: new Date(2026, 10, 2, 23, 59) });
    const server = threadServer();
    server.add({ text: 'Late' });
    server.readAll();
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
