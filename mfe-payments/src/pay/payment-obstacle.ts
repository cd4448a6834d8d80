import { PAYABLE_STATUSES, type JobDetailView } from '@dps/contract';
import { texts } from '../texts.ts';

/** Returns the text that says why a client cannot pay for a job now; null if the job can be paid. */
export function paymentObstacle({
  status,
  payment,
}: Pick<JobDetailView, 'status' | 'payment'>): string | null {
  if (status === 'paid')
    return payment?.provider === 'manual' ? texts.pay.paidElsewhere : texts.pay.alreadyPaid;
  return PAYABLE_STATUSES.some((payable) => payable === status) ? null : texts.pay.notDue;
}
