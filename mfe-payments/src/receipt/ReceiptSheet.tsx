import { GlobalStyles, styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { MoneyLine } from '@dps/ui/money-line';
import type { UserView } from '@dps/contract';
import { texts } from '../texts.ts';
import { receiptFacts, receiptParties, type PaidJob, type ReceiptFact } from './receipt-facts.ts';

/** Prints the sheet alone, whatever frame the shell shows around it. */
const printOnly = (
  <GlobalStyles
    styles={{
      '@media print': {
        'body :not(:has([data-receipt]), [data-receipt], [data-receipt] *)': { display: 'none !important' },
        ':has([data-receipt])': {
          margin: '0 !important',
          padding: '0 !important',
          minHeight: '0 !important',
        },
        'html, body': { background: '#fff !important' },
      },
      '@page': { margin: '16mm' },
    }}
  />
);

const Sheet = styled(Card)(({ theme }) => {
  const { text, divider } = theme.colorSchemes.light?.palette ?? theme.palette;
  return {
    maxWidth: 760,
    padding: 32,
    '@media (max-width: 599.95px)': { padding: 16 },
    '@media print': {
      maxWidth: 'none',
      padding: 0,
      border: 0,
      background: '#fff',
      color: text.primary,
      // Also a dark page prints dark ink.
      '--dps-palette-text-primary': text.primary,
      '--dps-palette-text-secondary': text.secondary,
      '--dps-palette-divider': divider,
    },
  };
});
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
    <Sheet role="region" aria-label={texts.receipt.title} data-receipt>
      {printOnly}
      <Typography variant="h2">{texts.receipt.title}</Typography>
      <FactList facts={receiptParties(job, user, location.host)} />
      <FactList facts={receiptFacts(job)} />
      <MoneyLine job={job} payment={job.payment} reader={user.role} />
      <Typography color="textSecondary" sx={{ mt: 6 }}>
        {texts.details.thanks}
      </Typography>
    </Sheet>
  );
}
