import { useId } from 'react';
import { deadlineDay, formatDay, type JobView } from '@dps/shared-contracts';
import { styled, TextLink, Typography } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { jobPath } from '../job/dialog/useJobDialogs.ts';
import { texts } from '../texts.ts';
import { CalendarMonth } from './CalendarMonth.tsx';
import { DayJobs } from './DayJobs.tsx';
import { firstAfterMonth, jobsOfDay } from './upcoming-jobs.ts';

function countByDay(jobs: readonly JobView[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(deadlineDay(job), (counts.get(deadlineDay(job)) ?? 0) + 1);
  return counts;
}

const Line = styled(Typography)({ marginTop: 12, overflowWrap: 'anywhere' });

/** Names the first job after the month, which the calendar does not show. */
function NextMonth({ job }: { job: JobView }) {
  return (
    <Line color="textSecondary">
      {texts.schedule.nextMonth} <TextLink to={jobPath(job.id)}>{job.title}</TextLink>
      {`, ${formatDay(deadlineDay(job))}`}
    </Line>
  );
}

/** The current month with its days with jobs, and the jobs of the chosen day (`YYYY-MM-DD`). */
export function CalendarDialog(props: {
  jobs: readonly JobView[];
  now: Date;
  chosen: string;
  /** Whose project each job is: "Client Project" or "Your Project". */
  label: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const { jobs, now, chosen, label, onChoose, onClose } = props;
  const heading = useId();
  const next = firstAfterMonth(jobs, now);
  return (
    <Modal title={texts.schedule.calendarTitle} onClose={onClose}>
      <Typography id={heading} variant="h3" gutterBottom>
        {new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(now)}
      </Typography>
      <CalendarMonth
        now={now}
        labelledBy={heading}
        jobsByDay={countByDay(jobs)}
        chosen={chosen}
        onChoose={onChoose}
      />
      {next && <NextMonth job={next} />}
      <DayJobs day={chosen} jobs={jobsOfDay(jobs, chosen)} label={label} />
    </Modal>
  );
}
