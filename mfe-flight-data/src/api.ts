import {
  paths,
  type FlightRecordBody,
  type FlightRecordView,
  type JobDetailView,
} from '@dps/shared-contracts';
import { moduleEndpoints } from '@dps/shared-contracts/client';

/** The calls of this module. A new record also changes its job's detail, and the figures that other screens draw from both. */
export const flightDataApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The flight records of the user with that id; empty for a client. */
  list: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
  /** A job with its flights, whose evidence has the tracks that lists leave out. */
  job: build.query<JobDetailView, number>({
    query: (id) => ({ url: paths.job(id) }),
    providesTags: ['FlightRecord', 'Job'],
  }),
  add: build.mutation<FlightRecordView, FlightRecordBody>({
    query: (body) => ({ url: paths.flightRecords(), method: 'POST', body }),
    invalidatesTags: ['FlightRecord', 'Job'],
  }),
}));
