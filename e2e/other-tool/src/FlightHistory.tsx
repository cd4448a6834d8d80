import { paths, type FlightRecordView } from '@dps/contract';
import { moduleEndpoints, useCurrentUser } from '@dps/contract/client';
import { Typography } from '@dps/ui';
import { texts } from './texts.ts';

/** The endpoints of this module. */
const preflightApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The flight records of a pilot, by id. */
  flights: build.query<FlightRecordView[], number>({
    query: (pilotId) => ({ url: paths.pilotFlightRecords(pilotId), allPages: true }),
    providesTags: ['FlightRecord'],
  }),
}));

/** The number of earlier flights of the signed-in pilot for a job. */
export function FlightHistory({ jobId }: { jobId: number }) {
  const { id } = useCurrentUser();
  const { data: records, error } = preflightApi.flights.useQuery(id);
  const flown = records?.filter((record) => record.jobId === jobId).map(({ createdAt }) => createdAt);
  const last = flown?.toSorted().at(-1);
  const message = () => {
    if (error) return texts.flightsFailed;
    // Reserves the line while loading, so that the layout does not shift.
    if (!flown) return '\u00a0';
    return last === undefined ? texts.noFlights : texts.flights(flown.length, last);
  };
  return (
    <Typography color="textSecondary" role="status" sx={{ mt: 2 }}>
      {message()}
    </Typography>
  );
}
