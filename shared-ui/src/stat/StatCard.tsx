import { useId, type ElementType, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Tooltip } from '../deferred.tsx';
import { Icon } from '../icon/Icon.tsx';
import { icons } from '../icon/icons.ts';
import { texts } from '../texts.ts';
import { FONT_SIZES } from '../theme/tokens.ts';

const Figure = styled(Card)({
  containerType: 'inline-size',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  padding: '12px 16px 14px',
});
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 28,
});
// The target is larger than the line, on touch screens.
const About = styled(IconButton)({ '@media (pointer: coarse)': { margin: '-12px -12px -12px 0' } });
const Value = styled(Typography)<{ component?: ElementType }>(({ theme }) => ({
  fontVariantNumeric: 'tabular-nums',
  // A figure never breaks; "$12,345,678.90" fits in the narrowest card.
  whiteSpace: 'nowrap',
  '@container (max-width: 209.95px)': { fontSize: FONT_SIZES.l, lineHeight: 1.4 },
  '@container (max-width: 147.95px)': { fontSize: FONT_SIZES.m, lineHeight: 1.75 },
  '&[data-tone="money"]': { color: theme.vars.palette.accent.main },
}));

/** A grid of figures. */
export const StatGrid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(130px, 100%), 1fr))',
  gap: 12,
  marginBottom: 24,
});

export interface StatCardProps {
  label: string;
  value: ReactNode;
  /** Tooltip that explains the figure. */
  hint?: string;
  /** `money` accents an amount above zero. */
  tone?: 'default' | 'money';
}

/** A figure with its label: a group with the label as its name. */
export function StatCard({ label, value, hint, tone = 'default' }: StatCardProps) {
  const id = useId();
  return (
    <Figure role="group" aria-labelledby={id}>
      <Head>
        <Typography id={id} color="textSecondary">
          {label}
        </Typography>
        {hint && (
          <Tooltip title={hint} enterTouchDelay={0}>
            <About size="small" edge="end" aria-label={texts.about(label)}>
              <Icon path={icons.info} size={16} />
            </About>
          </Tooltip>
        )}
      </Head>
      <Value
        variant="h1"
        component="p"
        data-tone={tone}
        translate={typeof value === 'object' ? undefined : 'no'}
      >
        {value}
      </Value>
    </Figure>
  );
}
