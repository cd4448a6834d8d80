import type { Registry } from '@dps/shared-contracts';
import { useSession } from '@dps/shared-contracts/client';
import { Outlet } from '@dps/shared-contracts/ui/router';
import { frame } from '../frame/frame.ts';
import { SlimFrame } from '../frame/SlimFrame.tsx';

/** Pages for everybody: in the frame for those who are signed in. */
export function PublicArea({ registry }: { registry: Registry }) {
  const session = useSession();
  if (session.state !== 'signed-in') {
    return (
      <SlimFrame>
        <Outlet />
      </SlimFrame>
    );
  }
  return (
    <frame.Component key={session.user.id} registry={registry} user={session.user}>
      <Outlet />
    </frame.Component>
  );
}
