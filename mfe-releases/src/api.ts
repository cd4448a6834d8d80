import { paths, type ReleaseOverview, type RollbackBody, type RollbackView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

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

/** Returns the releases, and reads them again every few seconds while a component uses them. */
export const useOverview = ({ isFast = false } = {}) =>
  releasesApi.overview.useQuery(undefined, {
    pollingInterval: isFast ? FAST_POLL_MS : POLL_MS,
    refetchOnMountOrArgChange: true,
  });
