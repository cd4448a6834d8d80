import { Typography } from '@dps/ui';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts.ts';
import { formatMinutes, type FlightTotals } from './flight-totals.ts';

function Recorded({ count }: { count: number }) {
  return (
    <>
      <Literal>{`${count} `}</Literal>
      <Typography component="span" color="textSecondary">
        {texts.cards.recorded}
      </Typography>
    </>
  );
}

/** The four figures above the table; dashes while they load. */
export function FlightSummary({ totals }: { totals: FlightTotals | undefined }) {
  const { cards } = texts;
  return (
    <StatGrid>
      <StatCard {...cards.totalFlights} value={totals?.flights ?? cards.unknown} />
      <StatCard
        {...cards.flightHours}
        value={
          <Sourced
            value={totals ? formatMinutes(totals.minutes) : cards.unknown}
            source={cards.flightHoursSource}
          />
        }
      />
      <StatCard {...cards.coverageAreas} value={totals?.coverageAreas ?? cards.unknown} />
      <StatCard
        {...cards.resolution}
        value={totals ? <Recorded count={totals.withResolution} /> : cards.unknown}
      />
    </StatGrid>
  );
}
