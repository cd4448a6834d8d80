import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Registry } from '@dps/shared-contracts';
import { useSession } from '@dps/shared-contracts/client';
import { Navigate, Outlet, useLocation } from '@dps/shared-contracts/ui/router';
import { frame } from '../frame/frame.ts';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { askCurrentUser } from '../session/ask-current-user.ts';
import { leftOnPurpose, type DepartureState } from '../session/departure.ts';
import type { SignInState } from '../session/return-path.ts';
import type { ShellDispatch } from '../store.ts';
import { SessionLoading, SessionUnknown } from './SessionCheck.tsx';

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
  const onPurpose = useSelector<DepartureState, boolean>(leftOnPurpose);
  switch (session.state) {
    case 'loading':
      return (
        <SlimFrame>
          <SessionLoading />
        </SlimFrame>
      );
    case 'unknown':
      return (
        <SlimFrame>
          <SessionUnknown error={session.error} retry={session.retry} />
        </SlimFrame>
      );
    case 'signed-out': {
      const state: SignInState = { from: pathname + search };
      return <Navigate to="/login" replace state={onPurpose ? null : state} />;
    }
    case 'signed-in':
      return (
        <frame.Component key={session.user.id} registry={registry} user={session.user}>
          <Outlet />
        </frame.Component>
      );
  }
}
