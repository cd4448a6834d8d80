import { paths, type PlaceView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** Towns whose names begin with a text, the town of a location, or the towns of a map: west, south, east and north in degrees. */
type TownsParams = { search: string } | { location: string } | { bounds: string };

/** The towns of the gazetteer. The call loads with the form of a job, or with a map. */
export const townsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  towns: build.query<PlaceView[], TownsParams>({
    query: (params) => ({ url: `${paths.towns()}?${new URLSearchParams(params)}` }),
    // Only a release of the API changes them.
    keepUnusedDataFor: 600,
  }),
}));
