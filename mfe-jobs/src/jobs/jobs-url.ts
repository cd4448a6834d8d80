import { JOB_STATUSES, parseDeadline, SURVEY_TYPES } from '@dps/shared-contracts';
import type { UrlSchema } from '../url-state/url-values.ts';
import {
  amount,
  choice,
  day,
  dialogOf,
  dialogOpen,
  parseAmount,
  searchText,
} from '../url-state/parameter.ts';
import { ALL, type JobFilter } from '../job/filter/job.filter.ts';
import { readRange, type ReadRange } from '../job/filter/range.ts';
import type { StatusChoice } from '../job/filter/StatusFilter.tsx';

/** What somebody filters their jobs by, as they have typed and chosen it. */
export interface JobsFilterValues {
  q: string;
  status: StatusChoice;
  type: string;
  /** Dollars. */
  min: string;
  max: string;
  /** Deadlines as days `YYYY-MM-DD`. */
  from: string;
  to: string;
}

/** The state of the jobs page: `/jobs?status=paid&job=7`. */
export interface JobsUrlState extends JobsFilterValues {
  /** The id of the job that is shown in full, of the one that is edited, and whether one is being posted. */
  job: string | null;
  edit: string | null;
  new: boolean;
}

export const NO_FILTER: JobsFilterValues = {
  q: '',
  status: ALL,
  type: ALL,
  min: '',
  max: '',
  from: '',
  to: '',
};

export const JOBS_URL: UrlSchema<JobsUrlState> = {
  defaults: { ...NO_FILTER, job: null, edit: null, new: false },
  parameters: {
    q: searchText,
    status: choice<StatusChoice>(JOB_STATUSES, ALL),
    type: choice<string>(SURVEY_TYPES, ALL),
    min: amount,
    max: amount,
    from: day,
    to: day,
    job: dialogOf,
    edit: dialogOf,
    new: dialogOpen,
  },
};

function readCents(text: string): number | null {
  const cents = parseAmount(text);
  return Number.isNaN(cents) ? null : cents;
}

/** The budgets that are asked for, in cents. */
export function budgetRange({ min, max }: Pick<JobsFilterValues, 'min' | 'max'>): ReadRange<number> {
  return readRange(min, max, readCents);
}

function readDay(text: string): string | null {
  return parseDeadline(text)?.hasTime === false ? text : null;
}

/** The deadlines that are asked for, as days. */
export function deadlineRange({ from, to }: Pick<JobsFilterValues, 'from' | 'to'>): ReadRange<string> {
  return readRange(from, to, readDay);
}

/** What of it can be applied: an end of a range that cannot be read filters nothing. */
export function jobFilterOf({ q, status, type, ...ends }: JobsFilterValues): JobFilter {
  return {
    search: q,
    status,
    surveyType: type,
    budget: budgetRange(ends).range,
    deadline: deadlineRange(ends).range,
  };
}

/** How many of the advanced filters are set; a range is one, whether it has one end or two. */
export function countMoreFilters({ type, min, max, from, to }: JobsFilterValues): number {
  return [type !== ALL, min !== '' || max !== '', from !== '' || to !== ''].filter(Boolean).length;
}

/** Whether anything is filtered. */
export function isFiltered(values: JobsFilterValues): boolean {
  return values.q.trim() !== '' || values.status !== ALL || countMoreFilters(values) > 0;
}
