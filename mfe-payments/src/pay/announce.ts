import { toast } from '@dps/shared-contracts/ui/toast';
import { texts } from '../texts.ts';
import type { Ending, OpenVerdict } from './verdict.ts';

/** Tells how a payment ended; `title` is the job's. */
export function announce(ending: Ending, title: string): void {
  const { pay } = texts;
  switch (ending.news) {
    case 'completed':
      return toast({ title: pay.successful, description: pay.successfulText(title) });
    case 'not-charged':
      return toast({ title: pay.failed, description: pay.notCharged, look: 'destructive' });
    case 'refused':
      return toast({ title: pay.unconfirmed, description: pay.unconfirmedText, look: 'destructive' });
  }
}

/** Tells that it is not known yet how a payment ends; `charged`: the provider said that the money was taken. */
export function announceStep({ news }: OpenVerdict, charged: boolean): void {
  const { pay } = texts;
  if (news === 'processing') return toast({ title: pay.processingTitle, description: pay.processing });
  return toast({
    title: pay.unconfirmed,
    description: charged ? pay.unconfirmedText : pay.maybeCharged,
    look: 'destructive',
  });
}
