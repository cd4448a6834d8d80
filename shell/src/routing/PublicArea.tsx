import type { Registry } from '@dps/contract';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { useShellSession } from '../session/shell-session.ts';
import { UserFrame } from './UserFrame.tsx';
import { PageOutlet } from '../crash/CleanupBoundary.tsx';

/** Pages for all users: for a signed-in user, in the frame. */
export function PublicArea({ registry }: { registry: Registry }) {
  const session = useShellSession();
  if (session.state !== 'signed-in') {
    return (
      <SlimFrame>
        <PageOutlet />
      </SlimFrame>
    );
  }
  return <UserFrame registry={registry} user={session.user} />;
}
