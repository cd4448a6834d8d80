import { isObject, paths } from '@dps/contract';
import { useKeptCalls, type KeptCall } from '@dps/contract/client';
import { Button, Icon, icons } from '@dps/ui';
import { messagesTexts as texts } from '../texts/messages.ts';
import { Bubble, Entry, Foot, Line, Sender } from './MessageItem.tsx';
import { Messages } from './MessageList.tsx';
import { MessageText } from './MessageText.tsx';
import type { ThreadKey } from './threads-api.ts';

const textOf = ({ request: { body } }: KeptCall) => (isObject(body) ? String(body['text']) : '');

const idOf = (response: unknown) => (isObject(response) ? Number(response['id']) : 0);

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

function WaitingMessage({ call, onTakeBack }: Omit<WaitingMessagesProps, 'calls'> & { call: KeptCall }) {
  const { isSent, refusal, remove } = call;
  const text = textOf(call);
  return (
    <Entry data-own="true" data-first="true">
      <Sender variant="caption" color="textSecondary">
        {texts.thread.you}
      </Sender>
      <Line>
        <Bubble>
          <MessageText text={text} />
        </Bubble>
      </Line>
      <Foot variant="caption" color={refusal === undefined ? 'textSecondary' : 'error'}>
        <Icon path={refusal === undefined ? icons.clock : icons.warning} size={14} />
        {refusal === undefined && <span>{isSent ? texts.waiting.sent : texts.waiting.waits}</span>}
        {refusal !== undefined && <span>{texts.waiting.refused(refusal)}</span>}
      </Foot>
      {refusal !== undefined && remove && (
        <Line>
          {onTakeBack && (
            <Button
              size="small"
              onClick={() => {
                onTakeBack(text);
                remove();
              }}
            >
              {texts.waiting.takeBack}
            </Button>
          )}
          <Button size="small" onClick={remove}>
            {texts.waiting.remove}
          </Button>
        </Line>
      )}
    </Entry>
  );
}

interface WaitingMessagesProps {
  calls: readonly KeptCall[];
  /** Receives the text of a refused message that the user edits again; null while the thread accepts no messages. */
  onTakeBack: ((text: string) => void) | null;
}

/** The messages that the server does not have, with their states. */
export function WaitingMessages({ calls, onTakeBack }: WaitingMessagesProps) {
  if (calls.length === 0) return null;
  return (
    <Messages>
      {calls.map((call) => (
        <WaitingMessage key={call.id} call={call} onTakeBack={onTakeBack} />
      ))}
    </Messages>
  );
}
