import { useDispatch } from 'react-redux';
import { coreApi } from '@dps/shared-contracts/client';
import { useNavigate } from '@dps/shared-contracts/ui/router';
import { departed } from './departure.ts';
import { endSession } from './end-session.ts';
import { logError } from '../crash/log-error.ts';

/** Signs out: here in any case, and on the server; that this did not work is only logged. */
export function useSignOut(): () => Promise<void> {
  const [logout] = coreApi.useCoreLogoutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return async () => {
    const { error } = await logout();
    if (error) logError('Signing out on the server failed', error);
    dispatch(departed());
    endSession(dispatch);
    await navigate('/login');
  };
}
