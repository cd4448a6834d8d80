import { formatCents, type JobView } from '@dps/shared-contracts';
import { StatCard, StatGrid } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { paymentStats } from './payment-list.ts';

/** The four figures above the history, as of `now`. */
export function PaymentCards({ jobs, now }: { jobs: readonly JobView[]; now: Date }) {
  const { totalCents, monthCents, averageCents, pending } = paymentStats(jobs, now);
  return (
    <StatGrid>
      <StatCard {...texts.cards.total} value={formatCents(totalCents)} tone="money" />
      <StatCard {...texts.cards.month} value={formatCents(monthCents)} />
      <StatCard {...texts.cards.average} value={formatCents(averageCents)} />
      <StatCard {...texts.cards.pending} value={pending} />
    </StatGrid>
  );
}
