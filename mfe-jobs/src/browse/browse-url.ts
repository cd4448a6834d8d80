import { OPEN_JOB_SORTS, SURVEY_TYPES, type Coordinates, type OpenJobSort } from '@dps/contract';
import { readValues, type UrlSchema } from '../url-state/url-values.ts';
import { choice, dialogId, searchText } from '../url-state/parameter.ts';
import { ALL } from '../job/filter/job.filter.ts';

/** The filters of the open jobs. */
export interface BrowseFilterValues {
  q: string;
  /** A survey type. */
  type: string;
  /** The largest distance from the base, in miles. */
  within: string;
}

/** The order of the open jobs. */
export type BrowseSort = OpenJobSort | 'newest';

/** The URL state of the page of open jobs: `/browse-jobs?q=roof&sort=deadline&job=7`. */
export interface BrowseUrlState extends BrowseFilterValues {
  sort: BrowseSort;
  /** The id of the job in the dialog. */
  job: string | null;
}

/** The offered distances, in miles. */
export const DISTANCES = ['10', '25', '50', '100', '250', '500'];

export const NO_FILTER: BrowseFilterValues = { q: '', type: ALL, within: ALL };

export const BROWSE_URL: UrlSchema<BrowseUrlState> = {
  defaults: { ...NO_FILTER, sort: 'newest', job: null },
  parameters: {
    q: searchText,
    type: choice<string>(SURVEY_TYPES, ALL),
    within: choice<string>(DISTANCES, ALL),
    sort: choice<BrowseSort>(OPEN_JOB_SORTS, 'newest'),
    job: dialogId,
  },
};

/** Whether a filter is set. */
export function isFiltered({ q, type, within }: BrowseFilterValues): boolean {
  return q.trim() !== '' || type !== ALL || within !== ALL;
}

/** Returns the values of a pilot: without a base, there is no distance. */
export function withBase<Values extends BrowseFilterValues & { sort: BrowseSort }>(
  values: Values,
  base: Coordinates | null,
): Values {
  return base
    ? values
    : { ...values, within: ALL, sort: values.sort === 'distance' ? 'newest' : values.sort };
}

/** The filter of open jobs as the query of a call, their order, and the base to which distances refer. */
export interface BrowseQuery {
  filter: string;
  sort: OpenJobSort | undefined;
  base: Coordinates | null;
}

/** Returns the query for the open jobs, by the query of the page's URL. */
export function queryInUrl(search: string, base: Coordinates | null): BrowseQuery {
  const { q, type, within, sort } = withBase(readValues(BROWSE_URL, search), base);
  const filter = {
    ...(q && { text: q }),
    ...(type !== ALL && { surveyType: type }),
    ...(within !== ALL && { within }),
  };
  return { filter: new URLSearchParams(filter).toString(), sort: sort === 'newest' ? undefined : sort, base };
}
