import {
  paths,
  type CreateJobBody,
  type FlightRecordView,
  type JobContent,
  type JobDetailView,
  type JobStatus,
  type JobView,
} from '@dps/shared-contracts';
import { changeJobAtOnce, moduleEndpoints, type ApiError } from '@dps/shared-contracts/client';
import { sendUpload } from './uploads/send-upload.ts';

type Tag = 'Job' | 'AvailableJobs';
/** Answers that say: what the screen shows is out of date. */
const OUTDATED = new Set([403, 404, 409]);

/** Reads again after a write that went through, and after one that met another state than the screen shows. */
const rereads =
  (...tags: Tag[]) =>
  (_answer: unknown, error: ApiError | undefined): Tag[] =>
    !error || OUTDATED.has(error.status) ? tags : [];

/** The calls of this module. */
export const jobsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** Jobs that nobody has accepted, for pilots. */
  available: build.query<JobView[], void>({
    query: () => ({ url: paths.availableJobs(), allPages: true }),
    providesTags: ['AvailableJobs'],
  }),
  detail: build.query<JobDetailView, number>({
    query: (id) => ({ url: paths.job(id) }),
    providesTags: (_job, _error, id) => [{ type: 'Job', id }, 'FlightRecord'],
  }),
  /** The flight records of a pilot, newest first. */
  flightRecords: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
  create: build.mutation<JobView, CreateJobBody>({
    query: (body) => ({ url: paths.jobs(), method: 'POST', body }),
    invalidatesTags: rereads('Job'),
  }),
  /** The whole content of a posted job. */
  update: build.mutation<JobView, { id: number; content: JobContent }>({
    query: ({ id, content }) => ({ url: paths.job(id), method: 'PUT', body: content }),
    invalidatesTags: rereads('Job'),
  }),
  setProgress: build.mutation<JobView, { id: number; progress: number }>({
    query: ({ id, progress }) => ({ url: paths.job(id), method: 'PUT', body: { progress }, keepalive: true }),
    onQueryStarted: changeJobAtOnce,
    invalidatesTags: rereads('Job'),
  }),
  setStatus: build.mutation<JobView, { id: number; status: JobStatus }>({
    query: ({ id, status }) => ({ url: paths.job(id), method: 'PATCH', body: { status } }),
    // That money came is nothing to show before it is so.
    onQueryStarted: ({ id, status }, call) =>
      changeJobAtOnce(status === 'paid' ? { id } : { id, status }, call),
    invalidatesTags: rereads('Job'),
  }),
  accept: build.mutation<JobView, { id: number; pilotId: number }>({
    query: ({ id, pilotId }) => ({ url: paths.assignJob(id), method: 'POST', body: { pilotId } }),
    // Only the answer tells who has it.
    onQueryStarted: ({ id }, call) => changeJobAtOnce({ id }, call),
    // Who was too late may not read the job any more: it stays on screen as it was offered, and leaves the list.
    invalidatesTags: (job, error) => (job ? ['Job', 'AvailableJobs'] : rereads('AvailableJobs')(job, error)),
  }),
  /** The pilot gives a pending job back. */
  release: build.mutation<unknown, number>({
    query: (id) => ({ url: paths.releaseJob(id), method: 'POST' }),
    invalidatesTags: rereads('Job', 'AvailableJobs'),
  }),
  remove: build.mutation<unknown, number>({
    query: (id) => ({ url: paths.job(id), method: 'DELETE' }),
    invalidatesTags: rereads('Job'),
  }),
  /** Sends a file that waits in the queue of uploads. */
  addAttachment: build.mutation<unknown, { jobId: number; uploadId: number }>({
    queryFn: (upload, _call, _options, send) => sendUpload(upload, send),
    invalidatesTags: (_attachment, _error, { jobId }) => [{ type: 'Job', id: jobId }],
  }),
}));
