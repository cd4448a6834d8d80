import { memo, useId } from 'react';
import type { MessageView } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { messagesTexts as texts } from '../texts/messages.ts';
import { dayName, messageDays } from './message-days.ts';
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

// The browser lays out the earlier days near the window. New messages do not change the height of an earlier day.
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
  onReport: (message: MessageView) => void;
}

/** The messages of a thread, oldest first, by day. */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const { thread, messages, today, me, otherName, onReport } = props;
  const id = useId();
  const lastRead = messages.findLast(({ senderId, readAt }) => senderId === me && readAt !== null)?.id;
  return messageDays(messages).map(([day, ofDay]) => (
    <OfDay key={day} data-earlier={day !== today}>
      <Day id={`${id}-${day}`} variant="caption">
        <span>{dayName(day, today)}</span>
      </Day>
      <Messages aria-labelledby={`${id}-${day}`}>
        {ofDay.map(({ message, isFirst }) => {
          const isOwn = message.senderId === me;
          return (
            <MessageItem
              key={message.id}
              thread={thread}
              message={message}
              isOwn={isOwn}
              sender={isFirst ? (isOwn ? texts.thread.you : otherName) : null}
              showsRead={message.id === lastRead}
              onReport={onReport}
            />
          );
        })}
      </Messages>
    </OfDay>
  ));
});
