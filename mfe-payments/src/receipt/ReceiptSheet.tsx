import { Typography } from '@dps/ui';
import { MoneyLine } from '@dps/ui/money-line';
import { PrintSheet, SheetFacts } from '@dps/ui/print-sheet';
import type { UserView } from '@dps/contract';
import { texts } from '../texts.ts';
import { receiptFacts, receiptParties, type PaidJob } from './receipt-facts.ts';

/** The receipt of a paid job on one sheet of paper. */
export function ReceiptSheet({ job, user }: { job: PaidJob; user: UserView }) {
  return (
    <PrintSheet label={texts.receipt.title}>
      <Typography variant="h2">{texts.receipt.title}</Typography>
      <SheetFacts facts={receiptParties(job, user, location.host)} literal />
      <SheetFacts facts={receiptFacts(job)} literal />
      <MoneyLine job={job} payment={job.payment} reader={user.role} />
      <Typography color="textSecondary" sx={{ mt: 6 }}>
        {texts.details.thanks}
      </Typography>
    </PrintSheet>
  );
}
