import { formatFileSize, isObject, paths } from '@dps/contract';
import { useKeptCalls, type KeptCall } from '@dps/contract/client';
import { Button, Icon, icons } from '@dps/ui';
import { jobsApi } from '../api.ts';
import { FileLine, Files } from '../job/files/FileList.tsx';
import { attachmentTypeOf, fileKey } from '../job-form/attachment-picker.ts';
import { messagesTexts as texts } from '../texts/messages.ts';
import { Bubble, Entry, Foot, Line, Sender } from './MessageItem.tsx';
import { Messages } from './MessageList.tsx';
import { MessageText } from './MessageText.tsx';
import type { ThreadKey, WrittenMessage } from './threads-api.ts';

const writtenIn = ({ request: { body, files } }: KeptCall): WrittenMessage => ({
  text: isObject(body) ? String(body['text']) : '',
  files: files?.all ?? [],
});

const idOf = (response: unknown) => (isObject(response) ? Number(response['id']) : 0);

/** Adds a refused message to the form. Returns false if there is no room for its files. */
export type TakeBack = (message: WrittenMessage) => boolean;

/**
 * Returns the messages of a thread that wait on this device or were refused, and sent ones that the page has not read yet.
 *
 * @param newest the id of the newest message that the page has read
 */
export function useWaitingMessages({ jobId, pilotId }: ThreadKey, newest: number): KeptCall[] {
  const url = paths.messages(jobId, pilotId);
  return useKeptCalls().filter(
    ({ request, isSent, response }) =>
      request.method === 'POST' && request.url === url && (!isSent || idOf(response) > newest),
  );
}

function WaitingFiles({ files }: Pick<WrittenMessage, 'files'>) {
  return (
    <Files>
      {files.map(({ file }) => (
        <FileLine
          key={fileKey(file)}
          type={attachmentTypeOf(file) ?? 'document'}
          name={file.name}
          about={formatFileSize(file.size)}
        />
      ))}
    </Files>
  );
}

function WaitingMessage({
  call,
  onTakeBack,
  onRemoved,
}: Omit<WaitingMessagesProps, 'calls'> & { call: KeptCall }) {
  const { isSent, refusal, percent, remove } = call;
  const written = writtenIn(call);
  const { text, files } = written;
  const [cancelUpload] = jobsApi.cancelUpload.useMutation();
  const jobId = call.request.files?.jobId;
  const waits = percent === undefined ? texts.waiting.waits : texts.waiting.uploading(percent);
  return (
    <Entry data-own="true" data-first="true">
      <Sender variant="caption" color="textSecondary">
        {texts.thread.you}
      </Sender>
      <Line>
        <Bubble>
          {text !== '' && <MessageText text={text} />}
          {files.length > 0 && <WaitingFiles files={files} />}
        </Bubble>
      </Line>
      <Foot
        variant="caption"
        color={refusal === undefined ? 'textSecondary' : 'error'}
        sx={{ flexWrap: 'nowrap' }}
      >
        <Icon path={refusal === undefined ? icons.clock : icons.warning} size={14} />
        {refusal === undefined && <span>{isSent ? texts.waiting.sent : waits}</span>}
        {refusal !== undefined && <span>{texts.waiting.refused(refusal)}</span>}
      </Foot>
      {refusal !== undefined && remove && (
        <Line>
          {onTakeBack && (
            <Button
              size="small"
              onClick={() => {
                if (onTakeBack(written)) remove();
              }}
            >
              {texts.waiting.takeBack}
            </Button>
          )}
          <Button
            size="small"
            onClick={() => {
              remove();
              // Its uploaded files would count as unsent ones for days.
              for (const { id } of files)
                if (id !== null && jobId !== undefined) void cancelUpload({ id, jobId });
              onRemoved();
            }}
          >
            {texts.waiting.remove}
          </Button>
        </Line>
      )}
    </Entry>
  );
}

interface WaitingMessagesProps {
  calls: readonly KeptCall[];
  /** Takes a refused message that the user edits again, or returns false; null while the thread accepts no messages. */
  onTakeBack: TakeBack | null;
  /** Moves the focus from the button of a removed message. */
  onRemoved: () => void;
}

/** The messages that the server does not have, with their states. */
export function WaitingMessages({ calls, ...props }: WaitingMessagesProps) {
  if (calls.length === 0) return null;
  return (
    <Messages>
      {calls.map((call) => (
        <WaitingMessage key={call.id} call={call} {...props} />
      ))}
    </Messages>
  );
}
