import { deadlineDay, localDay, type JobView } from '@dps/contract';
import { texts } from '../texts.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the calendar days from the viewer's today to a deadline: "Due in 5 days", "1 day overdue".
 *
 * @param now the viewer's time, whose local day counts
 */
export function deadlineDistance(job: Pick<JobView, 'deadline' | 'deadlineHasTime'>, now: Date): string {
  // Both days are parsed as UTC midnights, so that a change to or from summer time adds no half day.
  const days = (Date.parse(deadlineDay(job)) - Date.parse(localDay(now))) / DAY_MS;
  if (days === 0) return texts.deadline.today;
  if (days === 1) return texts.deadline.tomorrow;
  return days > 0 ? texts.deadline.inDays(days) : texts.deadline.overdue(-days);
}
