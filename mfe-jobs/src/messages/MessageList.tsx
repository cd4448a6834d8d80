import { memo, useId, type Ref } from 'react';
import type { MessageView } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { messagesTexts as texts } from '../texts/messages.ts';
import { dayName, messageDays, type PlacedMessage } from './message-days.ts';
import { MessageItem } from './MessageItem.tsx';
import type { ThreadKey } from './threads-api.ts';

export const Messages = styled('ol')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 4,
});
const Day = styled(Typography)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  margin: '16px 0 4px',
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': { content: '""', flex: 1, borderTop: `1px solid ${theme.vars.palette.divider}` },
}));

const New = styled(Day)(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  '&::before, &::after': { borderColor: 'currentColor' },
}));

// The browser lays out the earlier days near the window. New messages do not change the height of an earlier day. The days from
// the first new message on have their heights from the start, because the thread opens there.
const OfDay = styled('div')({
  '&[data-earlier="true"]': { contentVisibility: 'auto', containIntrinsicHeight: 'auto 400px' },
});

interface MessageListProps {
  thread: ThreadKey;
  messages: readonly MessageView[];
  /** The local day `YYYY-MM-DD`. */
  today: string;
  /** The id of the reader. */
  me: number;
  otherName: string;
  /** The id of the first message that was unread when the thread opened, if it is loaded. */
  firstNew: number | undefined;
  /** Receives the separator before it. */
  newRef: Ref<HTMLDivElement>;
  onReport: (message: MessageView) => void;
}

/** The messages of a thread, oldest first, by day. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { thread, messages, today, me, otherName, firstNew, newRef, onReport } = props;
  const id = useId();
  const lastRead = messages.findLast(({ senderId, readAt }) => senderId === me && readAt !== null)?.id;
  const itemOf = ({ message, isFirst }: PlacedMessage) => {
    const isOwn = message.senderId === me;
    const hasSender = isFirst || message.id === firstNew;
    return (
      <MessageItem
        key={message.id}
        thread={thread}
        message={message}
        isOwn={isOwn}
        sender={hasSender ? (isOwn ? texts.thread.you : otherName) : null}
        showsRead={message.id === lastRead}
        onReport={onReport}
      />
    );
  };
  return messageDays(messages).map(([day, ofDay]) => {
    const newAt = ofDay.findIndex(({ message }) => message.id === firstNew);
    const isNew = firstNew !== undefined && (ofDay.at(-1)?.message.id ?? 0) >= firstNew;
    const read = newAt < 0 ? ofDay : ofDay.slice(0, newAt);
    return (
      <OfDay key={day} data-earlier={day !== today && !isNew}>
        <Day id={`${id}-${day}`} variant="caption">
          <span>{dayName(day, today)}</span>
        </Day>
        {read.length > 0 && <Messages aria-labelledby={`${id}-${day}`}>{read.map(itemOf)}</Messages>}
        {newAt >= 0 && (
          <>
            <New ref={newRef} role="separator" aria-label={texts.thread.new} variant="caption">
              {texts.thread.new}
            </New>
            <Messages aria-labelledby={`${id}-${day}`}>{ofDay.slice(newAt).map(itemOf)}</Messages>
          </>
        )}
      </OfDay>
    );
  });
});
