import { paths, type MailSettingsBody, type MailSettingsView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of the mail settings, which load with their page. */
export const mailApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  mailSettings: build.query<MailSettingsView, void>({
    query: () => ({ url: paths.mailSettings() }),
    // A link in a mail changes them without a message to this page.
    keepUnusedDataFor: 0,
  }),
  setMailSettings: build.mutation<MailSettingsView, MailSettingsBody>({
    query: (body) => ({ url: paths.mailSettings(), method: 'PUT', body }),
  }),
}));
