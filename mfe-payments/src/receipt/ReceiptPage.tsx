import { useCurrentUser } from '@dps/contract/client';
import { Button, ButtonLink, Icon, icons, Typography } from '@dps/ui';
import { Card, EmptyState, ErrorNotice, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { paymentsApi } from '../api.ts';
import { listPayments } from '../history/payment-list.ts';
import { withoutShare } from '../history/payment-facts.ts';
import { useSaveReceipt } from '../history/useSaveReceipt.ts';
import { texts } from '../texts.ts';
import { isPaid, type PaidJob, receiptFacts, receiptParties } from './receipt-facts.ts';
import { MoneyLine } from '@dps/ui/money-line';
import { PrintSheet, SheetFacts } from '@dps/ui/print-sheet';
import type { UserView } from '@dps/contract';

/** The receipt of a paid job on one sheet of paper. */
function ReceiptSheet({ job, user }: { job: PaidJob; user: UserView }) {
  return (
    <PrintSheet label={texts.receipt.title}>
      <SheetFacts facts={[...receiptParties(job, user, location.host), ...receiptFacts(job)]} literal />
      <MoneyLine job={job} payment={withoutShare(job.payment)} reader={user.role} />
      <Typography color="textSecondary" sx={{ mt: 6 }}>
        {texts.details.thanks}
      </Typography>
    </PrintSheet>
  );
}

function Actions({ job }: { job: PaidJob }) {
  const save = useSaveReceipt();
  const [payment] = listPayments([job]);
  return (
    <>
      {payment && (
        <Button
          variant="outlined"
          startIcon={<Icon path={icons.download} />}
          onClick={() => void save(payment)}
        >
          {texts.receipt.download}
        </Button>
      )}
      <ButtonLink to="/payments" variant="outlined">
        {texts.receipt.all}
      </ButtonLink>
      <Button variant="contained" onClick={() => globalThis.print()}>
        {texts.receipt.print}
      </Button>
    </>
  );
}

/** `/payments?receipt={job}`: the receipt of a paid job for its client and its pilot, to print or to save as text. */
export default function ReceiptPage({ id: jobId }: { id: number }) {
  const user = useCurrentUser();
  const { data: job, error, refetch } = paymentsApi.job.useQuery(jobId);
  const paid = job && isPaid(job) ? job : undefined;
  return (
    <>
      <PageHeader
        title={texts.receipt.title}
        {...(job && { subtitle: job.title })}
        actions={paid && <Actions job={paid} />}
      />
      {!job && !error && <LoadingShape text={texts.receipt.loading} shape="facts" count={6} />}
      {!job && error && (
        <ErrorNotice error={error} fallback={texts.receipt.failed} onRetry={() => void refetch()} />
      )}
      {job && !paid && (
        <Card>
          <EmptyState
            title={texts.receipt.none}
            text={texts.receipt.noneText}
            action={
              <ButtonLink to="/payments" variant="outlined">
                {texts.receipt.all}
              </ButtonLink>
            }
          />
        </Card>
      )}
      {paid && <ReceiptSheet job={paid} user={user} />}
    </>
  );
}
