import { formatDeadline, formatDeadlineTime, type JobView } from '@dps/contract';
import { Icon, icons, styled, TextLink, Typography } from '@dps/ui';
import { VirtualItems, type ItemPlace } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { jobPath } from '../job/dialog/useJobDialogs.ts';
import { TWO_LINES } from '../job/table/JobName.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: '0 16px',
  '& > li': { padding: '14px 0', borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  marginBottom: 4,
});
const Facts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 20px',
  marginTop: 8,
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6, minWidth: 0, overflowWrap: 'anywhere' },
  '& svg': { flexShrink: 0 },
}));

/** One entry of the schedule. */
function UpcomingJob({ job, label, place }: { job: JobView; label: string; place: ItemPlace }) {
  const facts = [
    [icons.calendar, formatDeadline(job)],
    [icons.clock, `${formatDeadlineTime(job)} · ${texts.schedule.duration}`],
    [icons.mapPin, job.location],
  ] as const;
  return (
    <li {...place}>
      <Head>
        <Typography variant="h3" dir="auto">
          <TextLink to={jobPath(job.id)} title={job.title} sx={TWO_LINES}>
            {job.title}
          </TextLink>
        </Typography>
        <ScheduleBadge status={job.status} />
      </Head>
      <Typography color="textSecondary">{label}</Typography>
      <Facts>
        {facts.map(([icon, text]) => (
          <span key={icon}>
            <Icon path={icon} size={18} />
            <bdi>{text}</bdi>
          </span>
        ))}
      </Facts>
    </li>
  );
}

/** The entries of the schedule in the given order. `label` names whose projects the jobs are. */
export function UpcomingJobs({ jobs, label }: { jobs: readonly JobView[]; label: string }) {
  return (
    <List>
      <VirtualItems items={jobs} itemKey={(job) => job.id} element="li">
        {(job, place) => <UpcomingJob job={job} label={label} place={place} />}
      </VirtualItems>
    </List>
  );
}
