import { isObject, type JobView } from '@dps/contract';
import { changeJobAtOnce, moduleEndpoints } from '@dps/contract/client';
import { callQueue } from './call-queue.ts';
import type { StoredCall } from './call-store.ts';

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
export const deliveryApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  deliver: build.mutation<unknown, StoredCall>({
    queryFn: (call, _api, _options, send) =>
      callQueue.send(call, async (request) => {
        const { whenOffline: _kept, ...sent } = request;
        const answer = await send(sent);
        return answer.error === undefined ? { data: answer.data } : { error: answer.error };
      }),
    onQueryStarted: async ({ request }, { dispatch, requestId, queryFulfilled }) => {
      const job = request.whenOffline?.job;
      if (job)
        await changeJobAtOnce(job, { dispatch, requestId, queryFulfilled: queryFulfilled.then(jobOf) });
    },
    invalidatesTags: ['FlightRecord', 'Job'],
  }),
}));
