import { formatCents, type JobView } from '@dps/shared-contracts';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { clientStats } from './client.stats.ts';

/** The three figures of the client dashboard; a dash stands for what is not known yet. */
export function ClientFigures({ jobs }: { jobs: readonly JobView[] | undefined }) {
  const figures = clientStats(jobs ?? []);
  const { clientDashboard: words, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard label={words.active} hint={words.activeHint} value={jobs ? figures.active : notYetKnown} />
      <StatCard
        label={words.completed}
        hint={words.completedHint}
        value={jobs ? figures.completed : notYetKnown}
      />
      <StatCard
        label={words.invested}
        hint={words.investedHint}
        tone="money"
        value={jobs ? formatCents(figures.invested) : notYetKnown}
      />
    </StatGrid>
  );
}
