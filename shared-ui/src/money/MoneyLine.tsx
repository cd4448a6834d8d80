import { moneyFacts, type JobMoney, type MoneyFact, type PaymentView, type Role } from '@dps/contract';
import { FONT_SIZES, styled } from '@dps/ui';
import { Literal } from '../text/Literal.tsx';

const Place = styled('div')({ containerType: 'inline-size' });
const Line = styled('dl')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  fontVariantNumeric: 'tabular-nums',
  // With large text, a figure is below its label.
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 16,
    padding: '8px 16px',
  },
  '& > div + div': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  dt: { color: theme.vars.palette.text.secondary },
  dd: { margin: '0 0 0 auto', textAlign: 'right', fontWeight: 650 },
  'dd + dd': {
    flexBasis: '100%',
    fontSize: FONT_SIZES.xs,
    fontWeight: 400,
    color: theme.vars.palette.text.secondary,
  },
  '@container (min-width: 600px)': {
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    '& > div': { display: 'block', padding: '10px 16px' },
    '& > div + div': { borderTop: 0, borderLeft: `1px solid ${theme.vars.palette.divider}` },
    dt: { fontSize: FONT_SIZES.xs, lineHeight: 16 / 12, marginBottom: 2 },
    dd: { textAlign: 'left' },
  },
}));

interface Props {
  job: JobMoney;
  payment: PaymentView | null;
  /** The role of the user who reads the line. */
  reader: Role;
}

/**
 * The money of a job, from the budget to the refund. Each module bundles this entry, so it works on an older shell.
 */
export function MoneyLine({ job, payment, reader }: Props) {
  return <MoneyFacts facts={moneyFacts(job, payment, reader)} />;
}

/** Figures of money: a line, or a list where space is narrow. */
export function MoneyFacts({ facts }: { facts: readonly MoneyFact[] }) {
  return (
    <Place>
      <Line>
        {facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Literal>{value}</Literal>
            </dd>
            {note && <dd>{note}</dd>}
          </div>
        ))}
      </Line>
    </Place>
  );
}
