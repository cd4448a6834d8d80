import { shareStatus, type Actor, type PaymentView, type ShareFacts } from '@dps/contract';
import { fromJsonRow, sqlList } from '../../platform/database/columns.ts';
import { OPEN_TRANSFERS } from './transfers/pilot-transfer.entity.ts';

/** The payment of a job, as PostgreSQL writes it into JSON. */
export type PaymentJson = Omit<PaymentView, 'share'> & { transfer: ShareFacts | null };

/** SQL: the newest transfer of the pilot's share of a payment under a condition. */
const newestTransfer = (condition: string) => `
  (SELECT json_build_object(
    'status', status, 'isReversed', reversed_cents = amount_cents,
    'isReady', EXISTS (SELECT FROM payout_accounts WHERE user_id = pilot_id AND state = 'ready'),
    'payout', (SELECT status FROM payouts WHERE id = payout_id))
  FROM pilot_transfers WHERE payment_id = payments.id AND ${condition} ORDER BY number DESC LIMIT 1)`;

/** SQL: the transfer that shows the state of a share: of the part that is neither held nor returned, if there is one. */
const SHOWN_TRANSFER = `coalesce(
  ${newestTransfer(`status NOT IN ('held', 'canceled') AND reversed_cents < amount_cents`)}, ${newestTransfer('true')})`;

/** SQL: the latest payment of a job as a JSON object, or null. `jobId` is the SQL expression of the job's id. */
export const latestPaymentOfJob = (jobId: string) => `
  (SELECT json_build_object(
    'id', id, 'jobId', job_id, 'amount', amount, 'refundedAmount', refunded_amount,
    'disputedAmount', disputed_amount + lost_amount, 'status', status,
    'refundedAt', refunded_at, 'transactionId', transaction_id, 'provider', provider,
    'cardBrand', card_brand, 'cardLast4', card_last4, 'submitted', submitted, 'transfer', ${SHOWN_TRANSFER}, 'createdAt', created_at)
  FROM payments WHERE job_id = ${jobId} ORDER BY id DESC LIMIT 1)`;

/** SQL: whether a job has a payment whose outcome is open. `jobId` is the SQL expression of the job's id. */
export const hasOpenPayment = (jobId: string) =>
  `EXISTS (SELECT FROM payments WHERE job_id = ${jobId} AND (
    payments.status = 'pending' OR disputed_amount > 0))`;

/** SQL: whether a pilot's share of a job waits, or its payout is on the way. `jobId` is the SQL expression of the job's id. */
export const hasOpenShare = (jobId: string) => `
  EXISTS (SELECT FROM pilot_transfers LEFT JOIN payouts ON payouts.id = payout_id WHERE job_id = ${jobId} AND (
    pilot_transfers.status IN (${sqlList(OPEN_TRANSFERS)}) OR payouts.status IN ('requested', 'in-transit')))`;

/** SQL: whether a pilot's share of a job is at the payout account. `jobId` is the SQL expression of the job's id. */
export const hasShareAtAccount = (jobId: string) => `
  EXISTS (SELECT FROM pilot_transfers WHERE job_id = ${jobId}
    AND status = 'transferred' AND amount_cents > reversed_cents AND payout_id IS NULL)`;

/** Returns the view of a payment for a user. Only pilots read the state of the share. */
export function fromPaymentJson({ transfer, ...payment }: PaymentJson, { role }: Actor): PaymentView {
  const { refundedAt } = payment;
  return {
    ...fromJsonRow(payment),
    ...(role === 'pilot' && { share: transfer && shareStatus(transfer) }),
    refundedAt: refundedAt === null ? null : new Date(refundedAt).toISOString(),
  };
}
