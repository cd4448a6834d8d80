import { fromCents, type PaymentView } from '@dps/shared-contracts';
import type { Payment } from './payment.entity.ts';

export function toPaymentView(payment: Payment): PaymentView {
  return {
    id: payment.id,
    jobId: payment.jobId,
    amount: fromCents(payment.amountCents),
    status: payment.status,
    transactionId: payment.transactionId,
    provider: payment.provider,
    createdAt: payment.createdAt.toISOString(),
  };
}
