import { SURVEY_TYPES } from '@dps/shared-contracts';
import type { UrlSchema } from '../url-state/url-values.ts';
import { choice, dialogOf, searchText } from '../url-state/parameter.ts';
import { ALL } from '../job/filter/job.filter.ts';

/** What somebody looks for among the open jobs. */
export interface BrowseFilterValues {
  q: string;
  /** A survey type. */
  type: string;
}

/** The state of the page of open jobs: `/browse-jobs?q=roof&job=7`. */
export interface BrowseUrlState extends BrowseFilterValues {
  /** The id of the job that is shown in full. */
  job: string | null;
}

export const NO_FILTER: BrowseFilterValues = { q: '', type: ALL };

export const BROWSE_URL: UrlSchema<BrowseUrlState> = {
  defaults: { ...NO_FILTER, job: null },
  parameters: { q: searchText, type: choice<string>(SURVEY_TYPES, ALL), job: dialogOf },
};

/** Whether anything is filtered. */
export function isFiltered({ q, type }: BrowseFilterValues): boolean {
  return q.trim() !== '' || type !== ALL;
}
