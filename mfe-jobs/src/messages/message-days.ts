import { formatDay, localDay, type MessageView } from '@dps/contract';
import { messagesTexts as texts } from '../texts/messages.ts';

const DAY_MS = 86_400_000;

let timeFormat: Intl.DateTimeFormat | undefined;

/**
 * Formats an instant as a time: "9:04 AM". On another local day than `given`, with its day: "Dec 31, 2026, 9:04 AM".
 *
 * @param given an instant whose day the reader already sees
 */
export function timeOf(instant: string, given = instant): string {
  const at = new Date(instant);
  timeFormat ??= new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
  const time = timeFormat.format(at);
  const day = localDay(at);
  return day === localDay(new Date(given)) ? time : `${formatDay(day)}, ${time}`;
}

/** Names a day on the local day `today`, both as `YYYY-MM-DD`: "Today", "Yesterday" or its date. */
export function dayName(day: string, today: string): string {
  if (day === today) return texts.thread.today;
  const isBefore = Date.parse(today) - Date.parse(day) === DAY_MS;
  return isBefore ? texts.thread.yesterday : formatDay(day);
}

/** A message, and whether it is the first one of its sender after another one, or of its day. */
export interface PlacedMessage {
  message: MessageView;
  isFirst: boolean;
}

/** Groups messages by their local day, in their order. */
export function messageDays(messages: readonly MessageView[]): [day: string, messages: PlacedMessage[]][] {
  const days = Map.groupBy(messages, ({ sentAt }) => localDay(new Date(sentAt)));
  return [...days].map(([day, ofDay]) => [
    day,
    ofDay.map((message, index) => ({
      message,
      isFirst: message.senderId !== ofDay[index - 1]?.senderId,
    })),
  ]);
}
