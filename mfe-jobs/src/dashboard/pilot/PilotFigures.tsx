import { formatCents, type FlightRecordView, type JobView } from '@dps/shared-contracts';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { pilotStats } from './pilot.stats.ts';

/** The four figures of the pilot dashboard; a dash stands for what is not known yet. */
export function PilotFigures(props: {
  jobs: readonly JobView[] | undefined;
  flights: readonly FlightRecordView[] | undefined;
}) {
  const { jobs, flights } = props;
  const figures = pilotStats(jobs ?? [], flights ?? []);
  const { pilotDashboard: words, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard
        label={words.completed}
        hint={words.completedHint}
        value={jobs ? figures.completed : notYetKnown}
      />
      <StatCard label={words.pending} hint={words.pendingHint} value={jobs ? figures.pending : notYetKnown} />
      <StatCard
        label={words.flightHours}
        hint={words.flightHoursHint}
        value={flights ? figures.flightHours.toFixed(1) : notYetKnown}
      />
      <StatCard
        label={words.earnings}
        hint={words.earningsHint}
        tone="money"
        value={jobs ? formatCents(figures.earnings) : notYetKnown}
      />
    </StatGrid>
  );
}
