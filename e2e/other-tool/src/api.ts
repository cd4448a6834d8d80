import { paths, type FlightRecordView } from '@dps/shared-contracts';
import { moduleEndpoints } from '@dps/shared-contracts/client';

/** The endpoints of this module. */
export const preflightApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The flight records of a pilot, by id. */
  flights: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
}));
