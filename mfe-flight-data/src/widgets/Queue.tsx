import { useEffect, useId, useSyncExternalStore } from 'react';
import type { WidgetProps } from '@dps/contract/client';
import { Button, styled, Typography } from '@dps/ui';
import { callQueue, type QueuedCall } from '../queue/call-queue.ts';
import { deliveryApi } from '../queue/delivery-api.ts';
import { texts } from '../texts.ts';

const Bar = styled('section')(({ theme }) => ({
  padding: '10px 16px',
  color: theme.vars.palette.tones.gray.text,
  backgroundColor: theme.vars.palette.tones.gray.background,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });
const Line = styled('li')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  minHeight: 32,
});
const Title = styled('span')({ overflowWrap: 'anywhere' });

function stateOf({ isSent, refusal }: QueuedCall): string {
  if (refusal !== undefined) return texts.queue.refused(refusal);
  return isSent ? texts.queue.sent : texts.queue.waiting;
}

/** The calls on this device with their states. Shows nothing without a call. */
export default function Queue({ userId, keep }: WidgetProps['flight-data.queue']) {
  const titleId = useId();
  const [deliver] = deliveryApi.deliver.useMutation();
  const calls = useSyncExternalStore(callQueue.subscribe, callQueue.calls);
  useEffect(() => callQueue.start(userId, (call) => void deliver(call)), [userId, deliver]);
  useEffect(() => {
    keep(callQueue.keep);
    return () => keep(undefined);
  }, [keep]);
  const { queue } = texts;
  return (
    <div role="status">
      {calls.length > 0 && (
        <Bar aria-labelledby={titleId}>
          <Typography id={titleId} variant="subtitle2">
            {queue.title}
          </Typography>
          <List>
            {calls.map((call) => {
              const { id, request, isSent, refusal } = call;
              const title = request.whenOffline?.title ?? '';
              return (
                <Line key={id}>
                  <Title>{`${title} · ${stateOf(call)}`}</Title>
                  {(isSent ?? refusal !== undefined) && (
                    <Button
                      size="small"
                      aria-label={queue.removeCall(title)}
                      onClick={() => void callQueue.remove(id)}
                    >
                      {queue.remove}
                    </Button>
                  )}
                </Line>
              );
            })}
          </List>
        </Bar>
      )}
    </div>
  );
}
