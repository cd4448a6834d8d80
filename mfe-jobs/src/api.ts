import {
  JOB_STATUS_LABELS,
  paths,
  type AttachmentView,
  type CreateJobBody,
  type FlightRecordView,
  type JobContent,
  type JobDetailView,
  type JobStatusBody,
  type JobView,
  type PayoutAccountView,
  type PilotView,
  type ReleaseBody,
  type UploadBody,
  type UploadView,
} from '@dps/contract';
import {
  changeJobAtOnce,
  moduleEndpoints,
  SHARES,
  type ApiError,
  type THREADS,
  type UNREAD_MESSAGES,
} from '@dps/contract/client';
import { texts } from './texts.ts';

type Tag = 'Job' | 'AvailableJobs' | typeof THREADS | typeof UNREAD_MESSAGES;
/** The statuses of an error that mean that the screen shows outdated data. */
const OUTDATED = new Set([403, 404, 409]);

/** Invalidates the tags after a successful write, and after one that failed because the screen was outdated. */
export const invalidates =
  (...tags: Tag[]) =>
  (_response: unknown, error: ApiError | undefined): Tag[] =>
    !error || OUTDATED.has(error.status) ? tags : [];

/** The API calls of this module. */
export const jobsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  detail: build.query<JobDetailView, number>({
    query: (id) => ({ url: paths.job(id) }),
    providesTags: (_job, _error, id) => [{ type: 'Job', id }, 'FlightRecord', SHARES],
  }),
  /** The pilot of one of the client's jobs. */
  pilot: build.query<PilotView, number>({
    query: (id) => ({ url: paths.pilot(id) }),
    providesTags: ['Job'],
  }),
  /** The account of a pilot at the payment provider. */
  payoutAccount: build.query<PayoutAccountView, void>({ query: () => ({ url: paths.payoutAccount() }) }),
  /** The flight records of a pilot, newest first. */
  flightRecords: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
  create: build.mutation<JobView, { body: CreateJobBody; idempotencyKey: string }>({
    query: (call) => ({ url: paths.jobs(), method: 'POST', ...call }),
    invalidatesTags: invalidates('Job'),
  }),
  /** Replaces the content of a posted job. */
  update: build.mutation<JobView, { id: number; content: JobContent }>({
    query: ({ id, content }) => ({ url: paths.job(id), method: 'PUT', body: content }),
    invalidatesTags: invalidates('Job'),
  }),
  setProgress: build.mutation<JobView, { id: number; progress: number; title: string }>({
    query: ({ id, progress, title }) => ({
      url: paths.job(id),
      method: 'PUT',
      body: { progress },
      keepalive: true,
      whenOffline: { title: texts.offline.progress(progress, title), job: { id, progress } },
    }),
    onQueryStarted: ({ id, progress }, call) => changeJobAtOnce({ id, progress }, call),
    invalidatesTags: invalidates('Job'),
  }),
  /** Only steps with the title of the job wait for the network. */
  setStatus: build.mutation<JobView, JobStatusBody & { id: number; title?: string }>({
    query: ({ id, title, ...body }) => ({
      url: paths.job(id),
      method: 'PATCH',
      body,
      ...(title !== undefined &&
        body.status !== 'paid' && {
          whenOffline: {
            title: texts.offline.status(JOB_STATUS_LABELS[body.status], title),
            job: { id, status: body.status },
          },
        }),
    }),
    // A payment is not shown before the server confirms it.
    onQueryStarted: ({ id, status }, call) =>
      changeJobAtOnce(status === 'paid' ? { id } : { id, status }, call),
    invalidatesTags: invalidates('Job'),
  }),
  accept: build.mutation<JobView, { id: number; pilotId: number }>({
    query: ({ id, pilotId }) => ({ url: paths.assignJob(id), method: 'POST', body: { pilotId } }),
    // Only the response contains the assigned pilot.
    onQueryStarted: ({ id }, call) => changeJobAtOnce({ id }, call),
    // After a lost race the pilot may no longer read the job: keep it in the dialog, and refetch only the list.
    invalidatesTags: (job, error) =>
      job ? ['Job', 'AvailableJobs'] : invalidates('AvailableJobs')(job, error),
  }),
  /** Unassigns a job from its pilot. A job in progress needs a reason. */
  release: build.mutation<unknown, ReleaseBody & { id: number }>({
    query: ({ id, ...body }) => ({ url: paths.releaseJob(id), method: 'POST', body }),
    invalidatesTags: invalidates('Job', 'AvailableJobs'),
  }),
  /** Asks the pilot to end the assignment. */
  requestEnd: build.mutation<JobView, { id: number; reason: string }>({
    query: ({ id, reason }) => ({ url: paths.endRequest(id), method: 'POST', body: { reason } }),
    invalidatesTags: invalidates('Job'),
  }),
  /** Agrees to end the assignment, or declines. */
  decideEnd: build.mutation<unknown, { id: number; consent: boolean }>({
    query: ({ id, consent }) => ({ url: paths.endDecision(id), method: 'POST', body: { consent } }),
    invalidatesTags: invalidates('Job', 'AvailableJobs'),
  }),
  /** Takes submitted work back that the client has not opened. */
  takeBack: build.mutation<JobView, number>({
    query: (id) => ({ url: paths.takeBack(id), method: 'POST' }),
    // The response is newer than the step of the pilot.
    onQueryStarted: (id, call) => changeJobAtOnce({ id, status: 'in-progress' }, call),
    invalidatesTags: invalidates('Job'),
  }),
  /** Sends the submitted work back to its pilot. A card payment that has succeeded makes the job paid instead. */
  requestChanges: build.mutation<JobView, { id: number; comment: string }>({
    query: ({ id, comment }) => ({ url: paths.requestChanges(id), method: 'POST', body: { comment } }),
    // Only the response has the new status.
    onQueryStarted: ({ id }, call) => changeJobAtOnce({ id }, call),
    invalidatesTags: invalidates('Job'),
  }),
  remove: build.mutation<unknown, number>({
    query: (id) => ({ url: paths.job(id), method: 'DELETE' }),
    invalidatesTags: invalidates('Job'),
  }),
  removeAttachment: build.mutation<unknown, Pick<AttachmentView, 'id' | 'jobId'>>({
    query: ({ id, jobId }) => ({ url: paths.attachment(jobId, id), method: 'DELETE' }),
    // After a conflict, the job has a pilot, whom the lists show too.
    invalidatesTags: invalidates('Job'),
  }),
  /** The uploaded files of messages about a job that the user has not sent. */
  unsentFiles: build.query<UploadView[], number>({
    query: (jobId) => ({ url: paths.uploads(jobId) }),
    keepUnusedDataFor: 0,
  }),
  startUpload: build.mutation<UploadView, { jobId: number; body: UploadBody; idempotencyKey: string }>({
    query: ({ jobId, ...call }) => ({ url: paths.uploads(jobId), method: 'POST', ...call }),
  }),
  completeUpload: build.mutation<UploadView, { id: number; jobId: number }>({
    query: ({ id, jobId }) => ({ url: `${paths.upload(jobId, id)}/complete`, method: 'POST' }),
    invalidatesTags: (_response, _error, { jobId }) => [{ type: 'Job', id: jobId }],
  }),
  cancelUpload: build.mutation<unknown, { id: number; jobId: number }>({
    query: ({ id, jobId }) => ({ url: paths.upload(jobId, id), method: 'DELETE' }),
    invalidatesTags: (_response, _error, { jobId }) => [{ type: 'Job', id: jobId }],
  }),
}));
