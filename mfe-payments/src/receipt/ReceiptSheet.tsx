import { styled, Typography } from '@dps/ui';
import { MoneyLine } from '@dps/ui/money-line';
import { PrintSheet } from '@dps/ui/print-sheet';
import type { UserView } from '@dps/contract';
import { texts } from '../texts.ts';
import { receiptFacts, receiptParties, type PaidJob, type ReceiptFact } from './receipt-facts.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: '16px 24px',
  margin: '24px 0',
  dt: { color: theme.vars.palette.text.secondary },
  dd: { margin: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  'dd + dd': { color: theme.vars.palette.text.secondary },
  '@media screen and (max-width: 599.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

function FactList({ facts }: { facts: readonly ReceiptFact[] }) {
  return (
    <Facts>
      {facts.map(([label, ...lines]) => (
        <div key={label}>
          <dt>{label}</dt>
          {lines.map((line) => (
            <dd key={line} dir="auto">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </Facts>
  );
}

/** The receipt of a paid job on one sheet of paper. */
export function ReceiptSheet({ job, user }: { job: PaidJob; user: UserView }) {
  return (
    <PrintSheet label={texts.receipt.title}>
      <Typography variant="h2">{texts.receipt.title}</Typography>
      <FactList facts={receiptParties(job, user, location.host)} />
      <FactList facts={receiptFacts(job)} />
      <MoneyLine job={job} payment={job.payment} reader={user.role} />
      <Typography color="textSecondary" sx={{ mt: 6 }}>
        {texts.details.thanks}
      </Typography>
    </PrintSheet>
  );
}
