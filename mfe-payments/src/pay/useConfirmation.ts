import { useCallback, useState } from 'react';
import { toast } from '@dps/shared-contracts/ui/toast';
import type { WidgetProps } from '@dps/shared-contracts/client';
import { paymentsApi } from '../api.ts';
import { texts } from '../texts.ts';

type Progress = { state: 'none' | 'confirming' } | { state: 'failed'; paymentIntentId: string };

export type Confirmation = Progress & { confirm: (paymentIntentId: string) => Promise<void> };

/**
 * Tells the server that the provider took the money, once and again on demand. Success closes the dialog; a failure
 * leaves the job to the provider's webhook, and says so.
 */
export function useConfirmation(
  job: WidgetProps['payments.pay-dialog']['job'],
  onDone: () => void,
): Confirmation {
  const [confirmPayment] = paymentsApi.confirmPayment.useMutation();
  const [progress, setProgress] = useState<Progress>({ state: 'none' });

  const confirm = useCallback(
    async (paymentIntentId: string): Promise<void> => {
      setProgress({ state: 'confirming' });
      try {
        const { status } = await confirmPayment({ jobId: job.id, paymentIntentId }).unwrap();
        toast(
          status === 'completed'
            ? { title: texts.pay.successful, description: texts.pay.successfulText(job.title) }
            : { title: texts.pay.processingTitle, description: texts.pay.processing },
        );
        onDone();
      } catch {
        toast({
          title: texts.pay.unconfirmed,
          description: texts.pay.unconfirmedText,
          look: 'destructive',
        });
        setProgress({ state: 'failed', paymentIntentId });
      }
    },
    [confirmPayment, job.id, job.title, onDone],
  );
  return { ...progress, confirm };
}
