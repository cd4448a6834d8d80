import { deleteAllDrafts } from '@dps/contract';
import { useDispatch } from 'react-redux';
import { useNavigate } from '@dps/ui/router';
import type { ShellDispatch } from '../store.tsx';
import { endSession } from './current-user.ts';
import { shellSession } from './shell-session.ts';
import { signOutOnServer } from './sign-out-on-server.ts';

/** Returns a function that signs out: on the server, if it is reachable, and in this page in all cases. It deletes form drafts. */
export function useSignOut(): () => Promise<void> {
  const dispatch = useDispatch<ShellDispatch>();
  const navigate = useNavigate();
  return async () => {
    await signOutOnServer();
    shellSession().endExplicitly();
    endSession(dispatch);
    deleteAllDrafts();
    await navigate('/login');
  };
}
