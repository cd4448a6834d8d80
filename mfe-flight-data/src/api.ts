import {
  paths,
  type FlightRecordBody,
  type FlightRecordView,
  type JobDetailView,
} from '@dps/shared-contracts';
import { moduleEndpoints } from '@dps/shared-contracts/client';

/** A new record also invalidates jobs: their details and the figures of other screens contain it. */
export const flightDataApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The flight records of a pilot; empty for the id of a client. */
  list: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
  /** A job with its flights. Their evidence has the tracks, which lists omit. */
  job: build.query<JobDetailView, number>({
    query: (id) => ({ url: paths.job(id) }),
    providesTags: ['FlightRecord', 'Job'],
  }),
  add: build.mutation<FlightRecordView, FlightRecordBody>({
    query: (body) => ({ url: paths.flightRecords(), method: 'POST', body }),
    invalidatesTags: ['FlightRecord', 'Job'],
  }),
}));
