import { useState } from 'react';
import { saveFile, useCurrentUser, useMyJobs } from '@dps/shared-contracts/client';
import { toast } from '@dps/shared-contracts/ui/toast';
import { Button, Icon, icons, Typography } from '@dps/shared-contracts/ui';
import { Card, ErrorNotice, PageHeader } from '@dps/shared-contracts/ui/data';
import type { JobView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';
import { AlertDialog } from './AlertDialog.tsx';
import { csvFileName, paymentsCsv } from './payments-csv.ts';
import { PaymentCards } from './PaymentCards.tsx';
import { PaymentDetails } from './PaymentDetails.tsx';
import { PaymentFilters } from './PaymentFilters.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import {
  filterPayments,
  listPayments,
  type DateFilter,
  type ListedPayment,
  type StatusFilter,
} from './payment-list.ts';

const NO_JOBS: readonly JobView[] = [];

/** The alert that is open, if any. */
type OpenAlert =
  { kind: 'settings' } | { kind: 'nothing-to-export' } | { kind: 'details'; payment: ListedPayment };

function PaymentAlert({ alert, onClose }: { alert: OpenAlert; onClose: () => void }) {
  if (alert.kind === 'details') return <PaymentDetails payment={alert.payment} onClose={onClose} />;
  if (alert.kind === 'nothing-to-export') {
    return <AlertDialog title={texts.page.nothingToExport} onClose={onClose} />;
  }
  return (
    <AlertDialog title={texts.settings.title} onClose={onClose}>
      {texts.settings.lines.map((line) => (
        <Typography key={line}>{line}</Typography>
      ))}
    </AlertDialog>
  );
}

/** `/payments`: what a pilot has earned, or what a client has paid. */
export default function PaymentsPage() {
  const { role } = useCurrentUser();
  const { data: jobs, error, isLoading, refetch } = useMyJobs();
  const [status, setStatus] = useState<StatusFilter>('all');
  const [date, setDate] = useState<DateFilter>('all');
  const [alert, setAlert] = useState<OpenAlert | null>(null);
  const [now] = useState(() => new Date());
  const shown = filterPayments(listPayments(jobs ?? NO_JOBS), { status, date }, now);

  const exportShown = () => {
    if (shown.length === 0) {
      setAlert({ kind: 'nothing-to-export' });
      return;
    }
    saveFile({ name: csvFileName(now), mediaType: 'text/csv', content: paymentsCsv(shown) });
    toast({ title: texts.page.downloadStarted });
  };
  const actions = (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon path={icons.download} />}
        disabled={!jobs}
        onClick={exportShown}
      >
        {texts.page.export}
      </Button>
      <Button
        variant="outlined"
        startIcon={<Icon path={icons.settings} />}
        onClick={() => setAlert({ kind: 'settings' })}
      >
        {texts.page.settings}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={texts.page.title} subtitle={texts.page.subtitle[role]} actions={actions} />
      {error ? (
        <ErrorNotice error={error} fallback={texts.page.failed} onRetry={() => void refetch()} />
      ) : (
        <>
          <PaymentCards jobs={jobs} now={now} />
          <PaymentFilters status={status} date={date} onStatus={setStatus} onDate={setDate} />
          <Card>
            <Typography variant="h2" sx={{ px: 4, pt: 4, pb: 2 }}>
              {texts.page.history}
            </Typography>
            <PaymentTable
              payments={shown}
              emptyText={texts.page.emptyText[role]}
              loading={isLoading}
              onView={(payment) => setAlert({ kind: 'details', payment })}
            />
          </Card>
        </>
      )}
      {alert && <PaymentAlert alert={alert} onClose={() => setAlert(null)} />}
    </>
  );
}
