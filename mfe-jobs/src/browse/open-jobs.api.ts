import { openJobCursor, paths, type AvailableJobsFacets, type JobView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';
import type { BrowseQuery } from './browse-url.ts';

/** The number of cards that each page adds. */
export const PAGE = 50;

/** How long an unused search stays in memory, in seconds: each typed text is a search of its own. */
const KEPT_SECONDS = 60;

/** The calls of the page of open jobs, by the query of its filter. For pilots. */
export const openJobsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The jobs that no pilot has accepted, in an order. Each page has one job more than it shows, if there are further ones. */
  list: build.infiniteQuery<JobView[], BrowseQuery, string | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: (page, _pages, _cursor, _cursors, { sort }) => {
        const last = page.length > PAGE ? page[PAGE - 1] : undefined;
        return last && openJobCursor(sort, last);
      },
    },
    query: ({ queryArg, pageParam }) => {
      const query = new URLSearchParams(queryArg.filter);
      if (queryArg.sort) query.set('sort', queryArg.sort);
      query.set('limit', String(PAGE + 1));
      if (pageParam !== null) query.set('after', pageParam);
      return { url: `${paths.availableJobs()}?${query}` };
    },
    keepUnusedDataFor: KEPT_SECONDS,
    providesTags: ['AvailableJobs'],
  }),
  /** One open job, by its id; null if there is none. The list has no error for it, which would be reported as a failure. */
  one: build.query<JobView | null, number>({
    query: (id) => ({ url: `${paths.availableJobs()}?limit=1&after=${id + 1}` }),
    transformResponse: ([job]: JobView[], _meta, id) => (job?.id === id ? job : null),
    keepUnusedDataFor: KEPT_SECONDS,
    providesTags: ['AvailableJobs'],
  }),
  facets: build.query<AvailableJobsFacets, string>({
    query: (filter) => ({ url: `${paths.availableJobsFacets()}?${filter}` }),
    keepUnusedDataFor: KEPT_SECONDS,
    providesTags: ['AvailableJobs'],
  }),
}));
