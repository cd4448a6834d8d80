import { deadlineDay, localDay, type JobView } from '@dps/shared-contracts';

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

/** The jobs with a deadline on the viewer's local day or later, earliest first. */
export function upcomingJobs(jobs: readonly JobView[], now: Date): JobView[] {
  const today = localDay(now);
  return jobs.filter((job) => deadlineDay(job) >= today).toSorted(bySchedule);
}

/** The jobs of one calendar day `YYYY-MM-DD`, earliest first. */
export function jobsOfDay(jobs: readonly JobView[], day: string): JobView[] {
  return jobs.filter((job) => deadlineDay(job) === day).toSorted(bySchedule);
}
