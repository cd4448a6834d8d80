import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { isObject, paths } from '@dps/contract';
import { useKeptCalls, type KeptCall } from '@dps/contract/client';
import { Button, Icon, icons } from '@dps/ui';
import { messagesTexts as texts } from '../texts/messages.ts';
import { Bubble, Entry, Foot, Line, Sender } from './MessageItem.tsx';
import { Messages } from './MessageList.tsx';
import { MessageText } from './MessageText.tsx';
import type { ThreadKey } from './threads-api.ts';

const textOf = ({ request: { body } }: KeptCall) => (isObject(body) ? String(body['text']) : '');

/**
 * Returns the messages of a thread that wait on this device or were refused. A sent one stays until the page has read it from
 * the server.
 *
 * @param read reads the newest messages
 */
export function useWaitingMessages({ jobId, pilotId }: ThreadKey, read: () => PromiseLike<unknown>) {
  const calls = useKeptCalls();
  const own = useMemo(
    () =>
      calls.filter(
        ({ request }) => request.method === 'POST' && request.url === paths.messages(jobId, pilotId),
      ),
    [calls, jobId, pilotId],
  );
  const lastSent = own.findLast(({ isSent }) => isSent)?.id ?? 0;
  const [lastRead, setLastRead] = useState(0);
  const readNewest = useEffectEvent(read);
  useEffect(() => {
    if (lastSent > 0) void readNewest().then(() => setLastRead(lastSent));
  }, [lastSent]);
  return own.filter(({ id, isSent }) => !isSent || id > lastRead);
}

function WaitingMessage({ call, onTakeBack }: { call: KeptCall; onTakeBack: (text: string) => void }) {
  const { isSent, refusal, remove } = call;
  const text = textOf(call);
  const takeBack = () => {
    remove?.();
    onTakeBack(text);
  };
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
          <Button size="small" onClick={takeBack}>
            {texts.waiting.takeBack}
          </Button>
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
  /** Receives the text of a refused message that the user edits again. */
  onTakeBack: (text: string) => void;
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
