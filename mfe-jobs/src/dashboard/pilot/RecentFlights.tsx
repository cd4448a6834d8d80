import type { FlightRecordView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { styled, TextLink, Typography } from '@dps/ui';
import { EmptyState } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { Literal } from '@dps/ui/literal';
import { jobsApi } from '../../api.ts';
import { QueryError } from '../../page/QueryError.tsx';
import { Section } from '../../page/Section.tsx';
import { texts } from '../../texts.ts';
import { recentFlights, type RecentFlight } from '../figures.ts';

const Flights = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: '0 16px',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '4px 16px',
    padding: '10px 0',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
}));
const Description = styled('div')({ flex: '1 1 120px', minWidth: 0, overflowWrap: 'anywhere' });
const Measures = styled('div')({ flexShrink: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' });
const Notes = styled(Typography)({
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
});
const Foot = styled('div')({ padding: '12px 16px 16px' });

function Flight({ flight }: { flight: RecentFlight }) {
  return (
    <li>
      <Description>
        <Typography variant="subtitle2">
          <Literal>{flight.flightNumber}</Literal>
        </Typography>
        <Notes color="textSecondary" dir="auto">
          {flight.notes}
        </Notes>
      </Description>
      <Measures>
        <Typography>{flight.duration}</Typography>
        <Typography color="textSecondary">{flight.date}</Typography>
        {flight.flown && (
          <Typography variant="caption" color="textSecondary">
            {flight.flown}
          </Typography>
        )}
      </Measures>
    </li>
  );
}

function FlightList({ flights }: { flights: readonly FlightRecordView[] }) {
  if (flights.length === 0) return <EmptyState title={texts.recentFlights.empty} />;
  return (
    <Flights>
      {recentFlights(flights).map((flight) => (
        <Flight key={flight.id} flight={flight} />
      ))}
    </Flights>
  );
}

/** The pilot's latest flights. They have their own query, so that its response does not render the list of jobs again. */
export function RecentFlights() {
  const { data: flights, error, refetch } = jobsApi.flightRecords.useQuery(useCurrentUser().id);
  return (
    <Section title={texts.recentFlights.title}>
      <QueryError error={error} fallback={texts.recentFlights.failed} onRetry={refetch} />
      {flights && <FlightList flights={flights} />}
      {!flights && !error && <LoadingShape text={texts.recentFlights.loading} shape="rows" inset />}
      <Foot>
        <TextLink to="/flight-data">{texts.recentFlights.all}</TextLink>
      </Foot>
    </Section>
  );
}
