import { Suspense } from 'react';
import type { Registry, UserView } from '@dps/shared-contracts';
import { Outlet } from '@dps/shared-contracts/ui/router';
import { frame } from '../frame/frame.ts';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { SessionLoading } from './SessionCheck.tsx';

/** A page in the frame of a signed-in user; another user gets a new frame. A spinner shows until the frame has loaded. */
export function UserFrame({ registry, user }: { registry: Registry; user: UserView }) {
  const loading = (
    <SlimFrame>
      <SessionLoading />
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
