import { Suspense } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { onDemand } from '@dps/ui/on-demand';

const ConfirmEmailNotice = onDemand(
  () => import(/* webpackChunkName: "new-user" */ './ConfirmEmailNotice.tsx'),
);

/** Shows a user who has to confirm the email address why jobs are not published or cannot be accepted. Few users load the notice. */
export function ConfirmEmail() {
  if (!useCurrentUser().mustConfirmEmail) return null;
  return (
    <Suspense>
      <ConfirmEmailNotice />
    </Suspense>
  );
}
