import { useId } from 'react';
import { FEE_PERCENT, PILOT_SHARE_PERCENT } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { texts } from '../texts/welcome.ts';

const Root = styled('section')({ marginTop: 32 });
/** The budget, divided to scale. */
const Bar = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `${PILOT_SHARE_PERCENT}fr ${FEE_PERCENT}fr`,
  gap: 2,
  margin: '12px 0 8px',
  '& > span': { borderTop: `8px solid ${theme.vars.palette.primary.main}` },
  '& > span + span': { borderColor: theme.vars.palette.outline },
}));
const Shares = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '8px 24px',
  margin: 0,
  '& > div + div': { textAlign: 'end' },
  dt: { fontWeight: 650 },
  dd: { margin: 0, color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}));

/** The fee of the platform, as a part of the budget. */
export function Cost() {
  const id = useId();
  const { title, intro, share, sharePercent, fee, feePercent } = texts.money;
  return (
    <Root aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      <Typography color="textSecondary">{intro}</Typography>
      <Bar aria-hidden>
        <span />
        <span />
      </Bar>
      <Shares>
        <div>
          <dt>{share}</dt>
          <dd>{sharePercent}</dd>
        </div>
        <div>
          <dt>{fee}</dt>
          <dd>{feePercent}</dd>
        </div>
      </Shares>
    </Root>
  );
}

const Half = styled('div')({ paddingTop: 32 });

/** The left half of `/welcome`, next to a form whose title is the heading of the page. */
export default function Offer() {
  return (
    <Half>
      <Typography variant="h1" component="h2" sx={{ marginBottom: '0.5rem' }}>
        {texts.title}
      </Typography>
      <Typography variant="subtitle1" component="p" color="textSecondary">
        {texts.intro}
      </Typography>
      <Cost />
    </Half>
  );
}
