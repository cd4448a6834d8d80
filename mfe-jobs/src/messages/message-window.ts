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
