import { formatCents, type FlightRecordView, type JobView } from '@dps/shared-contracts';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { pilotStats } from './pilot.stats.ts';

/** The four figures of the pilot dashboard; a dash while their data loads. */
export function PilotFigures(props: {
  jobs: readonly JobView[] | undefined;
  flights: readonly FlightRecordView[] | undefined;
}) {
  const { jobs, flights } = props;
  const figures = pilotStats(jobs ?? [], flights ?? []);
  const { pilotDashboard: labels, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard
        label={labels.completed}
        hint={labels.completedHint}
        value={jobs ? figures.completed : notYetKnown}
      />
      <StatCard
        label={labels.pending}
        hint={labels.pendingHint}
        value={jobs ? figures.pending : notYetKnown}
      />
      <StatCard
        label={labels.flightHours}
        hint={labels.flightHoursHint}
        value={
          <Sourced
            value={flights ? figures.flightHours.toFixed(1) : notYetKnown}
            source={labels.flightHoursSource}
          />
        }
      />
      <StatCard
        label={labels.earnings}
        hint={labels.earningsHint}
        tone={figures.earnings > 0 ? 'money' : 'default'}
        value={
          <Sourced
            value={jobs ? formatCents(figures.earnings) : notYetKnown}
            source={labels.earningsSource}
          />
        }
      />
    </StatGrid>
  );
}
