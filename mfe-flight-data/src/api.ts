import {
  paths,
  type FlightRecordBody,
  type FlightRecordView,
  type FlightTrackView,
  type JobCoverageView,
} from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';
import { texts } from './texts.ts';

/** A new record also invalidates jobs: their details and the figures of other screens contain it. */
export const flightDataApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The flight records of a pilot; empty for the id of a client. */
  list: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
  /** The track of a record, which never changes. */
  track: build.query<FlightTrackView, number>({
    query: (recordId) => ({ url: paths.flightTrack(recordId) }),
  }),
  /** The covered part of the area of a job. It follows changes of both. */
  coverage: build.query<JobCoverageView, number>({
    query: (jobId) => ({ url: paths.jobCoverage(jobId) }),
    providesTags: (_coverage, _error, id) => [{ type: 'Job', id }, 'FlightRecord'],
  }),
  /** `log` is uploaded after the call. */
  add: build.mutation<
    FlightRecordView,
    { body: FlightRecordBody; idempotencyKey: string; log?: File | undefined }
  >({
    query: ({ log, ...call }) => ({
      url: paths.flightRecords(),
      method: 'POST',
      ...call,
      whenOffline: { title: texts.queue.flight(call.body.flightNumber) },
      ...(log && { log: { file: log, title: texts.queue.log(call.body.flightNumber) } }),
    }),
    invalidatesTags: ['FlightRecord', 'Job'],
  }),
}));
