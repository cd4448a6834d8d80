import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { findRoute, type Registry } from '@dps/shared-contracts';
import { useSession } from '@dps/shared-contracts/client';
import { useLocation } from '@dps/ui/router';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { askCurrentUser } from '../session/ask-current-user.ts';
import { leftOnPurpose, type DepartureState } from '../session/departure.ts';
import type { SignInState } from '../session/return-path.ts';
import type { ShellDispatch } from '../store.ts';
import { Redirect } from './Redirect.tsx';
import { SessionLoading, SessionUnknown } from './SessionCheck.tsx';
import { UserFrame } from './UserFrame.tsx';

/** The current user is asked for again with every new page: a session may have ended elsewhere. */
function useFreshSession(pathname: string) {
  const dispatch = useDispatch<ShellDispatch>();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void dispatch(askCurrentUser());
  }, [dispatch, pathname]);
  return useSession();
}

/**
 * Pages for signed-in users, in the frame, which begins anew for another user. Everybody else is led to sign in, and back
 * afterwards.
 */
export function UserArea({ registry }: { registry: Registry }) {
  const { pathname, search } = useLocation();
  const session = useFreshSession(pathname);
  const loadingText = findRoute(registry, pathname)?.route.loadingText;
  const onPurpose = useSelector<DepartureState, boolean>(leftOnPurpose);
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
      return <Redirect to="/login" state={onPurpose ? null : state} />;
    }
    case 'signed-in':
      return <UserFrame registry={registry} user={session.user} loadingText={loadingText} />;
  }
}
