import { paths, type ResetBody, type ResetRequestBody, type ResetView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls for a forgotten password, which load with its pages. */
export const resetApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  requestReset: build.mutation<void, ResetRequestBody>({
    query: (body) => ({ url: paths.passwordReset(), method: 'POST', body }),
  }),
  resetPassword: build.mutation<ResetView, ResetBody>({
    query: (body) => ({ url: paths.passwordReset(), method: 'PUT', body }),
  }),
  undoEmailChange: build.mutation<ResetView, ResetBody>({
    query: (body) => ({ url: paths.emailUndo(), method: 'POST', body }),
  }),
}));
