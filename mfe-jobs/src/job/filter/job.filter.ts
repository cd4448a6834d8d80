import { deadlineDay, jobNumber, type JobStatus, type JobView } from '@dps/contract';
import { contains, type Range } from './range.ts';

/** The choice that does not filter. */
export const ALL = 'all';

export interface JobFilter {
  /** Words; a job matches if it contains all of them. */
  search?: string;
  status?: JobStatus | typeof ALL;
  surveyType?: string;
  /** Cents. */
  budget?: Range<number>;
  /** The viewer's days `YYYY-MM-DD`. A deadline without a time counts as its calendar date. */
  deadline?: Range<string>;
}

const ASCII = /^\p{ASCII}*$/u;

/** Removes case and accents, so that "cafe" finds "Café". ASCII texts skip the slow normalization. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The searchable text by job. Each key press may search ten thousand jobs. */
const searchTexts = new WeakMap<JobView, string>();
function searchTextOf(job: JobView): string {
  const cached = searchTexts.get(job);
  if (cached !== undefined) return cached;
  const { title, description, location, surveyType, client } = job;
  const text = fold([title, description, location, surveyType, client.name, jobNumber(job.id)].join('\n'));
  searchTexts.set(job, text);
  return text;
}

/**
 * Returns the jobs that match all parts of the filter, in their order. The search ignores case, accents and word order.
 * Ranges include both ends.
 */
export function filterJobs(jobs: readonly JobView[], filter: JobFilter): JobView[] {
  const { search = '', status = ALL, surveyType = ALL, budget, deadline } = filter;
  const words = fold(search).split(/\s+/).filter(Boolean);
  return jobs.filter(
    (job) =>
      (status === ALL || job.status === status) &&
      (surveyType === ALL || job.surveyType === surveyType) &&
      (!budget || contains(budget, job.budget)) &&
      (!deadline || contains(deadline, deadlineDay(job))) &&
      words.every((word) => searchTextOf(job).includes(word)),
  );
}

/** The survey types of a filter: the screen's list, then other types of the jobs, then the chosen type. */
export function offeredSurveyTypes(
  list: readonly string[],
  ofJobs: readonly string[],
  chosen: string,
): string[] {
  return [...new Set([...list, ...ofJobs, chosen])].filter((type) => type !== ALL);
}
