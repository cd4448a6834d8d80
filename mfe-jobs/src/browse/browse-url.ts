import { SURVEY_TYPES } from '@dps/contract';
import { readValues, type UrlSchema } from '../url-state/url-values.ts';
import { choice, dialogId, searchText } from '../url-state/parameter.ts';
import { ALL } from '../job/filter/job.filter.ts';

/** The filters of the open jobs. */
export interface BrowseFilterValues {
  q: string;
  /** A survey type. */
  type: string;
}

/** The URL state of the page of open jobs: `/browse-jobs?q=roof&job=7`. */
export interface BrowseUrlState extends BrowseFilterValues {
  /** The id of the job in the dialog. */
  job: string | null;
}

export const NO_FILTER: BrowseFilterValues = { q: '', type: ALL };

export const BROWSE_URL: UrlSchema<BrowseUrlState> = {
  defaults: { ...NO_FILTER, job: null },
  parameters: { q: searchText, type: choice<string>(SURVEY_TYPES, ALL), job: dialogId },
};

/** Whether a filter is set. */
export function isFiltered({ q, type }: BrowseFilterValues): boolean {
  return q.trim() !== '' || type !== ALL;
}

/** Returns the query of the calls for open jobs, by the query of the page's URL. */
export function filterInUrl(search: string): string {
  const { q, type } = readValues(BROWSE_URL, search);
  const filter = { ...(q && { text: q }), ...(type !== ALL && { surveyType: type }) };
  return new URLSearchParams(filter).toString();
}
