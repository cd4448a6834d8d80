import { failStart } from './modules/start-failure.ts';

import('./bootstrap.tsx').catch(failStart);

/** The shell provides the kit to modules; an entry that nothing here referred to would not be provided. */
export const kit = {
  client: () => import('@dps/contract/client'),
  ui: () => import('@dps/ui'),
  data: () => import('@dps/ui/data'),
  router: () => import('@dps/ui/router'),
  toast: () => import('@dps/ui/toast'),
};
