import { Suspense } from 'react';
import type { Registry, UserView } from '@dps/shared-contracts';
import { Outlet } from '@dps/shared-contracts/ui/router';
import { frame } from '../frame/frame.ts';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { SessionLoading } from './SessionCheck.tsx';

interface Props {
  registry: Registry;
  user: UserView;
  /** Shown while the frame loads, in place of 'Loading...'. */
  loadingText?: string | undefined;
}

/** A page in the frame of a signed-in user; another user gets a new frame. A spinner shows until the frame has loaded. */
export function UserFrame({ registry, user, loadingText }: Props) {
  const loading = (
    <SlimFrame>
      <SessionLoading text={loadingText} />
    </SlimFrame>
  );
  return (
    <Suspense fallback={loading}>
      <frame.Component key={user.id} registry={registry} user={user}>
        <Outlet />
      </frame.Component>
    </Suspense>
  );
}
