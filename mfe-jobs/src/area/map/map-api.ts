import { paths, type PlaceView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of maps. They load with a map. */
export const mapApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  towns: build.query<PlaceView[], { search: string } | { bounds: string }>({
    query: (params) => ({ url: `${paths.towns()}?${new URLSearchParams(params)}` }),
    keepUnusedDataFor: 600,
  }),
}));
