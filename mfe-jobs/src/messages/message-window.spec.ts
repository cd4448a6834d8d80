import { aMessage } from '../testing/thread-server.ts';
import { firstWindow, PAGE, withNewest, withOlder } from './message-window.ts';

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
