import { paths, type DeliverableBody, type DeliverableView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

type Ids = Pick<DeliverableView, 'id' | 'jobId'>;

/** The calls of deliverables, except the parts of files. They load with their part of a dialog. */
export const deliverablesApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  deliverables: build.query<DeliverableView[], number>({
    query: (jobId) => ({ url: paths.deliverables(jobId) }),
    providesTags: (_list, _error, id) => [{ type: 'Job', id }],
  }),
  /** Reads the same list for an upload, which continues while no screen shows the list. */
  findUploads: build.mutation<DeliverableView[], number>({
    query: (jobId) => ({ url: paths.deliverables(jobId) }),
  }),
  startUpload: build.mutation<DeliverableView, { jobId: number; body: DeliverableBody }>({
    query: ({ jobId, body }) => ({ url: paths.deliverables(jobId), method: 'POST', body }),
  }),
  complete: build.mutation<DeliverableView, Ids>({
    query: ({ id, jobId }) => ({ url: `${paths.deliverable(jobId, id)}/complete`, method: 'POST' }),
    invalidatesTags: (_answer, _error, { jobId }) => [{ type: 'Job', id: jobId }],
  }),
  removeDeliverable: build.mutation<unknown, Ids>({
    query: ({ id, jobId }) => ({ url: paths.deliverable(jobId, id), method: 'DELETE' }),
    invalidatesTags: (_answer, _error, { jobId }) => [{ type: 'Job', id: jobId }],
  }),
}));
