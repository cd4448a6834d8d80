import { paths, type ReleaseOverview, type RollbackBody, type RollbackView } from '@dps/contract';
import { isApiError, moduleEndpoints } from '@dps/contract/client';

export const releasesApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  overview: build.query<ReleaseOverview, void>({ query: () => ({ url: paths.releases() }) }),
  /** Writes a rollback that the team of the module has signed. */
  rollBack: build.mutation<RollbackView, RollbackBody>({
    query: (body) => ({ url: paths.rollbackRelease(), method: 'POST', body }),
  }),
}));

/** Time between two readings, in ms: that of a watch. */
const POLL_MS = 5_000;
/** While a rollback spreads to the gateways. */
const FAST_POLL_MS = 1_000;

/** Whether the server refuses the releases to this user, or has no release service. */
export const isRefusal = (error: unknown): boolean => isApiError(error) && error.code === 'not_found';

/** Returns the releases, and reads them again every few seconds while a component uses them, unless they are refused. */
export function useOverview({ isFast = false } = {}) {
  const { error } = releasesApi.overview.useQueryState();
  const interval = isFast ? FAST_POLL_MS : POLL_MS;
  return releasesApi.overview.useQuery(undefined, {
    pollingInterval: isRefusal(error) ? 0 : interval,
    refetchOnMountOrArgChange: true,
  });
}
