import { act, screen, waitFor, within } from '@testing-library/react';
import type { ThreadView, UserView } from '@dps/contract';
import { reply, type FakeRequest, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { CLIENT, PILOT } from '../testing/samples.ts';
import { aThread, controlWindow, threadServer } from '../testing/thread-server.ts';
import MessagesPage from './MessagesPage.tsx';

const LIST = 'GET /api/threads';
const lastMessage = (given: Partial<NonNullable<ThreadView['lastMessage']>> = {}) => ({
  id: 9,
  senderId: PILOT.id,
  excerpt: 'At the gate',
  files: 0,
  sentAt: '2026-11-02T10:00:00.000Z',
  ...given,
});

/** The threads of `CLIENT` with the jobs `from` to `to`, as the server sorts them. */
const threads = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    aThread({
      jobId: from + index,
      jobTitle: `Job ${from + index}`,
      lastMessage: lastMessage({ id: 500 - from - index }),
    }),
  );

function show(
  list: ThreadView[] | ((request: FakeRequest) => unknown),
  path = '/messages',
  user: UserView = CLIENT,
) {
  const server = threadServer();
  server.add({ text: 'Message of the open thread' });
  const handlers: Handlers = {
    ...server.handlers,
    [LIST]: (request) => (Array.isArray(list) ? list : list(request)),
  };
  return renderInShell(<MessagesPage />, { user, path, handlers });
}

const conversations = async () =>
  within(await screen.findByRole('list', { name: 'Conversations' })).getAllByRole('link');

const { matchMedia } = globalThis;

/** Makes the window as narrow as a phone. */
function narrow(): void {
  Object.assign(globalThis, {
    matchMedia: (media: string) => Object.assign(matchMedia(media), { matches: true }),
  });
}
beforeEach(() => void controlWindow());
afterEach(() => void Object.assign(globalThis, { matchMedia }));

describe('the page of messages', () => {
  it('[CHAT-14] lists the threads with the last message and the number of unread ones', async () => {
    show([
      aThread({ unread: 2, lastMessage: lastMessage({ files: 2, excerpt: '' }) }),
      aThread({ jobId: 2, otherName: 'Ola Other', lastMessage: lastMessage({ senderId: CLIENT.id }) }),
    ]);
    expect((await conversations()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Robin VanceNov 2, 2026Warehouse roof inspection2 files.*2 unread$/),
      'Ola OtherNov 2, 2026Warehouse roof inspectionYou: At the gate',
    ]);
    expect(screen.getByText('No conversation open')).toBeTruthy();
  });

  it('[CHAT-15] reads further threads by the last one of each page', async () => {
    const pages: Record<string, unknown> = { '': threads(1, 41), '0-460': threads(41, 45) };
    const { events, calls } = show(
      ({ url }) => pages[new URL(url, 'http://x').searchParams.get('after') ?? ''],
    );
    expect(await conversations()).toHaveLength(40);
    await events.click(screen.getByRole('button', { name: 'Show more conversations' }));
    await waitFor(async () => expect(await conversations()).toHaveLength(45));
    expect(calls.filter(({ url }) => url.startsWith('/api/threads?')).map(({ url }) => url)).toEqual([
      '/api/threads?limit=41',
      '/api/threads?limit=41&after=0-460',
    ]);
  });

  it('[CHAT-16] opens a thread next to the list, with a link to its job, and keeps it in the address', async () => {
    const { events, location } = show(threads(1, 2));
    const [first] = await conversations();
    expect(first?.getAttribute('href')).toBe('/messages?job=1&pilot=7');
    if (first) await events.click(first);
    expect(await screen.findByText('Message of the open thread')).toBeTruthy();
    expect(location()).toBe('/messages?job=1&pilot=7');
    expect((await conversations()).map((link) => link.getAttribute('aria-current'))).toEqual(['true', null]);
    expect(screen.getByRole('link', { name: 'Warehouse roof inspection' }).getAttribute('href')).toBe(
      '/jobs?job=1',
    );
    expect(screen.queryByRole('button', { name: 'Back to all conversations' })).toBeNull();
  });

  it('[CHAT-16] shows a thread alone on a phone, with a way back', async () => {
    narrow();
    const { events, location } = show(threads(1, 2), '/messages?job=1&pilot=7');
    expect(await screen.findByText('Message of the open thread')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Conversations' })).toBeNull();
    const job = screen.getByRole('link', { name: 'Warehouse roof inspection' });
    expect(getComputedStyle(job).getPropertyValue('-webkit-line-clamp')).toBe('1');
    await events.click(screen.getByRole('button', { name: 'Back to all conversations' }));
    expect(await conversations()).toHaveLength(2);
    expect(location()).toBe('/messages');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Messages' }));
    const [first] = await conversations();
    if (first) await events.click(first);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Messages' }));
  });

  it('[CHAT-16] opens the own thread of a pilot', async () => {
    const { calls } = show([], '/messages?job=1&pilot=99', PILOT);
    await waitFor(() => expect(calls.map(({ url }) => url)).toContain('/api/jobs/1/threads/7'));
  });

  it.each([
    [CLIENT, 'When a pilot has accepted your job', 'Open your jobs', '/jobs'],
    [PILOT, 'When you have accepted a job', 'Browse Jobs', '/browse-jobs'],
  ])('[CHAT-17] says to a user without threads how one begins', async (user, text, label, path) => {
    show([], '/messages', user);
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy();
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(path);
  });

  it('shows an error, and reads the list again', async () => {
    let response: unknown = reply(503, { code: 'unavailable', message: 'Busy.' });
    const { events } = show(() => response);
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    response = threads(1, 1);
    await events.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await conversations()).toHaveLength(1);
  });

  it('[EVENT-13] follows the messages of other users', async () => {
    let list = threads(1, 1);
    const { changeJobs } = show(() => list);
    await conversations();
    list = [aThread({ jobId: 2, unread: 1, lastMessage: lastMessage() }), ...list];
    act(changeJobs);
    await waitFor(async () => expect((await conversations())[0]?.textContent).toContain('1 unread'));
  });
});
