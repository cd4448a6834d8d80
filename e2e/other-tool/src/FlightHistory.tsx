import { useCurrentUser } from '@dps/shared-contracts/client';
import { Typography } from '@dps/ui';
import { preflightApi } from './api.ts';
import { texts } from './texts.ts';

/** How often the signed-in pilot has flown for a job before. */
export function FlightHistory({ jobId }: { jobId: number }) {
  const { id } = useCurrentUser();
  const { data: records, error } = preflightApi.flights.useQuery(id);
  const flown = records?.filter((record) => record.jobId === jobId).map(({ createdAt }) => createdAt);
  const last = flown?.toSorted().at(-1);
  const words = () => {
    if (error) return texts.flightsFailed;
    // Holds the line until it is known, so that nothing moves.
    if (!flown) return '\u00a0';
    return last === undefined ? texts.noFlights : texts.flights(flown.length, last);
  };
  return (
    <Typography color="textSecondary" role="status" sx={{ mt: 2 }}>
      {words()}
    </Typography>
  );
}
