import type { Registry } from '@dps/shared-contracts';
import { useSession } from '@dps/shared-contracts/client';
import { Outlet } from '@dps/ui/router';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { UserFrame } from './UserFrame.tsx';

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
  return <UserFrame registry={registry} user={session.user} />;
}
