import { paths, type DeletionBody, type DeletionView, type ExportView, type QuotaView } from '@dps/contract';
import { baseApi, moduleEndpoints } from '@dps/contract/client';

interface Call {
  dispatch: (action: ReturnType<typeof baseApi.util.invalidateTags>) => unknown;
  queryFulfilled: Promise<unknown>;
}

/** Reads the current user again, who has the day of the deletion. */
async function refetchUser(_body: unknown, { dispatch, queryFulfilled }: Call): Promise<void> {
  const isDone = await queryFulfilled.then(
    () => true,
    () => false,
  );
  if (isDone) dispatch(baseApi.util.invalidateTags(['CurrentUser']));
}

/** The calls of the page of the own data, which load with it. */
export const dataApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  quotas: build.query<QuotaView[], void>({
    query: () => ({ url: paths.quotas() }),
    keepUnusedDataFor: 0,
  }),
  dataExport: build.query<ExportView, void>({
    query: () => ({ url: paths.dataExport() }),
    keepUnusedDataFor: 0,
  }),
  requestExport: build.mutation<ExportView, void>({
    query: () => ({ url: paths.dataExport(), method: 'POST' }),
  }),
  deletion: build.query<DeletionView, void>({
    query: () => ({ url: paths.deletion() }),
    keepUnusedDataFor: 0,
  }),
  requestDeletion: build.mutation<DeletionView, DeletionBody>({
    query: (body) => ({ url: paths.deletion(), method: 'POST', body }),
    onQueryStarted: refetchUser,
  }),
  keepAccount: build.mutation<void, void>({
    query: () => ({ url: paths.deletion(), method: 'DELETE' }),
    onQueryStarted: refetchUser,
  }),
}));
