import { formatCents, type JobView } from '@dps/shared-contracts';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { clientStats } from './client.stats.ts';

/** The three figures of the client dashboard; a dash while the jobs load. */
export function ClientFigures({ jobs }: { jobs: readonly JobView[] | undefined }) {
  const figures = clientStats(jobs ?? []);
  const { clientDashboard: labels, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard label={labels.active} hint={labels.activeHint} value={jobs ? figures.active : notYetKnown} />
      <StatCard
        label={labels.completed}
        hint={labels.completedHint}
        value={jobs ? figures.completed : notYetKnown}
      />
      <StatCard
        label={labels.invested}
        hint={labels.investedHint}
        tone={figures.invested > 0 ? 'money' : 'default'}
        value={
          <Sourced
            value={jobs ? formatCents(figures.invested) : notYetKnown}
            source={labels.investedSource}
          />
        }
      />
    </StatGrid>
  );
}
