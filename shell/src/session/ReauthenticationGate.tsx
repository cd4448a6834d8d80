import { Suspense } from 'react';
import type { UserView } from '@dps/contract';
import { useSessionEnded } from '@dps/contract/client';
import { onDemand } from '@dps/ui/on-demand';
import { useSignInRequired } from './required-sign-in.ts';

// One chunk with other parts that no first paint needs.
const SignInAgain = onDemand(() => import(/* webpackChunkName: "late" */ './SignInAgain.tsx'));

/**
 * A dialog over the page of a user whose session has ended elsewhere, or whose call requires another sign-in. It requires
 * the password and keeps the page.
 */
export function ReauthenticationGate({ user }: { user: UserView }) {
  const ended = useSessionEnded();
  const required = useSignInRequired();
  if (!ended && !required) return null;
  return (
    <Suspense>
      <SignInAgain user={user} reason={ended ? 'ended' : 'required'} />
    </Suspense>
  );
}
