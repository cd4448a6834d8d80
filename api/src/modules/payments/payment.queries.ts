import type { PaymentView } from '@dps/contract';
import { fromJsonRow } from '../../platform/database/columns.ts';

/** SQL: the latest payment of a job as a JSON object, or null. `jobId` is the SQL expression of the job's id. */
export const latestPaymentOfJob = (jobId: string) => `
  (SELECT json_build_object(
    'id', id, 'jobId', job_id, 'amount', amount, 'refundedAmount', refunded_amount, 'status', status,
    'refundedAt', refunded_at, 'transactionId', transaction_id, 'provider', provider,
    'cardBrand', card_brand, 'cardLast4', card_last4, 'submitted', submitted, 'createdAt', created_at)
  FROM payments WHERE job_id = ${jobId} ORDER BY id DESC LIMIT 1)`;

/** SQL: whether a job has a payment whose outcome is open. `jobId` is the SQL expression of the job's id. */
export const hasOpenPayment = (jobId: string) =>
  `EXISTS (SELECT FROM payments WHERE job_id = ${jobId} AND payments.status IN ('pending', 'disputed'))`;

/** Returns the view of a payment that PostgreSQL wrote into JSON. */
export function fromPaymentJson(payment: PaymentView): PaymentView {
  const { refundedAt } = payment;
  return {
    ...fromJsonRow(payment),
    refundedAt: refundedAt === null ? null : new Date(refundedAt).toISOString(),
  };
}
