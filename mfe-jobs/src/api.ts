import {
  paths,
  type CreateJobBody,
  type FlightRecordView,
  type JobContent,
  type JobDetailView,
  type JobStatus,
  type JobView,
} from '@dps/shared-contracts';
import { moduleEndpoints, type ApiError } from '@dps/shared-contracts/client';
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
    query: ({ id, progress }) => ({ url: paths.job(id), method: 'PUT', body: { progress } }),
    invalidatesTags: rereads('Job'),
  }),
  setStatus: build.mutation<JobView, { id: number; status: JobStatus }>({
    query: ({ id, status }) => ({ url: paths.job(id), method: 'PATCH', body: { status } }),
    invalidatesTags: rereads('Job'),
  }),
  accept: build.mutation<JobView, { id: number; pilotId: number }>({
    query: ({ id, pilotId }) => ({ url: paths.assignJob(id), method: 'POST', body: { pilotId } }),
    invalidatesTags: rereads('Job', 'AvailableJobs'),
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
