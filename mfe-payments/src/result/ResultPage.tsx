import { Suspense, useEffect, useRef, useState } from 'react';
import type { JobDetailView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { Alert, Button } from '@dps/ui';
import { Card, PageHeader } from '@dps/ui/data';
import { onDemand } from '@dps/ui/on-demand';
import { paymentsApi } from '../api.ts';
import { PaymentStatusNotice } from '../pay/PaymentStatusNotice.tsx';
import { usePaymentStatus } from '../pay/usePaymentStatus.ts';
import ReceiptPage from '../receipt/ReceiptPage.tsx';
import { texts } from '../texts.ts';

const PayDialog = onDemand(() => import('../pay/PayDialog.tsx'));

/**
 * `/payments?result={job}`: the result of a payment for which the client was at the page of a bank. The server confirms an
 * open payment. A settled one has its receipt here, also at a second load.
 */
export default function ResultPage({ id: jobId }: { id: number }) {
  const { role } = useCurrentUser();
  const { data: job } = paymentsApi.job.useQuery(jobId);
  const [returned, setReturned] = useState<string | null>(null);
  const open = role === 'client' && job?.payment?.status === 'pending' ? job.payment.transactionId : null;
  // The payment with which the user has returned; a dialog of this page may start another one.
  if (open !== null && returned === null) setReturned(open);
  if (!job || job.status === 'paid' || returned === null) return <ReceiptPage id={jobId} />;
  return <OpenResult job={job} paymentIntentId={returned} />;
}

/** Confirms an open payment and shows its state, or why no money was taken. */
function OpenResult({ job, paymentIntentId }: { job: JobDetailView; paymentIntentId: string }) {
  const [isFailed, setFailed] = useState(false);
  const [paying, setPaying] = useState(false);
  const { status, start, checkNow } = usePaymentStatus({
    job,
    onPaid: () => undefined,
    onNotCharged: () => setFailed(true),
  });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void start({ paymentIntentId, charged: false });
  }, [start, paymentIntentId]);
  return (
    <>
      <PageHeader title={texts.page.title} subtitle={job.title} />
      <Card sx={{ p: 4 }}>
        <PaymentStatusNotice status={status} onCheckNow={checkNow} />
        {isFailed && (
          <Alert
            severity="error"
            action={<Button onClick={() => setPaying(true)}>{texts.pay.payAgain}</Button>}
          >
            {texts.pay.notCharged}
          </Alert>
        )}
      </Card>
      {paying && (
        <Suspense>
          <PayDialog job={job} onClose={() => setPaying(false)} />
        </Suspense>
      )}
    </>
  );
}
