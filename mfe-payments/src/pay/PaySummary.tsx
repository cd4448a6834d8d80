import { FONT_SIZES, styled } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts.ts';

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: '2px 24px',
  margin: 0,
  padding: '12px 16px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  '& > div': { minWidth: 0 },
  dt: { color: theme.vars.palette.text.secondary },
  dd: { margin: 0, overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
}));
const Amount = styled('dd')({ fontSize: FONT_SIZES.m, fontWeight: 650, fontVariantNumeric: 'tabular-nums' });

/** The job and the amount that the provider charges. */
export function PaySummary({ title, amount }: { title: string; amount: string }) {
  return (
    <Facts>
      <div>
        <dt>{texts.details.job}</dt>
        <dd dir="auto">{title}</dd>
      </div>
      <div>
        <dt>{texts.details.amount}</dt>
        <Amount>
          <Literal>{amount}</Literal>
        </Amount>
      </div>
    </Facts>
  );
}
