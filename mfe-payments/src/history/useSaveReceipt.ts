import { saveFile, useCurrentUser } from '@dps/contract/client';
import { toast } from '@dps/ui/toast';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';
import { receiptFile } from './payment-files.ts';
import type { ListedPayment } from './payment-list.ts';

/** Returns a function that saves the receipt as a text file, with the current state of the card payment. */
export function useSaveReceipt(): (payment: ListedPayment) => Promise<void> {
  const { role } = useCurrentUser();
  const [loadJob] = paymentsApi.job.useLazyQuery();
  return async (payment) => {
    const { data: job } = await loadJob(payment.id);
    saveFile(receiptFile(payment, job, role));
    toast({ title: texts.page.downloadStarted });
  };
}
