import { Suspense, useState } from 'react';
import { saveFile, useCurrentUser } from '@dps/contract/client';
import { toast } from '@dps/ui/toast';
import { Button, Icon, icons, Typography, Box } from '@dps/ui';
import { Card, ErrorNotice, PageHeader } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { useSearchParams } from '@dps/ui/router';
import { LoadingShape } from '@dps/ui/loading-shape';
import { MonthsCard } from '../chart/MonthsCard.tsx';
import { lastMonths } from '../chart/months.ts';
import { PayoutAccountCard } from '../payouts/PayoutAccountCard.tsx';
import { texts } from '../texts.ts';
import { PaymentAlert, type OpenAlert } from './PaymentAlerts.tsx';
import { PaymentCards } from './PaymentCards.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { paymentsFile } from './payment-files.ts';
import { filterPayments } from './payment-list.ts';
import { usePaymentFilters } from './usePaymentFilters.ts';
import { usePaymentHistory } from './usePaymentHistory.ts';

interface StatesNoticeProps {
  /** Null while the stored payments are up to date. */
  state: 'loading' | 'failed' | null;
  onRetry: () => void;
}

/** Below the title of the history: that the rows show no refunds and disputes yet, because they load or failed to load. */
function StatesNotice({ state, onRetry }: StatesNoticeProps) {
  return (
    <Box role="status" sx={{ px: 4, ...(state && { pb: 2 }) }}>
      {state && (
        <Typography variant="caption" color="textSecondary">
          {texts.states[state]}
        </Typography>
      )}
      {state === 'failed' && (
        <Button size="small" sx={{ ml: 1 }} onClick={onRetry}>
          {texts.states.retry}
        </Button>
      )}
    </Box>
  );
}

const PAGES = {
  receipt: onDemand(() => import('../receipt/ReceiptPage.tsx')),
  result: onDemand(() => import('../result/ResultPage.tsx')),
  payout: onDemand(() => import('../payouts/StatementPage.tsx')),
};

/** Returns the id in a parameter of the address; null without a valid one. */
function idIn(search: URLSearchParams, name: keyof typeof PAGES): number | null {
  const id = search.get(name);
  return id !== null && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
}

/**
 * `/payments`: the earnings of a pilot, or the payments of a client. With `?receipt={job}`, the receipt of one payment; with
 * `?result={job}`, the result of one payment; for a pilot with `?payout={id}`, the statement of one payout.
 */
export default function PaymentsPage() {
  const [search] = useSearchParams();
  const { role } = useCurrentUser();
  const names =
    role === 'pilot' ? (['receipt', 'result', 'payout'] as const) : (['receipt', 'result'] as const);
  for (const name of names) {
    const id = idIn(search, name);
    if (id === null) continue;
    const Page = PAGES[name];
    return (
      <Suspense
        fallback={
          <LoadingShape
            text={name === 'payout' ? texts.payouts.loadingStatement : texts.receipt.loading}
            shape="facts"
            count={6}
          />
        }
      >
        <Page key={id} id={id} />
      </Suspense>
    );
  }
  return <PaymentHistory />;
}

function PaymentHistory() {
  const { role } = useCurrentUser();
  const history = usePaymentHistory();
  const { payments, months, complete, error } = history;
  const { filter, change, clear, isSet } = usePaymentFilters();
  const [alert, setAlert] = useState<OpenAlert | null>(null);
  const [now] = useState(() => new Date());
  const shown = filterPayments(payments ?? [], filter, now);
  const some = shown.length > 0;
  const filtered = isSet && payments !== undefined && payments.length > 0;

  const exportShown = () => {
    if (shown.length === 0) {
      setAlert({ kind: 'nothing-to-export' });
      return;
    }
    saveFile(paymentsFile(shown, now));
    toast({ title: texts.page.downloadStarted });
  };
  return (
    <>
      <PageHeader
        title={texts.page.title}
        subtitle={texts.page.subtitle[role]}
        actions={
          <Actions
            onExport={complete ? exportShown : undefined}
            onSettings={() => setAlert({ kind: 'settings' })}
          />
        }
      />
      {error ? (
        <ErrorNotice error={error} fallback={texts.page.failed} onRetry={history.refetch} />
      ) : (
        <>
          <PaymentCards months={months} refundsKnown={history.refundsKnown} now={now} role={role} />
          {role === 'pilot' && <PayoutAccountCard />}
          <MonthsCard months={months && lastMonths(months, now)} role={role} />
          <PaymentFilters filter={filter} onChange={change} />
          <Card>
            <Typography variant="h2" sx={{ px: 4, pt: 4, pb: 2 }}>
              {texts.page.history}
            </Typography>
            {some && <StatesNotice state={history.stored} onRetry={history.refetchStored} />}
            <PaymentTable
              payments={shown}
              emptyText={filtered ? texts.page.noMatch[filter.status] : texts.page.emptyText[role]}
              loading={!payments}
              onView={(payment) => setAlert({ kind: 'details', payment })}
              onClearFilters={filtered ? clear : undefined}
            />
          </Card>
        </>
      )}
      {alert && <PaymentAlert alert={alert} onClose={() => setAlert(null)} />}
    </>
  );
}

/** The buttons of the page. Export is disabled while the jobs and the states of their payments load. */
function Actions({ onExport, onSettings }: { onExport: (() => void) | undefined; onSettings: () => void }) {
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={icons.download} />}
        disabled={!onExport}
        onClick={onExport}
      >
        {texts.page.export}
      </Button>
      <Button variant="outlined" startIcon={<Icon path={icons.settings} />} onClick={onSettings}>
        {texts.page.settings}
      </Button>
    </>
  );
}
