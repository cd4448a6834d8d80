import type { JobDetailView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { ButtonLink } from '@dps/ui';
import { MoneyLine } from '@dps/ui/money-line';
import { texts } from '../../texts.ts';
import { DialogPart } from './DialogPart.tsx';
import { receiptPath } from './useJobDialogs.ts';

/** The money of a job, and for its client and its pilot the receipt once it is paid. */
export function JobMoney({ job }: { job: JobDetailView }) {
  const { role } = useCurrentUser();
  const receipt = job.status === 'paid' && job.payment && (
    <ButtonLink to={receiptPath(job.id)} variant="outlined" size="small">
      {texts.job.receipt}
    </ButtonLink>
  );
  return (
    <DialogPart title={texts.job.money} action={receipt}>
      <MoneyLine job={job} payment={job.payment} reader={role} />
    </DialogPart>
  );
}
