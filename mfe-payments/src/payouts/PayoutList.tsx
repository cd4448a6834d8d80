import { formatCents, formatInstantDay, type PayoutView } from '@dps/contract';
import { ButtonLink, ErrorNotice, styled, Typography } from '@dps/ui';
import { DataTable, type Column } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { LoadingShape } from '@dps/ui/loading-shape';
import { MoneyFacts } from '@dps/ui/money-line';
import { paymentsApi } from '../api.ts';
import { payoutTexts as t } from '../texts/payouts.ts';
import { balanceFacts, payoutStateText } from './payout-facts.ts';

/** The jobs that a row of the list names. The statement has all of them. */
const NAMED_JOBS = 3;

const Root = styled('div')({
  marginTop: 16,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
});
const Day = styled('span')({ whiteSpace: 'nowrap' });
const JobList = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  li: { overflowWrap: 'anywhere' },
});

function Jobs({ payout: { jobs } }: { payout: PayoutView }) {
  const more = jobs.length - NAMED_JOBS;
  return (
    <JobList>
      {jobs.slice(0, NAMED_JOBS).map(({ id, title, amount }) => (
        <li key={id}>
          <bdi>{title}</bdi> <Literal>{formatCents(amount)}</Literal>
        </li>
      ))}
      {more > 0 && <li>{t.list.more(more)}</li>}
    </JobList>
  );
}

const COLUMNS: readonly Column<PayoutView>[] = [
  {
    key: 'date',
    header: t.list.date,
    cell: ({ createdAt }) => <Day>{formatInstantDay(createdAt)}</Day>,
    primary: true,
  },
  {
    key: 'amount',
    header: t.list.amount,
    cell: ({ amount }) => <Literal>{formatCents(amount)}</Literal>,
    align: 'right',
  },
  { key: 'state', header: t.list.state, cell: payoutStateText, wide: true },
  { key: 'jobs', header: t.list.jobs, cell: (payout) => <Jobs payout={payout} />, wide: true },
  {
    key: 'actions',
    header: t.list.actions,
    align: 'right',
    cell: ({ id, createdAt }) => (
      <ButtonLink
        size="small"
        to={`/payments?payout=${id}`}
        aria-label={t.list.statementOf(formatInstantDay(createdAt))}
      >
        {t.list.statement}
      </ButtonLink>
    ),
  },
];

/** The figures of a pilot's money at the payment provider, and the payouts with their jobs. */
export default function PayoutList({ isReady }: { isReady: boolean }) {
  const balance = paymentsApi.payoutBalance.useQuery(undefined, { refetchOnMountOrArgChange: true });
  const payouts = paymentsApi.payouts.useQuery(undefined, { refetchOnMountOrArgChange: true });
  const error = balance.error ?? payouts.error;
  if (error)
    return (
      <ErrorNotice
        error={error}
        fallback={t.failed}
        onRetry={() => {
          void balance.refetch();
          void payouts.refetch();
        }}
      />
    );
  if (!balance.data || !payouts.data) return <LoadingShape text={t.loading} shape="facts" count={3} />;
  return (
    <Root>
      <MoneyFacts facts={balanceFacts(balance.data, payouts.data, isReady)} />
      <DataTable
        label={t.list.title}
        columns={COLUMNS}
        rows={payouts.data}
        rowKey={({ id }) => id}
        empty={<Typography color="textSecondary">{t.list.empty}</Typography>}
      />
    </Root>
  );
}
