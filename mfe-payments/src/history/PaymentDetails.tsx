import { Stack, styled, Typography } from '@dps/shared-contracts/ui';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { AlertDialog } from './AlertDialog.tsx';
import { paymentFacts, type RealPayment } from './payment-facts.ts';
import type { ListedPayment } from './payment-list.ts';

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '8px 16px',
  margin: 0,
  dd: { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
});

/** What the server knows of the payment of a job. */
function useRealPayment(jobId: number): RealPayment {
  const { data, isError } = paymentsApi.job.useQuery(jobId);
  if (isError) return 'unknown';
  return data ? data.payment : 'loading';
}

/** The details of one payment, the state of the real card payment among them. */
export function PaymentDetails({ payment, onClose }: { payment: ListedPayment; onClose: () => void }) {
  const real = useRealPayment(payment.id);
  return (
    <AlertDialog title={texts.details.title} onClose={onClose}>
      <Facts>
        {paymentFacts(payment, real).map(([label, value]) => (
          <Stack key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary">
              {label}
            </Typography>
            <dd>{value}</dd>
          </Stack>
        ))}
      </Facts>
    </AlertDialog>
  );
}
