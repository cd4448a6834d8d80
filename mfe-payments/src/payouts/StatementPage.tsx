import {
  formatCents,
  formatDay,
  formatInstantDay,
  jobNumber,
  type PayoutView,
  type UserView,
} from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { Button, ButtonLink, ErrorNotice, styled } from '@dps/ui';
import { Card, EmptyState, PageHeader } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { LoadingShape } from '@dps/ui/loading-shape';
import { PrintSheet, SheetFacts, type SheetFact } from '@dps/ui/print-sheet';
import { paymentsApi } from '../api.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { payoutStateText } from './payout-facts.ts';

const t = payoutTexts.statement;

/** Returns the lines that no browser translates. */
const partiesOf = (payout: PayoutView, { name, email }: UserView): SheetFact[] => [
  [t.issuedBy, t.platform, location.host],
  [t.pilot, name, email],
  [t.payout, String(payout.id)],
];

function factsOf(payout: PayoutView): SheetFact[] {
  const arrivesOn = payout.status === 'failed' ? null : payout.arrivesOn;
  return [
    [t.date, formatInstantDay(payout.createdAt)],
    [t.state, payoutStateText(payout)],
    ...(arrivesOn === null ? [] : [[t.arrival, formatDay(arrivesOn)] as const]),
  ];
}

const Shares = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  'th, td': { padding: '8px 0', textAlign: 'start', verticalAlign: 'top', fontWeight: 400 },
  'th + th, td': { paddingInlineStart: 16, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  'tbody tr, tfoot tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  'thead th, small': { color: theme.vars.palette.text.secondary },
  small: { display: 'block', fontSize: 'inherit' },
  bdi: { overflowWrap: 'anywhere' },
  'tfoot th, tfoot td': { fontWeight: 650 },
}));

function ShareTable({ payout }: { payout: PayoutView }) {
  return (
    <Shares>
      <thead>
        <tr>
          <th scope="col">{t.job}</th>
          <th scope="col">{t.share}</th>
        </tr>
      </thead>
      <tbody>
        {payout.jobs.map(({ id, title, amount }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{title}</bdi>
              <small>
                <Literal>{jobNumber(id)}</Literal>
              </small>
              {amount < 0 && <small>{t.returned}</small>}
            </th>
            <td>
              <Literal>{formatCents(amount)}</Literal>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t.total}</th>
          <td>
            <Literal>{formatCents(payout.amount)}</Literal>
          </td>
        </tr>
      </tfoot>
    </Shares>
  );
}

const AllPayments = () => (
  <ButtonLink to="/payments" variant="outlined">
    {t.all}
  </ButtonLink>
);

/** `/payments?payout={id}`: the statement of one payout of the signed-in pilot, to print. */
export default function StatementPage({ id }: { id: number }) {
  const user = useCurrentUser();
  const { data, error, refetch } = paymentsApi.payouts.useQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const payout = data?.find((each) => each.id === id);
  return (
    <>
      <PageHeader
        title={t.title}
        {...(payout && { subtitle: formatInstantDay(payout.createdAt) })}
        actions={
          payout && (
            <>
              <AllPayments />
              <Button variant="contained" onClick={() => globalThis.print()}>
                {t.print}
              </Button>
            </>
          )
        }
      />
      {!data && !error && <LoadingShape text={t.loading} shape="facts" count={6} />}
      {!data && error && (
        <ErrorNotice error={error} fallback={payoutTexts.failed} onRetry={() => void refetch()} />
      )}
      {data && !payout && (
        <Card>
          <EmptyState title={t.none} text={t.noneText} action={<AllPayments />} />
        </Card>
      )}
      {payout && (
        <PrintSheet label={t.title}>
          <SheetFacts facts={partiesOf(payout, user)} literal />
          <SheetFacts facts={factsOf(payout)} />
          <ShareTable payout={payout} />
        </PrintSheet>
      )}
    </>
  );
}
