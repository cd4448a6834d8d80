import { deadlineDay, jobNumber, toCents, type JobStatus, type JobView } from '@dps/shared-contracts';
import { holds, type Range } from './range.ts';

/** The choice that leaves a filter open. */
export const ALL = 'all';

export interface JobFilter {
  /** Words, each of which has to be somewhere in the job. */
  search?: string;
  status?: JobStatus | typeof ALL;
  surveyType?: string;
  /** Cents. */
  budget?: Range<number>;
  /** Days `YYYY-MM-DD` of the viewer; a deadline whose time is to be decided counts as its calendar date. */
  deadline?: Range<string>;
}

const ASCII = /^\p{ASCII}*$/u;

/** A text as it is compared: without case and accents, so that "cafe" finds "Café". Most texts have no accents to take off. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Ten thousand jobs are searched at every letter: what is looked through is made once for each. */
const searched = new WeakMap<JobView, string>();
function searchedTextOf(job: JobView): string {
  const known = searched.get(job);
  if (known !== undefined) return known;
  const { title, description, location, surveyType, client } = job;
  const text = folded([title, description, location, surveyType, client.name, jobNumber(job.id)].join('\n'));
  searched.set(job, text);
  return text;
}

/**
 * The jobs that match every given part of the filter, in their order. The search ignores case, accents and the order of
 * words; both ends of a range belong to it.
 */
export function filterJobs(jobs: readonly JobView[], filter: JobFilter): JobView[] {
  const { search = '', status = ALL, surveyType = ALL, budget, deadline } = filter;
  const words = folded(search).split(/\s+/).filter(Boolean);
  return jobs.filter(
    (job) =>
      (status === ALL || job.status === status) &&
      (surveyType === ALL || job.surveyType === surveyType) &&
      (!budget || holds(budget, toCents(job.budget))) &&
      (!deadline || holds(deadline, deadlineDay(job))) &&
      words.every((word) => searchedTextOf(job).includes(word)),
  );
}

/** The survey types that a filter offers: its screen's own list, then whatever else occurs in the data or is chosen. */
export function offeredSurveyTypes(
  list: readonly string[],
  jobs: readonly JobView[],
  chosen: string,
): string[] {
  const others = jobs.map((job) => job.surveyType);
  return [...new Set([...list, ...others, chosen])].filter((type) => type !== ALL);
}
