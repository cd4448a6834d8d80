import { deadlineDay, localDay, type JobView } from '@dps/contract';

/** The sort key within a day: the time of the deadline; jobs without a time come last. */
function timeOf(job: JobView): number {
  return job.deadlineHasTime ? Date.parse(job.deadline) : Infinity;
}

function bySchedule(one: JobView, other: JobView): number {
  return (
    deadlineDay(one).localeCompare(deadlineDay(other)) ||
    (timeOf(one) === timeOf(other) ? one.id - other.id : timeOf(one) - timeOf(other))
  );
}

/** The jobs that are not paid and have a deadline on the viewer's local day or later, earliest first. */
export function upcomingJobs(jobs: readonly JobView[], now: Date): JobView[] {
  const today = localDay(now);
  return jobs.filter((job) => job.status !== 'paid' && deadlineDay(job) >= today).toSorted(bySchedule);
}

/** The first upcoming job after the month of `shown`; undefined if there is none. */
export function firstAfterMonth(jobs: readonly JobView[], now: Date, shown: Date): JobView | undefined {
  const next = localDay(new Date(shown.getFullYear(), shown.getMonth() + 1, 1));
  return upcomingJobs(jobs, now).find((job) => deadlineDay(job) >= next);
}

/** The jobs of one calendar day `YYYY-MM-DD`, earliest first. */
export function jobsOfDay(jobs: readonly JobView[], day: string): JobView[] {
  return jobs.filter((job) => deadlineDay(job) === day).toSorted(bySchedule);
}
