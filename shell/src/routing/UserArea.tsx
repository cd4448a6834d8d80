import { useEffect, useRef } from 'react';
import { findRoute, type Registry } from '@dps/contract';
import { useLocation } from '@dps/ui/router';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import type { SignInState } from '../session/return-path.ts';
import { shellSession, useShellSession } from '../session/shell-session.ts';
import { Redirect } from './Redirect.tsx';
import { SessionLoading, SessionUnknown } from './SessionCheck.tsx';
import { UserFrame } from './UserFrame.tsx';

/** Returns the session. Each navigation requests the current user again, because the session may have ended elsewhere. */
function useFreshSession(pathname: string) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    shellSession().refresh();
  }, [pathname]);
  return useShellSession();
}

/** Pages for signed-in users, in the frame. Other users are redirected to the sign-in page, and back after the sign-in. */
export function UserArea({ registry }: { registry: Registry }) {
  const { pathname, search } = useLocation();
  const session = useFreshSession(pathname);
  const loadingText = findRoute(registry, pathname)?.route.loadingText;
  switch (session.state) {
    case 'loading':
      return <SessionLoading text={loadingText} />;
    case 'unknown':
      return (
        <SlimFrame>
          <SessionUnknown error={session.error} retry={session.retry} />
        </SlimFrame>
      );
    case 'signed-out': {
      const state: SignInState = { from: pathname + search };
      return <Redirect to="/login" state={session.isExplicit ? null : state} />;
    }
    case 'signed-in':
      return <UserFrame registry={registry} user={session.user} loadingText={loadingText} />;
  }
}
