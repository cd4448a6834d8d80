import type { ErrorCode, LoginBody } from '@dps/contract';
import { isApiError } from '@dps/contract/guest';

/** Returns the request body. The username is trimmed, since keyboards with word completion append a space. */
export function loginOf({ username, password }: LoginBody): LoginBody {
  return { username: username.trim(), password };
}

/** Returns the username in the location state of the login page, or an empty string. */
export function usernameOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('username' in state)) return '';
  return typeof state.username === 'string' ? state.username : '';
}

/** Adds the username of a new account to the location state, which also contains the page to return to after login. */
export function stateWithUsername(state: unknown, username: string): object {
  return { ...(typeof state === 'object' ? state : null), username };
}

/** True for an error with a code. Earlier shells lack some codes: then only the text of the response has it. */
export const hasCode = (error: unknown, code: ErrorCode): boolean =>
  isApiError(error) && error.message.includes(`"code":"${code}"`);

/** True for an error that names a field of the request, by the text of the response, as above. */
export const namesField = (error: unknown, path: string): boolean =>
  isApiError(error) && error.message.includes(`"path":"${path}"`);
