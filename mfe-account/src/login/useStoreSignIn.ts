import { coreApi, isApiError } from '@dps/contract/client';
import type { SignIn } from '@dps/contract/guest';

/**
 * Returns a function that signs in with the store, for pages that the shell does not sign in.
 *
 * The store's current user becomes the session, and the guard of the shell redirects.
 */
export function useStoreSignIn(): SignIn {
  const [login] = coreApi.useCoreLoginMutation();
  return async (body) => {
    const { error } = await login(body);
    return isApiError(error) ? { error } : {};
  };
}
