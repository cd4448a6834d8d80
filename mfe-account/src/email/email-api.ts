import {
  paths,
  type EmailConfirmationBody,
  type MailSettingsBody,
  type MailSettingsView,
} from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls that concern the addresses and the mails of a user. */
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
  mailSettings: build.query<MailSettingsView, void>({
    query: () => ({ url: paths.mailSettings() }),
    // A link in a mail changes them without a message to this page.
    keepUnusedDataFor: 0,
  }),
  setMailSettings: build.mutation<MailSettingsView, MailSettingsBody>({
    query: (body) => ({ url: paths.mailSettings(), method: 'PUT', body }),
  }),
}));
