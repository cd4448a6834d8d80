import { OPEN_JOB_SORTS, SURVEY_TYPES, type OpenJobSort } from '@dps/contract';
import { readValues, type UrlSchema } from '../url-state/url-values.ts';
import { choice, dialogId, searchText } from '../url-state/parameter.ts';
import { ALL } from '../job/filter/job.filter.ts';

/** The filters of the open jobs. */
export interface BrowseFilterValues {
  q: string;
  /** A survey type. */
  type: string;
}

/** The order of the open jobs. */
export type BrowseSort = OpenJobSort | 'newest';

/** The URL state of the page of open jobs: `/browse-jobs?q=roof&sort=deadline&job=7`. */
export interface BrowseUrlState extends BrowseFilterValues {
  sort: BrowseSort;
  /** The id of the job in the dialog. */
  job: string | null;
}

export const NO_FILTER: BrowseFilterValues = { q: '', type: ALL };

export const BROWSE_URL: UrlSchema<BrowseUrlState> = {
  defaults: { ...NO_FILTER, sort: 'newest', job: null },
  parameters: {
    q: searchText,
    type: choice<string>(SURVEY_TYPES, ALL),
    sort: choice<BrowseSort>(OPEN_JOB_SORTS, 'newest'),
    job: dialogId,
  },
};

/** Whether a filter is set. */
export function isFiltered({ q, type }: BrowseFilterValues): boolean {
  return q.trim() !== '' || type !== ALL;
}

/** Returns the query of the filter of open jobs, and their order, by the query of the page's URL. */
export function filterInUrl(search: string): { filter: string; sort: OpenJobSort | undefined } {
  const { q, type, sort } = readValues(BROWSE_URL, search);
  const filter = { ...(q && { text: q }), ...(type !== ALL && { surveyType: type }) };
  return { filter: new URLSearchParams(filter).toString(), sort: sort === 'newest' ? undefined : sort };
}
