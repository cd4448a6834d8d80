import { paths, type DeliverableView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

type Ids = Pick<DeliverableView, 'id' | 'jobId'>;

/** The calls of deliverables, except their uploads. They load with their part of a dialog. */
export const deliverablesApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  deliverables: build.query<DeliverableView[], number>({
    query: (jobId) => ({ url: paths.deliverables(jobId) }),
    providesTags: (_list, _error, id) => [{ type: 'Job', id }],
  }),
  removeDeliverable: build.mutation<unknown, Ids>({
    query: ({ id, jobId }) => ({ url: paths.deliverable(jobId, id), method: 'DELETE' }),
    invalidatesTags: (_response, _error, { jobId }) => [{ type: 'Job', id: jobId }],
  }),
}));
