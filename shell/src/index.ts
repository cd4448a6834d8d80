import { showStartFailure } from './modules/start-failure.ts';
import { moduleTexts } from './modules/texts.ts';

/** The document goes back to the shell before this one, where there is one; see its guard. */
function giveUp(): void {
  const nobodyElse = dispatchEvent(new Event('dps:shell-failed', { cancelable: true }));
  if (nobodyElse) showStartFailure(moduleTexts.filesMissing);
}

import('./bootstrap.tsx').catch(giveUp);

/** The shell provides the kit to modules; an entry that nothing here referred to would not be provided. */
export const kit = {
  client: () => import('@dps/shared-contracts/client'),
  ui: () => import('@dps/shared-contracts/ui'),
  data: () => import('@dps/shared-contracts/ui/data'),
  router: () => import('@dps/shared-contracts/ui/router'),
  toast: () => import('@dps/shared-contracts/ui/toast'),
};
