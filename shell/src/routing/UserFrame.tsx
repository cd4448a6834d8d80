import { Suspense } from 'react';
import type { Registry, UserView } from '@dps/contract';
import { frame } from '../frame/frame.ts';
import { SessionLoading } from './SessionCheck.tsx';
import { PageOutlet } from '../crash/CleanupBoundary.tsx';

interface Props {
  registry: Registry;
  user: UserView;
  /** Shown while the frame loads, in place of 'Loading...'. */
  loadingText?: string | undefined;
}

/** A page in the frame of a signed-in user; another user gets a new frame. A spinner shows until the frame has loaded. */
export function UserFrame({ registry, user, loadingText }: Props) {
  return (
    <Suspense fallback={<SessionLoading text={loadingText} />}>
      <frame.Component key={user.id} registry={registry} user={user}>
        <PageOutlet />
      </frame.Component>
    </Suspense>
  );
}
