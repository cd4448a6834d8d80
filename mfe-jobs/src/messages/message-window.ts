import type { MessageView } from '@dps/contract';

/** The number of messages that each page adds. The server sends one more if there are older ones. */
export const PAGE = 40;

/** The messages of a thread that a page shows, without a gap. */
export interface MessageWindow {
  /** Oldest first. */
  messages: readonly MessageView[];
  /** Whether the thread has messages before the first one. */
  hasOlder: boolean;
}

/** A page as the server sends it: newest first, with one message more than it shows if there are older ones. */
export type MessagePage = readonly MessageView[];

const shownIn = (page: MessagePage) => page.slice(0, PAGE).toReversed();

/** Returns the window with only the newest page. */
export function firstWindow(page: MessagePage): MessageWindow {
  return { messages: shownIn(page), hasOlder: page.length > PAGE };
}

/** Returns all messages once, oldest first. Those in `newer` replace the earlier versions of them. */
function merged(older: readonly MessageView[], newer: readonly MessageView[]): MessageView[] {
  const byId = new Map([...older, ...newer].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

/**
 * Returns the window with the newest page; null if messages between both are missing. The reader then chooses when to show the
 * newest ones alone.
 */
export function withNewest({ messages, hasOlder }: MessageWindow, page: MessagePage): MessageWindow | null {
  const newest = shownIn(page);
  const last = messages.at(-1)?.id ?? 0;
  const isApart = page.length > PAGE && (newest[0]?.id ?? 0) > last;
  return isApart ? null : { messages: merged(messages, newest), hasOlder };
}

/** Returns the window with the page before its first message. */
export function withOlder({ messages }: MessageWindow, page: MessagePage): MessageWindow {
  return { messages: merged(shownIn(page), messages), hasOlder: page.length > PAGE };
}

/** The messages of the other party that are unread when a thread opens. */
export interface Unread {
  count: number;
  /** The id of the newest message. */
  upTo: number;
}

/**
 * Returns the unread messages for the reader `me`.
 *
 * @param unread the number in the thread. It counts only if the window begins after the first unread message.
 */
export function unreadIn({ messages, hasOlder }: MessageWindow, me: number, unread: number): Unread {
  const received = messages.filter(({ senderId }) => senderId !== me);
  const count = received.filter(({ readAt }) => readAt === null).length;
  const isCut = hasOlder && count === received.length;
  return { count: isCut ? Math.max(count, unread) : count, upTo: messages.at(-1)?.id ?? 0 };
}

/** Returns the id of the first unread message that is loaded; undefined without one. */
export function firstUnread(
  { messages }: MessageWindow,
  me: number,
  { count, upTo }: Unread,
): number | undefined {
  if (count === 0) return undefined;
  const received = messages.filter(({ id, senderId }) => senderId !== me && id <= upTo);
  return (received.at(-count) ?? received[0])?.id;
}
