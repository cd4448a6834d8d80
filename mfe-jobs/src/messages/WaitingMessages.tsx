import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isObject, paths } from '@dps/contract';
import { useKeptCalls, type KeptCall } from '@dps/contract/client';
import { Button, Icon, icons } from '@dps/ui';
import { messagesTexts as texts } from '../texts/messages.ts';
import { Bubble, Entry, Foot, Line, Sender } from './MessageItem.tsx';
import { Messages } from './MessageList.tsx';
import { MessageText } from './MessageText.tsx';
import type { ThreadKey } from './threads-api.ts';
import type { useMessageWindow } from './useMessageWindow.ts';

const textOf = ({ request: { body } }: KeptCall) => (isObject(body) ? String(body['text']) : '');

/** The requests of sent messages that the page has read from the server since. */
const readRequests = new WeakSet<KeptCall['request']>();

/**
 * Returns the messages of a thread that wait on this device or were refused. A sent one stays until the page has read it from
 * the server.
 */
export function useWaitingMessages(
  { jobId, pilotId }: ThreadKey,
  { refetch, updatedAt }: ReturnType<typeof useMessageWindow>,
) {
  const calls = useKeptCalls();
  const own = useMemo(
    () =>
      calls.filter(
        ({ request }) => request.method === 'POST' && request.url === paths.messages(jobId, pilotId),
      ),
    [calls, jobId, pilotId],
  );
  const [, setReads] = useState(0);
  const isShown = ({ isSent, request }: KeptCall) => !isSent || !readRequests.has(request);
  const sent = own.filter((call) => call.isSent && isShown(call));
  const readSent = useEffectEvent(async () => {
    const { error } = await refetch();
    if (error) return false;
    for (const { request } of sent) readRequests.add(request);
    return true;
  });
  // After an error, the next successful read of the thread repeats this one.
  const due = sent.length > 0 ? `${sent.at(-1)?.id} ${updatedAt}` : '';
  useEffect(() => {
    if (due !== '') void readSent().then((isRead) => isRead && setReads((reads) => reads + 1));
  }, [due]);
  return own.filter(isShown);
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
