import { paths, type JobEventView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The number of events that each "Show more" adds. */
export const PAGE = 20;

/** The calls of the history, which load with it. */
export const historyApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The events of a job, newest first. Each page has one event more than it shows, if there are older ones. */
  events: build.infiniteQuery<JobEventView[], number, number | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: (page) => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
    },
    query: ({ queryArg, pageParam }) => ({
      url: `${paths.jobEvents(queryArg)}?limit=${PAGE + 1}${pageParam === null ? '' : `&after=${pageParam}`}`,
    }),
    providesTags: (_pages, _error, id) => [{ type: 'Job', id }, 'FlightRecord'],
  }),
}));
