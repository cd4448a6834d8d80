import { paths, type EmailConfirmationBody } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls that concern the addresses of a user. */
export const emailApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  confirmEmail: build.mutation<void, EmailConfirmationBody>({
    query: (body) => ({ url: paths.emailConfirmation(), method: 'POST', body }),
  }),
  sendConfirmation: build.mutation<void, void>({
    query: () => ({ url: paths.sendConfirmation(), method: 'POST' }),
    // The address may be confirmed by now: then there is no mail.
    invalidatesTags: ['CurrentUser'],
  }),
  cancelEmailChange: build.mutation<void, void>({
    query: () => ({ url: paths.pendingEmail(), method: 'DELETE' }),
    invalidatesTags: ['CurrentUser'],
  }),
}));
