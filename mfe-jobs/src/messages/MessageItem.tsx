import type { ReactNode } from 'react';
import { formatFileSize, formatInstant, paths, type MessageView } from '@dps/contract';
import { Icon, IconButton, icons, RADIUS, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { FileLine, Files } from '../job/files/FileList.tsx';
import { messagesTexts as texts } from '../texts/messages.ts';
import { ReportButton } from '../reports/ReportButton.tsx';
import { timeOf } from './message-days.ts';
import { MessageText } from './MessageText.tsx';
import type { ThreadKey } from './threads-api.ts';

/** The place of a message: own ones at the end of the line, those of the other party at its start. */
export const Entry = styled('li')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 2,
  '&[data-own="true"]': { alignItems: 'flex-end' },
  '&[data-first="true"]': { marginTop: 8 },
});
export const Bubble = styled('div')(({ theme }) => ({
  minWidth: 0,
  padding: '8px 12px',
  borderRadius: `${RADIUS.control}px`,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  '[data-own="true"] > * > &': {
    borderColor: 'transparent',
    backgroundColor: `rgba(${theme.vars.palette.primary.mainChannel} / 0.12)`,
  },
  '& ul': { minWidth: 'min(180px, 100%)' },
}));
export const Line = styled('div')({ display: 'flex', alignItems: 'center', maxWidth: 'min(86%, 38rem)' });

/** The name of the sender above the first of several messages. */
export const Sender = styled(Typography)({ padding: '0 4px', maxWidth: '86%', overflowWrap: 'anywhere' });
/** The time below a message, or its state. */
export const Foot = styled(Typography)({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 8px',
  padding: '0 4px',
});

function MessageFiles({ thread, files }: { thread: ThreadKey; files: MessageView['files'] }) {
  return (
    <Files>
      {files.map(({ id, fileName, fileType, fileSize }) => (
        <FileLine key={id} type={fileType} name={fileName} about={formatFileSize(fileSize)}>
          <IconButton
            size="small"
            href={paths.messageFile(thread.jobId, thread.pilotId, id)}
            download
            aria-label={texts.thread.download(fileName)}
          >
            <Icon path={icons.download} />
          </IconButton>
        </FileLine>
      ))}
    </Files>
  );
}

interface MessageItemProps {
  thread: ThreadKey;
  message: MessageView;
  isOwn: boolean;
  /** The name of the sender, for the first of several messages; null for the others. */
  sender: string | null;
  /** Whether to show when the other party has read it. */
  showsRead: boolean;
  onReport: (message: MessageView) => void;
}

/** A message with its files and times. Those of the other party can be reported. */
export function MessageItem({
  thread,
  message,
  isOwn,
  sender,
  showsRead,
  onReport,
}: MessageItemProps): ReactNode {
  const { text, files, sentAt, readAt } = message;
  const time = timeOf(sentAt);
  return (
    <Entry data-own={isOwn} data-first={sender !== null}>
      {sender !== null && (
        <Sender variant="caption" color="textSecondary" dir="auto">
          {isOwn ? sender : <Literal>{sender}</Literal>}
        </Sender>
      )}
      <Line>
        <Bubble>
          {text !== '' && <MessageText text={text} />}
          {files.length > 0 && <MessageFiles thread={thread} files={files} />}
        </Bubble>
        {!isOwn && <ReportButton label={texts.report(time)} onClick={() => onReport(message)} />}
      </Line>
      <Foot variant="caption" color="textSecondary">
        <time dateTime={sentAt} title={formatInstant(sentAt)}>
          {time}
        </time>
        {showsRead && readAt !== null && <span>{texts.thread.read(timeOf(readAt, sentAt))}</span>}
      </Foot>
    </Entry>
  );
}
