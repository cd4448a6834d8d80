import { CLIENT, PILOT } from '../testing/samples.ts';
import { aMessage } from '../testing/thread-server.ts';
import { firstUnread, firstWindow, PAGE, unreadIn, withNewest, withOlder } from './message-window.ts';

/** A page of messages with ids from `newest` down to `oldest`. */
const page = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => aMessage({ id: newest - index }));
const ends = (window: ReturnType<typeof withNewest>) =>
  window && [window.messages[0]?.id, window.messages.at(-1)?.id, window.messages.length, window.hasOlder];

describe('the messages that a page shows', () => {
  it('begin with the newest page, oldest first', () => {
    expect(ends(firstWindow(page(2, 1)))).toEqual([1, 2, 2, false]);
    expect(ends(firstWindow(page(100, 100 - PAGE)))).toEqual([100 - PAGE + 1, 100, PAGE, true]);
    expect(ends(firstWindow([]))).toEqual([undefined, undefined, 0, false]);
  });

  it('keep older pages when the newest one changes, with its version of each message', () => {
    const window = withOlder(firstWindow(page(100, 60)), page(60, 41));
    expect(ends(window)).toEqual([41, 100, 60, false]);
    const [last, ...others] = page(103, 63);
    const next = withNewest(window, [{ ...aMessage(last), text: 'new' }, ...others]);
    expect(ends(next)).toEqual([41, 103, 63, false]);
    expect(next?.messages.at(-1)?.text).toBe('new');
  });

  it('have no gap: a newest page after missing messages is apart', () => {
    const window = firstWindow(page(100, 60));
    expect(withNewest(window, page(200, 160))).toBeNull();
    expect(ends(withNewest(firstWindow([]), page(2, 1)))).toEqual([1, 2, 2, false]);
  });
});

describe('the first unread message', () => {
  const READ_AT = '2026-11-02T17:30:00.000Z';
  /** Own (`o`), read (`r`) and unread (`u`) messages, oldest first, with the ids from 1. */
  const windowOf = (kinds: string) => ({
    messages: Array.from(kinds, (kind, index) =>
      aMessage({
        id: index + 1,
        senderId: kind === 'o' ? CLIENT.id : PILOT.id,
        readAt: kind === 'r' ? READ_AT : null,
      }),
    ),
    hasOlder: false,
  });

  it.each([
    ['', undefined],
    ['rro', undefined],
    ['ooo', undefined],
    ['u', 1],
    ['roouou', 4],
    ['rouo', 3],
  ])('of %j has the id %j', (kinds, id) => {
    const window = windowOf(kinds);
    expect(firstUnread(window, CLIENT.id, unreadIn(window, CLIENT.id, 9))).toBe(id);
  });

  it('remains the same after it was read, and when newer messages arrive', () => {
    const unread = unreadIn(windowOf('ruu'), CLIENT.id, 2);
    expect(firstUnread(windowOf('rrruou'), CLIENT.id, unread)).toBe(2);
  });

  it('is the first loaded one until its page is loaded', () => {
    const all = page(100, 1);
    const first = firstWindow(all.slice(0, PAGE + 1));
    const unread = unreadIn(first, CLIENT.id, 70);
    expect(firstUnread(first, CLIENT.id, unread)).toBe(100 - PAGE + 1);
    const older = withOlder(first, all.slice(PAGE, 2 * PAGE + 1));
    expect(firstUnread(older, CLIENT.id, unread)).toBe(31);
  });
});
