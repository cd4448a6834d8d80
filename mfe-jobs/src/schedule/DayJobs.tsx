import { formatDay, formatDeadlineTime, type JobView } from '@dps/contract';
import { styled, TextLink, Typography } from '@dps/ui';
import { texts } from '../texts.ts';
import { jobPath } from '../job/dialog/useJobDialogs.ts';
import { TWO_LINES } from '../job/table/JobName.tsx';
import { ScheduleBadge } from './ScheduleBadge.tsx';

const Place = styled('section')({ marginTop: 20 });
const Jobs = styled('ul')({ listStyle: 'none', margin: '8px 0 0', padding: 0, display: 'grid', gap: 12 });
const Line = styled('li')({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: 12,
  overflowWrap: 'anywhere',
  '& > :last-child': { flexShrink: 0 },
});

/** The jobs of one calendar day, each with a link to its dialog. */
export function DayJobs({ day, jobs, label }: { day: string; jobs: readonly JobView[]; label: string }) {
  return (
    <Place aria-live="polite">
      <Typography variant="h3">{texts.schedule.jobsFor(formatDay(day))}</Typography>
      {jobs.length === 0 && <Typography color="textSecondary">{texts.schedule.noneThatDay}</Typography>}
      <Jobs>
        {jobs.map((job) => (
          <Line key={job.id}>
            <div>
              <bdi>
                <TextLink to={jobPath(job.id)} title={job.title} sx={TWO_LINES}>
                  {job.title}
                </TextLink>
              </bdi>
              <Typography variant="caption" component="p" color="textSecondary">
                {`${formatDeadlineTime(job)} · ${label}`}
              </Typography>
            </div>
            <ScheduleBadge status={job.status} />
          </Line>
        ))}
      </Jobs>
    </Place>
  );
}
