import { formatCents, type JobView } from '@dps/shared-contracts';
import { styled } from '@dps/ui';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { paymentStats } from './payment-list.ts';

// Few columns, so that an amount fits in one line.
const Figures = styled(StatGrid)({
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  '@media (max-width: 999.95px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '@media (max-width: 339.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

/** The four figures above the history; dashes while the jobs load. */
export function PaymentCards({ jobs, now }: { jobs: readonly JobView[] | undefined; now: Date }) {
  const stats = jobs && paymentStats(jobs, now);
  const { cards } = texts;
  const money = (cents: number | undefined) => (cents === undefined ? cards.unknown : formatCents(cents));
  return (
    <Figures>
      <StatCard {...cards.total} value={money(stats?.totalCents)} tone="money" />
      <StatCard {...cards.month} value={money(stats?.monthCents)} />
      <StatCard {...cards.average} value={money(stats?.averageCents)} />
      <StatCard {...cards.pending} value={stats?.pending ?? cards.unknown} />
    </Figures>
  );
}
