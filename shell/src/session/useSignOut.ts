import { deleteDrafts } from '@dps/contract';
import { useDispatch } from 'react-redux';
import { useNavigate } from '@dps/ui/router';
import type { ShellDispatch } from '../store.tsx';
import { recordSessionUser } from './browser-session.ts';
import { endSession } from './current-user.ts';
import { shellSession } from './shell-session.ts';
import { signOutOnServer } from './sign-out-on-server.ts';

/**
 * Returns a function that signs a user out: on the server, if it is reachable, and in all tabs in all cases. It deletes the form
 * drafts of the user. If another user has signed in meanwhile, the page shows that user instead.
 */
export function useSignOut(userId: number): () => Promise<void> {
  const dispatch = useDispatch<ShellDispatch>();
  const navigate = useNavigate();
  return async () => {
    const session = shellSession();
    if (!(await signOutOnServer(userId))) {
      session.refresh();
      return;
    }
    session.endExplicitly();
    endSession(dispatch);
    await navigate('/login');
    // The page has left its forms, which store their drafts then. The forms of other tabs store them after the message.
    deleteDrafts(userId);
    recordSessionUser(null);
  };
}
