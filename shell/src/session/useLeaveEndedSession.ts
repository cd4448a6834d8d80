import { useDispatch } from 'react-redux';
import { useLocation, useNavigate } from '@dps/ui/router';
import { endSession } from './end-session.ts';
import type { SignInState } from './return-path.ts';

/** Gives up a session that has ended: everything of its user is forgotten, and whoever signs in next comes back here. */
export function useLeaveEndedSession(): () => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const state: SignInState = { from: pathname + search };
    endSession(dispatch);
    void navigate('/login', { state });
  };
}
