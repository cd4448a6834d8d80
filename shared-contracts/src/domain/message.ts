/** Maximum length of a message. */
export const MESSAGE_MAX = 4_000;
/** Characters of a message's text in the list of threads. */
export const MESSAGE_EXCERPT = 200;
/** Files of one message. */
export const MESSAGE_FILES = 5;
/** Maximum length of the reason of a report to the operator. */
export const REPORT_REASON_MAX = 1_000;
/** Minutes after which an unread message causes a mail. */
export const MESSAGE_MAIL_MINUTES = 10;

/**
 * States of a thread for one of its parties. Only an `open` thread accepts messages. It has `ended` with the assignment of its pilot.
 * `blocked-here`: the reader has blocked it, and may unblock it. `blocked-there`: the other party has.
 */
export const THREAD_STATES = ['open', 'ended', 'blocked-here', 'blocked-there'] as const;
export type ThreadState = (typeof THREAD_STATES)[number];
