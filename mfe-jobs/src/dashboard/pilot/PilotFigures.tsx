import { formatCents } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { jobsApi } from '../../api.ts';
import { texts } from '../../texts.ts';
import type { JobTotals } from '../../job/job-totals.ts';
import { flightHours, pilotStats } from '../figures.ts';

/** The hours of the recorded flights; a dash while they load. */
function FlightHours() {
  const { data: flights } = jobsApi.flightRecords.useQuery(useCurrentUser().id);
  const { pilotDashboard: labels, notYetKnown } = texts;
  return (
    <StatCard
      label={labels.flightHours}
      hint={labels.flightHoursHint}
      value={
        <Sourced
          value={flights ? flightHours(flights).toFixed(1) : notYetKnown}
          source={labels.flightHoursSource}
        />
      }
    />
  );
}

/** The four figures of the pilot dashboard; a dash while their data loads. */
export function PilotFigures({ totals }: { totals: JobTotals | undefined }) {
  const figures = totals && pilotStats(totals);
  const { pilotDashboard: labels, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard
        label={labels.completed}
        hint={labels.completedHint}
        value={figures?.completed ?? notYetKnown}
      />
      <StatCard label={labels.pending} hint={labels.pendingHint} value={figures?.pending ?? notYetKnown} />
      <FlightHours />
      <StatCard
        label={labels.earnings}
        hint={labels.earningsHint}
        tone={figures && figures.earnings > 0 ? 'money' : 'default'}
        value={
          <Sourced
            value={figures ? formatCents(figures.earnings) : notYetKnown}
            source={labels.earningsSource}
          />
        }
      />
    </StatGrid>
  );
}
