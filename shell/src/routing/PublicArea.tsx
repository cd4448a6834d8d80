import type { Registry } from '@dps/shared-contracts';
import { useSession } from '@dps/shared-contracts/client';
import { Outlet } from '@dps/ui/router';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { UserFrame } from './UserFrame.tsx';

/** Pages for all users: for a signed-in user, in the frame. */
export function PublicArea({ registry }: { registry: Registry }) {
  const session = useSession();
  if (session.state !== 'signed-in') {
    return (
      <SlimFrame>
        <Outlet />
      </SlimFrame>
    );
  }
  return <UserFrame registry={registry} user={session.user} />;
}
