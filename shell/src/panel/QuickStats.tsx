import type { Role } from '@dps/contract';
import { useMyJobs } from '@dps/contract/client';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { Skeleton, Tooltip } from '@dps/ui/data';
import { frameTexts } from '../texts/frame.ts';
import { quickStats, type QuickStat } from './quick-stats.ts';

const Section = styled('section')(({ theme }) => ({
  marginTop: 'auto',
  padding: '16px 16px 20px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));
const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', minHeight: 32 });
const Figure = styled(Typography)({
  marginInlineStart: 'auto',
  whiteSpace: 'nowrap',
  fontWeight: 650,
  fontVariantNumeric: 'tabular-nums',
});
const Note = styled(Typography)(({ theme }) => ({
  flexBasis: '100%',
  margin: '0 0 4px',
  color: theme.vars.palette.text.secondary,
}));

function Stat({ stat: { label, value, hint, note }, loading }: { stat: QuickStat; loading: boolean }) {
  return (
    <Line role="group" aria-label={label}>
      <Typography color="textSecondary">{label}</Typography>
      <Tooltip title={hint} enterTouchDelay={0}>
        <IconButton size="small" aria-label={frameTexts.panel.about(label)}>
          <Icon path={icons.info} size={16} />
        </IconButton>
      </Tooltip>
      <Figure>{loading ? <Skeleton width="3rem" /> : value}</Figure>
      {note && <Note variant="caption">{note}</Note>}
    </Line>
  );
}

/** Figures of the user's jobs, each with an explanation. */
export function QuickStats({ role }: { role: Role }) {
  const { data, isLoading } = useMyJobs();
  return (
    <Section aria-label={frameTexts.panel.stats}>
      {quickStats(role, data).map((stat) => (
        <Stat key={stat.label} stat={stat} loading={isLoading} />
      ))}
    </Section>
  );
}
