import { deadlineDay, localDay, type JobView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';

const DAY_MS = 86_400_000;

/** Whole calendar days from the viewer's today to the job's deadline; negative when it has passed. */
export function daysToDeadline(job: Pick<JobView, 'deadline' | 'deadlineHasTime'>, now: Date): number {
  // Both days are read as UTC midnights, so that a change to summer time in between makes no half day.
  return (Date.parse(deadlineDay(job)) - Date.parse(localDay(now))) / DAY_MS;
}

/** How far away a deadline is, in words: "Due in 5 days". */
export function deadlineDistance(job: Pick<JobView, 'deadline' | 'deadlineHasTime'>, now: Date): string {
  const days = daysToDeadline(job, now);
  if (days === 0) return texts.deadline.today;
  if (days === 1) return texts.deadline.tomorrow;
  return days > 0 ? texts.deadline.inDays(days) : texts.deadline.overdue(-days);
}
