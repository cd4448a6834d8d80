import { useLocation } from '@dps/ui/router';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { returnPath } from '../session/return-path.ts';
import { useShellSession } from '../session/shell-session.ts';
import { Redirect } from './Redirect.tsx';
import { PageOutlet } from '../crash/CleanupBoundary.tsx';

/**
 * Pages for signed-out users. A signed-in user is redirected to the page that required the sign-in, or to the dashboard. A user
 * whose account will be deleted is shown the day, with the choice to keep it.
 */
export function GuestArea() {
  const session = useShellSession();
  const { state } = useLocation();
  if (session.state === 'signed-in')
    return <Redirect to={session.user.deletesAt ? '/your-data' : returnPath(state)} />;
  return (
    <SlimFrame>
      <PageOutlet />
    </SlimFrame>
  );
}
