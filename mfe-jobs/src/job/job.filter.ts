import type { JobStatus, JobView } from '@dps/shared-contracts';

/** The choice that leaves a filter open. */
export const ALL = 'all';

export interface JobFilter {
  search?: string;
  status?: JobStatus | typeof ALL;
  surveyType?: string;
}

function mentions(job: JobView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const fields = [job.title, job.description, job.location, job.surveyType, job.client.name];
  return fields.some((field) => field.toLowerCase().includes(wanted));
}

/** The jobs that match every given part of the filter, in their order; the search ignores case and outer spaces. */
export function filterJobs(jobs: readonly JobView[], filter: JobFilter): JobView[] {
  const { search = '', status = ALL, surveyType = ALL } = filter;
  return jobs.filter(
    (job) =>
      mentions(job, search) &&
      (status === ALL || job.status === status) &&
      (surveyType === ALL || job.surveyType === surveyType),
  );
}

/** The survey types that a filter offers: its screen's own list, then whatever else occurs in the data. */
export function offeredSurveyTypes(list: readonly string[], jobs: readonly JobView[]): string[] {
  return [...new Set([...list, ...jobs.map((job) => job.surveyType)])];
}
