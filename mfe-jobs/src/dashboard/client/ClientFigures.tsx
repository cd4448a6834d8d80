import { formatCents } from '@dps/contract';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import type { JobTotals } from '../../job/job-totals.ts';
import { clientStats } from './client.stats.ts';

/** The three figures of the client dashboard; a dash while the jobs load. */
export function ClientFigures({ totals }: { totals: JobTotals | undefined }) {
  const figures = totals && clientStats(totals);
  const { clientDashboard: labels, notYetKnown } = texts;
  return (
    <StatGrid>
      <StatCard label={labels.active} hint={labels.activeHint} value={figures?.active ?? notYetKnown} />
      <StatCard
        label={labels.completed}
        hint={labels.completedHint}
        value={figures?.completed ?? notYetKnown}
      />
      <StatCard
        label={labels.invested}
        hint={labels.investedHint}
        tone={figures && figures.invested > 0 ? 'money' : 'default'}
        value={
          <Sourced
            value={figures ? formatCents(figures.invested) : notYetKnown}
            source={labels.investedSource}
          />
        }
      />
    </StatGrid>
  );
}
