import { formatCents, pilotShare, type Role } from '@dps/contract';
import { styled } from '@dps/ui';
import { Sourced } from '@dps/ui/sourced';
import { StatCard, StatGrid } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { paymentStats, type MonthTotal, type Sum } from './payment-totals.ts';

// Few columns, so that an amount fits in one line.
const Figures = styled(StatGrid)({
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  '@media (max-width: 999.95px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  // On a phone, the label and the figure share a line, and the sources share the lines below.
  '@media (max-width: 459.95px)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 8,
    '& > [role="group"]': {
      flexFlow: 'row wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: 12,
      padding: '6px 16px 8px',
    },
    '& > [role="group"] > div': { flexGrow: 1 },
    '& > [role="group"] > p': { display: 'contents' },
  },
});

interface Props {
  /** The totals of all payments; undefined while they load. */
  months: readonly MonthTotal[] | undefined;
  /** Whether the totals include refunds and disputes. */
  refundsKnown: boolean;
  now: Date;
  role: Role;
}

const kindsIn = ({ refundedCents, disputedCents }: Sum) =>
  refundedCents + disputedCents > 0 ? texts.cards.allKinds : texts.cards.both;

/** The four figures above the history, each with its source; dashes while the totals load. */
export function PaymentCards({ months, refundsKnown, now, role }: Props) {
  const stats = months && paymentStats(months, now);
  const { cards } = texts;
  const gross = (cents: number) => cards.gross[role](formatCents(pilotShare(cents)));
  const sourced = ({ cents, paidCents, refundedCents, disputedCents, dueCents }: Sum) => {
    const paid = refundsKnown ? cards.paid : cards.paidBeforeRefunds;
    const lines = [
      ...gross(cents),
      paid(formatCents(paidCents)),
      ...(refundedCents > 0 ? [cards.refunded(formatCents(refundedCents))] : []),
      ...(disputedCents > 0 ? [cards.disputed(formatCents(disputedCents))] : []),
      cards.due(formatCents(dueCents)),
    ];
    return <Sourced value={formatCents(cents)} source={lines} />;
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
              source={[...gross(stats.averageCents), kindsIn(stats.total)]}
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
            <Sourced value={stats.pending} source={cards.dueGross(formatCents(stats.total.dueCents))} />
          ) : (
            cards.unknown
          )
        }
      />
    </Figures>
  );
}
