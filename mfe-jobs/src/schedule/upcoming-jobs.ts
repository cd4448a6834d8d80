import { deadlineDay, localDay, type JobView } from '@dps/shared-contracts';

/** Where a job stands within its day: by its time, and after all timed ones when the time is to be decided. */
function moment(job: JobView): number {
  return job.deadlineHasTime ? Date.parse(job.deadline) : Infinity;
}

function bySchedule(one: JobView, other: JobView): number {
  return (
    deadlineDay(one).localeCompare(deadlineDay(other)) ||
    (moment(one) === moment(other) ? one.id - other.id : moment(one) - moment(other))
  );
}

/** The jobs whose deadline is on the viewer's local today or later, soonest first. */
export function upcomingJobs(jobs: readonly JobView[], now: Date): JobView[] {
  const today = localDay(now);
  return jobs.filter((job) => deadlineDay(job) >= today).toSorted(bySchedule);
}

/** The jobs of one calendar day `YYYY-MM-DD`, in the order of their times. */
export function jobsOfDay(jobs: readonly JobView[], day: string): JobView[] {
  return jobs.filter((job) => deadlineDay(job) === day).toSorted(bySchedule);
}
