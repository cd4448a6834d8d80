import type { ReactNode } from 'react';
import {
  formatCents,
  pilotShare,
  SETTLED_STATUSES,
  type Role,
  type JobStatus,
  type JobView,
} from '@dps/contract';
import { useMyJobs } from '@dps/contract/client';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { Skeleton, Tooltip } from '@dps/ui/data';
import { frameTexts } from '../texts/frame.ts';

interface QuickStat {
  label: string;
  value: string;
  /** Explanation of the figure. */
  hint: string;
  /** The source of the figure, below it. */
  note?: string;
}

type CountedJob = Pick<JobView, 'status' | 'budget'>;

/** The estimate of flight hours for one finished job. */
const HOURS_PER_JOB = 2.5;
/** Shown if the jobs have not loaded. */
const DEFAULT_HOURS = 1247;

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const settled = (jobs: readonly CountedJob[]) =>
  jobs.filter(({ status }) => SETTLED_STATUSES.includes(status));
const count = (jobs: readonly CountedJob[], wanted: JobStatus) =>
  integer.format(jobs.filter(({ status }) => status === wanted).length);
const budgets = (jobs: readonly CountedJob[]) => settled(jobs).reduce((sum, { budget }) => sum + budget, 0);

/** Returns the figures of a user's jobs; the defaults if the jobs have not loaded. */
export function quickStats(role: Role, jobs: readonly CountedJob[] | undefined): QuickStat[] {
  const known = jobs ?? [];
  if (role === 'client') {
    return [
      { ...frameTexts.stats.completedProjects, value: count(known, 'completed') },
      { ...frameTexts.stats.totalInvested, value: formatCents(budgets(known)) },
    ];
  }
  const hours = jobs ? Math.floor(HOURS_PER_JOB * settled(jobs).length) : DEFAULT_HOURS;
  return [
    { ...frameTexts.stats.activeJobs, value: count(known, 'in-progress') },
    { ...frameTexts.stats.monthlyEarnings, value: formatCents(pilotShare(budgets(known))) },
    { ...frameTexts.stats.flightHours, value: integer.format(hours) },
  ];
}

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

function Stat({ stat: { label, hint, note }, value }: { stat: QuickStat; value: ReactNode }) {
  return (
    <Line role="group" aria-label={label}>
      <Typography color="textSecondary">{label}</Typography>
      <Tooltip title={hint} enterTouchDelay={0}>
        <IconButton size="small" aria-label={frameTexts.panel.about(label)}>
          <Icon path={icons.info} size={16} />
        </IconButton>
      </Tooltip>
      <Figure>{value}</Figure>
      {note && <Note variant="caption">{note}</Note>}
    </Line>
  );
}

/** Figures of the user's jobs, each with an explanation. */
export function QuickStats({ role }: { role: Role }) {
  const { data, isLoading, error } = useMyJobs();
  const valueOf = ({ value }: QuickStat) => {
    if (isLoading) return <Skeleton width="3rem" />;
    return error && !data ? frameTexts.stats.unknown : value;
  };
  return (
    <Section aria-label={frameTexts.panel.stats}>
      {quickStats(role, data).map((stat) => (
        <Stat key={stat.label} stat={stat} value={valueOf(stat)} />
      ))}
    </Section>
  );
}
