import { JOB_STATUSES, parseDeadline, SURVEY_TYPES } from '@dps/contract';
import type { UrlSchema } from '../url-state/url-values.ts';
import {
  amount,
  choice,
  day,
  dialogId,
  dialogOpen,
  parseAmount,
  searchText,
} from '../url-state/parameter.ts';
import { ALL, type JobFilter } from '../job/filter/job.filter.ts';
import { readRange, type ReadRange } from '../job/filter/range.ts';
import type { StatusChoice } from '../job/filter/StatusFilter.tsx';

/** The filters of the jobs page, as typed and chosen. */
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

/** The URL state of the jobs page: `/jobs?status=paid&job=7`. */
export interface JobsUrlState extends JobsFilterValues {
  /** The id of the job in the dialog. */
  job: string | null;
  /** The id of the job in the edit form. */
  edit: string | null;
  /** Whether the form of a new job is open. */
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
    job: dialogId,
    edit: dialogId,
    new: dialogOpen,
  },
};

function readCents(text: string): number | null {
  const cents = parseAmount(text);
  return Number.isNaN(cents) ? null : cents;
}

/** The budget filter, in cents. */
export function budgetRange({ min, max }: Pick<JobsFilterValues, 'min' | 'max'>): ReadRange<number> {
  return readRange(min, max, readCents);
}

function readDay(text: string): string | null {
  return parseDeadline(text)?.hasTime === false ? text : null;
}

/** The deadline filter, as days `YYYY-MM-DD`. */
export function deadlineRange({ from, to }: Pick<JobsFilterValues, 'from' | 'to'>): ReadRange<string> {
  return readRange(from, to, readDay);
}

/** The filter that the values describe. An invalid end of a range does not filter. */
export function toJobFilter({ q, status, type, ...ends }: JobsFilterValues): JobFilter {
  return {
    search: q,
    status,
    surveyType: type,
    budget: budgetRange(ends).range,
    deadline: deadlineRange(ends).range,
  };
}

/** The number of advanced filters that are set. A range counts as one, with one end or both. */
export function countMoreFilters({ type, min, max, from, to }: JobsFilterValues): number {
  return [type !== ALL, min !== '' || max !== '', from !== '' || to !== ''].filter(Boolean).length;
}

/** Whether a filter is set. */
export function isFiltered(values: JobsFilterValues): boolean {
  return values.q.trim() !== '' || values.status !== ALL || countMoreFilters(values) > 0;
}
