import { useDispatch } from 'react-redux';
import { useNavigate } from '@dps/ui/router';
import type { ShellDispatch } from '../store.ts';
import { departed } from './departure.ts';
import { endSession } from './end-session.ts';
import { signOutOnServer } from './sign-out-on-server.ts';

/** Signs out: on the server where it can be reached, and here in any case. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch<ShellDispatch>();
  const navigate = useNavigate();
  return async () => {
    await signOutOnServer(dispatch);
    dispatch(departed());
    endSession(dispatch);
    await navigate('/login');
  };
}
