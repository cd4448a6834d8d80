import { useSession } from '@dps/shared-contracts/client';
import { Navigate, Outlet, useLocation } from '@dps/shared-contracts/ui/router';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { returnPath } from '../session/return-path.ts';

/** Pages for those who are not signed in; who is goes back to where they came from, or to the dashboard. */
export function GuestArea() {
  const session = useSession();
  const { state } = useLocation();
  if (session.state === 'signed-in') return <Navigate to={returnPath(state)} replace />;
  return (
    <SlimFrame>
      <Outlet />
    </SlimFrame>
  );
}
