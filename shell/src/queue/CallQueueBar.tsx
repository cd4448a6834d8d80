import { useEffect, useId, type ReactNode } from 'react';
import { isObject, type JobView } from '@dps/contract';
import {
  baseApi,
  changeJobAtOnce,
  keepCalls,
  THREADS,
  useKeptCalls,
  type KeptCall,
} from '@dps/contract/client';
import { Button, styled, Typography } from '@dps/ui';
import { callQueue } from './call-queue.ts';
import type { StoredCall } from './call-store.ts';
import { queueTexts as texts } from './texts.ts';

const isJob = (value: unknown): value is JobView =>
  isObject(value) && typeof value['updatedAt'] === 'string' && typeof value['progress'] === 'number';

/** Requires the job in a response. */
function jobOf({ data }: { data: unknown }): { data: JobView } {
  if (!isJob(data)) throw new Error('The response has no job');
  return { data };
}

/**
 * The delivery of a call, which is pending while the call waits. Meanwhile the screens show its change of a job; if the server
 * refuses it, they show the old state again.
 */
const deliveryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    shellDeliver: build.mutation<unknown, StoredCall>({
      queryFn: (call, _api, _options, send) =>
        callQueue.send(call, async (request) => {
          const { whenOffline: _kept, log: _log, files: _files, ...sent } = request;
          const result = await send(sent);
          return result.error === undefined ? { data: result.data } : { error: result.error };
        }),
      onQueryStarted: async ({ request }, { dispatch, requestId, queryFulfilled }) => {
        const job = request.whenOffline?.job;
        if (job)
          await changeJobAtOnce(job, { dispatch, requestId, queryFulfilled: queryFulfilled.then(jobOf) });
      },
      invalidatesTags: ['FlightRecord', 'Job', THREADS],
    }),
  }),
});

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

function stateOf({ isSent, refusal, percent }: KeptCall): string {
  if (refusal !== undefined) return texts.refused(refusal);
  if (isSent) return texts.sent;
  return percent === undefined ? texts.waiting : texts.uploading(percent);
}

/** The calls on this device with their states. Shows nothing without a call. */
export default function CallQueueBar({ userId }: { userId: number }): ReactNode {
  const titleId = useId();
  const [deliver] = deliveryApi.useShellDeliverMutation();
  const calls = useKeptCalls();
  useEffect(() => callQueue.start(userId, (call) => void deliver(call)), [userId, deliver]);
  useEffect(() => {
    keepCalls(callQueue.keep);
    return () => keepCalls(undefined);
  }, []);
  return (
    <div role="status">
      {calls.length > 0 && (
        <Bar aria-labelledby={titleId}>
          <Typography id={titleId} variant="subtitle2">
            {texts.title}
          </Typography>
          <List>
            {calls.map((call) => {
              const { id, request, isSent, refusal, remove } = call;
              const title = request.whenOffline?.title ?? '';
              return (
                <Line key={id}>
                  <Title>{`${title} · ${stateOf(call)}`}</Title>
                  {(isSent ?? refusal !== undefined) && (
                    <Button size="small" aria-label={texts.removeCall(title)} onClick={remove}>
                      {texts.remove}
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
