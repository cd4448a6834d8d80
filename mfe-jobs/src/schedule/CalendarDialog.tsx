import { useState } from 'react';
import { deadlineDay, localDay, type JobView } from '@dps/shared-contracts';
import { Typography } from '@dps/shared-contracts/ui';
import { Modal } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { CalendarMonth } from './CalendarMonth.tsx';
import { DayJobs } from './DayJobs.tsx';
import { jobsOfDay } from './upcoming-jobs.ts';

function countByDay(jobs: readonly JobView[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const job of jobs) counts.set(deadlineDay(job), (counts.get(deadlineDay(job)) ?? 0) + 1);
  return counts;
}

/** The current month with the days that have jobs; below, the jobs of the chosen day. */
export function CalendarDialog(props: {
  jobs: readonly JobView[];
  today: Date;
  /** Whose project a job is. */
  label: string;
  onClose: () => void;
}) {
  const { jobs, today, label, onClose } = props;
  const [chosen, setChosen] = useState(localDay(today));
  return (
    <Modal title={texts.schedule.calendarTitle} onClose={onClose}>
      <Typography variant="h3" gutterBottom>
        {new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(today)}
      </Typography>
      <CalendarMonth month={today} jobsByDay={countByDay(jobs)} chosen={chosen} onChoose={setChosen} />
      <DayJobs day={chosen} jobs={jobsOfDay(jobs, chosen)} label={label} />
    </Modal>
  );
}
