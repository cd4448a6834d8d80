import { formatCents, pilotShare, type JobView, type Role } from '@dps/shared-contracts';
import { styled } from '@dps/ui';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { paymentStats, type Sum } from './payment-list.ts';

// Few columns, so that an amount fits in one line.
const Figures = styled(StatGrid)({
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  '@media (max-width: 999.95px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '@media (max-width: 339.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});

interface Props {
  jobs: readonly JobView[] | undefined;
  now: Date;
  role: Role;
}

/** The four figures above the history, each with its source; dashes while the jobs load. */
export function PaymentCards({ jobs, now, role }: Props) {
  const stats = jobs && paymentStats(jobs, now);
  const { cards } = texts;
  const gross = (cents: number) => cards.gross[role](formatCents(pilotShare(cents)));
  const sourced = ({ cents, paidCents }: Sum) => {
    const paid = cards.paid(formatCents(paidCents));
    const due = cards.due(formatCents(cents - paidCents));
    return <Sourced value={formatCents(cents)} source={[...gross(cents), paid, due]} />;
  };
  return (
    <Figures>
      <StatCard
        {...cards.total}
        value={stats ? sourced(stats.total) : cards.unknown}
        tone={stats && stats.total.cents > 0 ? 'money' : 'default'}
      />
      <StatCard {...cards.month} value={stats ? sourced(stats.month) : cards.unknown} />
      <StatCard
        {...cards.average}
        value={
          stats ? (
            <Sourced
              value={formatCents(stats.averageCents)}
              source={[...gross(stats.averageCents), cards.both]}
            />
          ) : (
            cards.unknown
          )
        }
      />
      <StatCard
        {...cards.pending}
        value={
          stats ? (
            <Sourced
              value={stats.pending}
              source={cards.dueGross(formatCents(stats.total.cents - stats.total.paidCents))}
            />
          ) : (
            cards.unknown
          )
        }
      />
    </Figures>
  );
}
